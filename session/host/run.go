package host

import (
	"errors"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/nonblock"
)

const (
	// drainQuiet is how long a PTY that another process keeps open must be silent after its child has
	// exited to count as drained.
	drainQuiet = 20 * time.Millisecond
	// drainTime limits draining after all output of the child itself was read, since another
	// process that keeps the PTY open may print forever.
	drainTime = 500 * time.Millisecond
	// drainBytes is more output than any kernel buffers for a PTY.
	drainBytes = 1 << 20
	// readSize is the size of a read from a PTY: more than any kernel returns.
	readSize = 16 << 10
)

// run is one run of a session's command: its process, its PTY, and its input.
type run struct {
	cmd       *exec.Cmd
	tty       *terminal
	pid       int
	started   time.Time
	in        *queue
	yielder   yielder
	bytesRead atomic.Uint64 // bytes read
	busy      atomic.Bool   // output was read and perhaps not yet passed on
	idle      idleTime      // of the reader
	reading   reading

	read     chan struct{} // closed at the end of the PTY's output
	written  chan struct{} // closed when the writer is done
	exited   chan struct{} // closed when the child is reaped; exit holds
	reported chan struct{} // closed when the viewers have been told

	mu     sync.Mutex
	reaped bool
	exit   session.Exit
}

// newRun starts a child as planned.
func newRun(l childPlan) (*run, error) {
	began := time.Now()
	cmd, tty, err := spawn(l)
	if err != nil {
		return nil, err
	}
	return &run{
		cmd: cmd, tty: tty, pid: cmd.Process.Pid, started: began, in: newQueue(),
		read: make(chan struct{}), written: make(chan struct{}),
		exited: make(chan struct{}), reported: make(chan struct{}),
	}, nil
}

// alive reports whether the child has not been reaped yet.
func (r *run) alive() bool {
	select {
	case <-r.exited:
		return false
	default:
		return true
	}
}

// readAll reads the child's output and passes it on, until no process has the PTY open or it is
// closed.
func (r *run) readAll(pass func([]byte)) {
	defer close(r.read)
	defer r.yielder.close()
	r.reading.buf = make([]byte, readSize)
	defer func() { r.reading.buf = nil }()
	try := r.readOnce // made once to avoid garbage
	for {
		p, err := r.readNext(try)
		if len(p) > 0 {
			r.bytesRead.Add(uint64(len(p)))
			pass(p)
			r.yielder.yield()
		}
		if err != nil {
			return
		}
	}
}

// reading is the state of a read from a PTY.
type reading struct {
	buf    []byte
	n      int
	err    error
	waited bool // there was no output
}

// readNext waits until there is output, and reads it with once.
func (r *run) readNext(once func(fd int) bool) ([]byte, error) {
	g := &r.reading
	g.n, g.err, g.waited = 0, nil, false
	closed := r.tty.Await(once)
	if g.waited {
		now := time.Now()
		r.idle.end(now)
		r.yielder.waited(now)
	}
	if closed != nil {
		return nil, closed
	}
	return g.buf[:g.n], g.err
}

// readOnce reads available output. It returns false if there is none yet.
func (r *run) readOnce(fd int) bool {
	g := &r.reading
	r.busy.Store(true)
	g.n, g.err = nonblock.Read(fd, g.buf)
	switch {
	case g.n == 0 && g.err == nil:
		g.err = io.EOF
		return true
	case !errors.Is(g.err, unix.EAGAIN):
		return true // EIO means that the last process has closed it
	}
	r.busy.Store(false)
	if !g.waited {
		g.waited = true
		r.idle.begin(time.Now())
	}
	return false
}

// writeAll writes the queued input to the child, as fast as the child reads it.
func (r *run) writeAll() {
	defer close(r.written)
	defer r.in.close()
	for {
		it, ok := r.in.next()
		if !ok {
			return
		}
		_, err := r.tty.Write(it.data)
		it.done()
		if err != nil {
			return
		}
	}
}

// wait waits for the child to end, reaps it, and waits until its output has been passed on.
func (r *run) wait() {
	waitExited(r.pid)
	ended := time.Now()
	r.mu.Lock()
	err := r.cmd.Wait() // the child is a zombie: this returns at once
	r.reaped = true
	r.exit = exitOf(r.cmd, err)
	r.exit.Started, r.exit.Ended = r.started, ended
	r.mu.Unlock()
	close(r.exited)
	r.in.close()
	r.drain()
}

// drain waits until all output of the child has been read, however long that takes, and a little
// longer for other processes that keep the PTY open.
func (r *run) drain() {
	tick := time.NewTicker(drainQuiet)
	defer tick.Stop()
	began, first := time.Now(), r.bytesRead.Load()
	for seen, all := first, false; ; {
		select {
		case <-r.read:
			return
		case <-tick.C:
		}
		got, empty := r.bytesRead.Load(), r.empty()
		all = all || empty || got-first > drainBytes
		if empty && got == seen || all && time.Since(began) > drainTime {
			return
		}
		seen = got
	}
}

// empty reports whether all output until now has been passed on. It asks the kernel first, and then
// whether the reader is busy with output that it has read.
func (r *run) empty() bool {
	waiting := r.tty.readable()
	return !waiting && !r.busy.Load()
}

// exitOf returns how a reaped child ended.
func exitOf(cmd *exec.Cmd, err error) session.Exit {
	if cmd.ProcessState == nil {
		return session.Exit{Code: -1, Err: err.Error()}
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return session.Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
	}
	return session.Exit{Code: cmd.ProcessState.ExitCode()}
}

// isReaped reports whether the child has been reaped, so that another process may have its number.
func (r *run) isReaped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reaped
}

// signalForeground sends a signal to the foreground process group, or to the child's own if there
// is none.
func (r *run) signalForeground(sig syscall.Signal) {
	if group := r.tty.foreground(); group > 1 {
		_ = syscall.Kill(-group, sig) // it may have ended, or belong to another user
		return
	}
	r.signalGroup(sig)
}

// signalGroup sends a signal to the child's own process group, as long as the number is certain to
// be the child's.
func (r *run) signalGroup(sig syscall.Signal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.reaped {
		_ = syscall.Kill(-r.pid, sig) // it may have ended
	}
}

// close closes the PTY, which hangs up the processes that still have it open, and waits for the
// reader and the writer.
func (r *run) close() {
	_ = r.tty.Close() // no written data can be lost
	r.in.close()
	<-r.read
	<-r.written
}

// abandon ends a child whose output is not being read yet.
func (r *run) abandon() {
	r.signalGroup(syscall.SIGKILL)
	_ = r.tty.Close() // no data can be lost
	go func() { _ = r.cmd.Wait() }()
}
