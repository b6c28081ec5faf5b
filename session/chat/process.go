package chat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a program that runs in a process group of its own: an agent, or a command for it.
type process struct {
	cmd *exec.Cmd
	// exited is closed when the program has exited, and then err says how, and left whether its
	// group had other processes by then.
	exited chan struct{}
	err    error
	left   bool
}

// startProcess starts a program. Its standard streams are in cmd.
func startProcess(cmd *exec.Cmd) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second // of children that have its pipes
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, exited: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		p.left = syscall.Kill(-cmd.Process.Pid, 0) == nil
		close(p.exited)
	}()
	return p, nil
}

// The times after which a program that is ended gets the next signal.
const (
	hangupTime = 500 * time.Millisecond
	termTime   = 3 * time.Second
	// drainTime is how long what an agent said before it exited is still read.
	drainTime = 2 * time.Second
)

// end ends the program and what it has started: SIGHUP, SIGTERM, SIGKILL to its group.
func (p *process) end() {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGHUP, hangupTime}, {syscall.SIGTERM, termTime}, {syscall.SIGKILL, 0}} {
		p.signal(step.signal)
		select {
		case <-p.exited:
			p.signal(syscall.SIGKILL) // what it has left behind
			return
		case <-time.After(step.wait):
		}
	}
	<-p.exited
}

// signal sends a signal to the group of the program. Once that is gone, another group may have its
// number.
func (p *process) signal(s syscall.Signal) {
	select {
	case <-p.exited:
		if !p.left {
			return
		}
	default:
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, s) // it may be gone
}

// outcome says how the program exited.
func (p *process) outcome() (code int, signal string) {
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return 0, status.Signal().String()
	}
	return p.cmd.ProcessState.ExitCode(), ""
}

// said is the end of what a program prints: at most so many bytes.
type said struct {
	mu   sync.Mutex
	most int
	// text has up to twice as much, so that it is seldom moved.
	text []byte
	cut  bool
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if extra := len(s.text) - s.most; extra > s.most {
		s.text = append(s.text[:0], s.text[extra:]...)
		s.cut = true
	}
	return len(p), nil
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cutStart(string(s.text), s.most)
}

// wasCut reports whether something at the beginning is missing.
func (s *said) wasCut() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cut || len(s.text) > s.most
}

// lastLine is the last line with something in it.
func (s *said) lastLine() string {
	text := strings.TrimSpace(s.String())
	return cut(text[strings.LastIndexByte(text, '\n')+1:], maxWord)
}

// agentProcess is an agent that runs.
type agentProcess struct {
	*process
	in     *queue
	out    io.Reader
	errors *said
}

// startAgent starts the program of an agent.
func startAgent(o Options) (*agentProcess, error) {
	if st, err := os.Stat(o.Cwd); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("the directory %s is gone: make it again", o.Cwd)
	}
	cmd := exec.Command(o.Argv[0], o.Argv[1:]...) //nolint:gosec,noctx // the user has chosen it; end ends it
	cmd.Dir, cmd.Env = o.Cwd, o.Env
	a := &agentProcess{errors: &said{most: maxOutput}}
	cmd.Stderr = a.errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe() // one of the library's would be closed before it is read to its end
	if err != nil {
		return nil, err
	}
	cmd.Stdout = w
	a.process, err = startProcess(cmd)
	_ = w.Close() // it is the agent's
	if err != nil {
		_ = out.Close()
		if errors.Is(err, exec.ErrNotFound) {
			return nil, fmt.Errorf("%s is not installed: install it, or set agents.%s.acp in the configuration", o.Argv[0], o.Agent)
		}
		return nil, err
	}
	a.in, a.out = newQueue(in), out
	go func() {
		<-a.exited
		time.Sleep(drainTime) // what it has started may have its output, and say nothing more
		_ = out.Close()
	}()
	return a, nil
}

// reason says how the agent ended.
func (a *agentProcess) reason() string {
	code, signal := a.outcome()
	how := fmt.Sprintf("it exited with code %d", code)
	switch {
	case signal != "":
		how = "it was ended by a signal: " + signal
	case code == 0:
		how = "it has exited"
	}
	if line := a.errors.lastLine(); line != "" {
		how += ": " + line
	}
	return how
}
