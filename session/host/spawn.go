package host

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"

	"dormer/session"
)

// childPlan is everything known of a child before it is started.
type childPlan struct {
	command
	dir     string
	env     []string
	size    session.Size
	notices []string
}

// plan decides how to start a session's child. It starts nothing.
func plan(spec session.Spec, o Options) (childPlan, error) {
	l := childPlan{size: spec.Size}
	var notice string
	var err error
	if l.dir, notice, err = startDir(spec); err != nil {
		return childPlan{}, err
	}
	l.note(notice)
	env, bin, err := withProgramOnPath(spec.Env, o.Bin, l.dir)
	if err != nil {
		l.note(err.Error())
	}
	spec.Env = env
	if l.command, err = resolve(spec.Command, spec.Env, l.dir); err != nil {
		return childPlan{}, err
	}
	l.note(l.notice)
	l.env = environ(spec, o.Version, l.shell, l.dir)
	if bin != "" {
		l.env = setEnv(l.env, binVariable, bin)
	}
	l.integrate(spec, o.Scripts)
	return l, nil
}

func (l *childPlan) note(text string) {
	if text != "" {
		l.notices = append(l.notices, text)
	}
}

// spawn starts a child on a new PTY of its size, as the leader of a session whose controlling
// terminal is that PTY, and returns the PTY's other side. It leaves nothing behind when it fails.
func spawn(l childPlan) (*exec.Cmd, *terminal, error) {
	owner, tty, err := openPTY(l.size)
	if err != nil {
		return nil, nil, fmt.Errorf("open a pty: %w", err)
	}
	defer func() { _ = tty.Close() }() // the child has its own descriptor
	cmd := &exec.Cmd{
		Path: l.path, Args: l.argv, Dir: l.dir, Env: l.env,
		Stdin: tty, Stdout: tty, Stderr: tty,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	err = withDefaultSignals(cmd.Start)
	if err != nil {
		_ = owner.Close() // the error of the start is returned
		return nil, nil, err
	}
	return cmd, owner, nil
}

// openPTY returns the two sides of a new PTY of the given size. The owner's side does not block a
// thread: Close ends reads and writes.
func openPTY(size session.Size) (owner *terminal, tty *os.File, err error) {
	opened, tty, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = opened.Close() }() // owner is a duplicate
	owner, err = newTerminal(opened)
	if err == nil {
		err = owner.setSize(size)
	}
	if err != nil {
		_ = tty.Close()
		if owner != nil {
			_ = owner.Close()
		}
		return nil, nil, err
	}
	return owner, tty, nil
}
