package chat

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	acp "github.com/coder/acp-go-sdk"
)

const (
	// maxTerminals is the largest number of an agent's commands.
	maxTerminals = 32
	// maxKept is how much of a command's output is kept, in bytes.
	maxKept = 1 << 20
)

// terminal is a command that dormer runs for the agent. It has no real terminal and gets no input.
type terminal struct {
	*process
	out   *outputTail
	shown Terminal
	once  sync.Once
}

func (n *connection) createTerminal(p acp.CreateTerminalRequest) (acp.CreateTerminalResponse, error) {
	var none acp.CreateTerminalResponse
	dir := n.c.o.Cwd
	if p.Cwd != nil && *p.Cwd != "" {
		rel, err := n.files.inside(*p.Cwd)
		if err != nil {
			return none, err
		}
		if st, err := n.files.root.Stat(rel); err != nil || !st.IsDir() {
			return none, fmt.Errorf("there is no directory %s", *p.Cwd)
		}
		dir = filepath.Join(dir, rel)
	}
	argv := append([]string{p.Command}, p.Args...)
	if len(p.Args) == 0 { // agents pass whole command lines for a shell
		argv = []string{"/bin/sh", "-c", p.Command}
	}
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // the agent asks the user before; the command ends with the terminal
	cmd.Dir, cmd.Env = dir, slices.Clone(n.c.o.Env)
	for _, v := range p.Env {
		cmd.Env = append(cmd.Env, v.Name+"="+v.Value)
	}
	most := maxKept
	if p.OutputByteLimit != nil {
		most = min(max(*p.OutputByteLimit, 0), maxKept)
	}
	t := &terminal{out: &outputTail{limit: most}}
	cmd.Stdout, cmd.Stderr = t.out, t.out
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	if n.terminals == nil || len(n.terminals) >= maxTerminals {
		return none, fmt.Errorf("%d commands are kept: release some", maxTerminals)
	}
	if err := n.c.flush(); err != nil {
		return none, err
	}
	process, err := startProcess(cmd)
	if err != nil {
		return none, err
	}
	t.process = process
	t.shown = Terminal{ID: "t" + strconv.FormatInt(n.c.log.newest()+1, 10), Command: cutWord(strings.Join(append([]string{p.Command}, p.Args...), " "))}
	shown := t.shown
	_, err = n.c.add(Event{Kind: TerminalChanged, Terminal: &shown})
	n.terminals[t.shown.ID] = t
	go n.watch(t)
	return acp.CreateTerminalResponse{TerminalId: t.shown.ID}, err
}

// watch adds events about a command's output, at intervals, and about its end.
func (n *connection) watch(t *terminal) {
	tick := time.NewTicker(liveTime)
	defer tick.Stop()
	for {
		select {
		case <-t.exited:
			n.c.mu.Lock()
			defer n.c.mu.Unlock()
			t.shown.Ended = true
			t.shown.Code, t.shown.Signal = t.outcome()
			n.show(t, maxOutput)
			return
		case <-tick.C:
			n.c.mu.Lock()
			if cutStart(t.out.String(), liveOutput) != t.shown.Output {
				n.show(t, liveOutput)
			}
			n.c.mu.Unlock()
		}
	}
}

const (
	// liveTime is the time between two events about the output of a running command.
	liveTime = time.Second
	// liveOutput is how much of the output's end is in them, in bytes.
	liveOutput = 4 << 10
)

// show adds an event about a command, with the end of its output. The lock is held.
func (n *connection) show(t *terminal, most int) {
	t.shown.Output = cutStart(t.out.String(), most)
	shown := t.shown
	_, _ = n.c.add(Event{Kind: TerminalChanged, Terminal: &shown}) // the transcript reports errors
}

// end ends the command, once.
func (t *terminal) end() { t.once.Do(t.process.end) }

var errNoTerminal = errors.New("there is no such terminal")

func (n *connection) terminal(id string) (*terminal, error) {
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	if t, ok := n.terminals[id]; ok {
		return t, nil
	}
	return nil, errNoTerminal
}

func (n *connection) terminalOutput(id string) (acp.TerminalOutputResponse, error) {
	t, err := n.terminal(id)
	if err != nil {
		return acp.TerminalOutputResponse{}, err
	}
	r := acp.TerminalOutputResponse{Output: t.out.String(), Truncated: t.out.wasTruncated()}
	select {
	case <-t.exited:
		code, signal := t.exitStatus()
		r.ExitStatus = &acp.TerminalExitStatus{ExitCode: code, Signal: signal}
	default:
	}
	return r, nil
}

// exitStatus returns how a command has exited, in ACP's form.
func (t *terminal) exitStatus() (code *int, signal *string) {
	number, name := t.outcome()
	if name != "" {
		return nil, &name
	}
	return &number, nil
}

func (n *connection) waitForTerminal(ctx context.Context, id string) (acp.WaitForTerminalExitResponse, error) {
	t, err := n.terminal(id)
	if err != nil {
		return acp.WaitForTerminalExitResponse{}, err
	}
	select {
	case <-t.exited:
	case <-ctx.Done():
		return acp.WaitForTerminalExitResponse{}, ctx.Err()
	}
	code, signal := t.exitStatus()
	return acp.WaitForTerminalExitResponse{ExitCode: code, Signal: signal}, nil
}

// endTerminal ends a command, and forgets it if release is set.
func (n *connection) endTerminal(id string, release bool) error {
	t, err := n.terminal(id)
	if err != nil {
		return err
	}
	t.end()
	if release {
		n.c.mu.Lock()
		defer n.c.mu.Unlock()
		delete(n.terminals, id)
	}
	return nil
}
