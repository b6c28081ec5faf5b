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

// process is a program in a process group of its own: an agent, or a command for it.
type process struct {
	cmd *exec.Cmd
	// exited is closed when the program has exited; then left says whether its group still had other
	// processes, and cmd how it exited.
	exited chan struct{}
	left   bool
}

// startProcess starts a program. Its standard streams are in cmd.
func startProcess(cmd *exec.Cmd) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second // for children that have its pipes open
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, exited: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // outcome tells how it exited
		p.left = syscall.Kill(-cmd.Process.Pid, 0) == nil
		close(p.exited)
	}()
	return p, nil
}

// The times after which a program that is being ended gets the next signal.
const (
	hangupTime = 500 * time.Millisecond
	termTime   = 3 * time.Second
	// drainTime is how long an exited agent's remaining output is read.
	drainTime = 2 * time.Second
)

// end ends the program and its descendants: SIGHUP, SIGTERM, SIGKILL to its group.
func (p *process) end() {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGHUP, hangupTime}, {syscall.SIGTERM, termTime}, {syscall.SIGKILL, 0}} {
		p.signal(step.signal)
		select {
		case <-p.exited:
			p.signal(syscall.SIGKILL) // for the processes that it left
			return
		case <-time.After(step.wait):
		}
	}
	<-p.exited
}

// signal sends a signal to the program's group. Once the group has ended, another group may have
// its number.
func (p *process) signal(s syscall.Signal) {
	select {
	case <-p.exited:
		if !p.left {
			return
		}
	default:
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, s) // it may have ended
}

// outcome returns how the program exited.
func (p *process) outcome() (code int, signal string) {
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return 0, status.Signal().String()
	}
	return p.cmd.ProcessState.ExitCode(), ""
}

// hasMessages is the end of a program's output: at most limit bytes.
type outputTail struct {
	mu    sync.Mutex
	limit int
	// text may be twice as long, so that it is seldom moved.
	text []byte
	cut  bool
}

func (s *outputTail) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if extra := len(s.text) - s.limit; extra > s.limit {
		s.text = append(s.text[:0], s.text[extra:]...)
		s.cut = true
	}
	return len(p), nil
}

func (s *outputTail) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cutStart(string(s.text), s.limit)
}

// wasTruncated reports whether the beginning is missing.
func (s *outputTail) wasTruncated() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cut || len(s.text) > s.limit
}

// lastLine returns the last line that is not blank.
func (s *outputTail) lastLine() string {
	text := strings.TrimSpace(s.String())
	return cut(text[strings.LastIndexByte(text, '\n')+1:], maxWord)
}

// agentProcess is the process of an agent.
type agentProcess struct {
	*process
	in     *queue
	out    io.Reader
	errors *outputTail
}

// startAgent starts the program of an agent.
func startAgent(o Options) (*agentProcess, error) {
	if st, err := os.Stat(o.Cwd); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("the directory %s is gone: make it again", o.Cwd)
	}
	cmd := exec.Command(o.Argv[0], o.Argv[1:]...) //nolint:gosec,noctx // the user has configured the command; end ends it
	cmd.Dir, cmd.Env = o.Cwd, o.Env
	a := &agentProcess{errors: &outputTail{limit: maxOutput}}
	cmd.Stderr = a.errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe() // a pipe of the library would be closed before it is read to its end
	if err != nil {
		return nil, err
	}
	cmd.Stdout = w
	a.process, err = startProcess(cmd)
	_ = w.Close() // the agent has its own copy
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
		time.Sleep(drainTime) // its children may keep its output open without writing
		_ = out.Close()
	}()
	return a, nil
}

// reason returns how the agent ended.
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
