package host

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"dormer/session"
	"dormer/session/checkpoint"
	"dormer/session/private"
	"dormer/session/proc"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/vt"
	"dormer/session/wire"
)

// daemon is a host with a process of its own: its socket, and its files on disk.
type daemon struct {
	setup         setup
	log           hostLog
	lock          *os.File         // held as long as the process lives
	startedBefore bool             // an earlier host had begun to start a child, according to the lock
	leftover      int              // the child of a killed earlier host
	listener      *socket.Listener // replaced by relisten, guarded by its mutex
	mu            sync.Mutex
	closing       bool
	host          *Host
	recorder      *recorder
	viewers       sync.WaitGroup
	memory        memoryReleaser

	accepting sync.WaitGroup
}

// beginDaemon starts the session. If it returns an error, nothing runs.
func beginDaemon(s setup, log hostLog) (*daemon, error) {
	d := &daemon{setup: s, log: log, memory: memoryReleaser{release: releaseMemory}}
	var err error
	if d.lock, err = d.acquireLock(); err != nil {
		return nil, err
	}
	if !s.Occasion.MayStart(len(s.Spec.Command) == 0, s.Spec.Restart, d.earlierRun()) {
		return nil, errRanBefore
	}
	if d.lock != nil {
		if err := writeHolder(d.lock, s.Runtime); err != nil {
			log.Printf("lock: %v", err) // it locks all the same
		}
	}
	d.listener, err = socket.Listen(s.Runtime, session.HostName(sourceOf(s.Spec), s.Spec.ID))
	if err != nil {
		return nil, err
	}
	if last, err := ReadSpec(s.Dir); err == nil {
		s.Spec.NoHistory = s.Spec.NoHistory || last.NoHistory
		if lines, _ := state.ReadSetup(s.Dir); lines != "" { // the agent has not been started yet
			s.Spec.Prompt, s.Spec.Retry = last.Prompt, last.Retry
		}
	}
	notRun := d.keepSetup()
	d.recorder = newRecorder(s, log)
	d.recorder.lock = d.lock
	d.recorder.noteChild(0) // from here on a child may run
	d.recorder.starting()
	options := s.options()
	options.watcher, options.onEnd, options.onAttach = d.recorder, d.finish, d.memory.attached
	if d.lock == nil {
		options.notice = fmt.Sprintf("nothing of this session is kept on disk: make %s writable, and start it again", s.Dir)
	}
	kept, damage := d.openKept()
	options.notice = cmp.Or(notRun, options.notice, damage)
	if kept != nil {
		defer func() { _ = kept.Close() }() // it was only read
		d.recorder.restored = true
		options.restore = func(t *vt.Terminal) { log.logError("restore", restore(t, kept)) }
	}
	if d.host, err = Start(s.Spec, options); err != nil {
		d.recorder.failed(err)
		d.recorder.close()
		if d.recorder.fresh {
			d.removeFiles()
		}
		return nil, errors.Join(err, d.listener.Close())
	}
	d.recorder.started(d.host)
	proc.KillBefore(d.host.PID())
	// The start does not wait for processes that ignored the hangup.
	d.accepting.Go(func() { endLeftovers(d.leftover, envMarkOf(s.Spec.ID), s.options().Grace) })
	return d, nil
}

// openKept opens the data that an earlier host kept of the session, and lets the recorder append to
// it; nil if there is none. Damaged data is set aside, and damage says so.
func (d *daemon) openKept() (kept *checkpoint.Kept, damage string) {
	kept, err := checkpoint.Open(d.setup.Dir)
	if err == nil {
		d.recorder.writer = checkpoint.NewWriter(d.setup.Dir, kept)
		err = kept.Damage
	}
	if !errors.Is(err, checkpoint.ErrDamaged) {
		return kept, ""
	}
	d.log.logError("checkpoint", err)
	aside, err := checkpoint.SetAside(d.setup.Dir)
	if err != nil {
		d.log.logError("checkpoint", err)
		return kept, ""
	}
	if kept == nil {
		return nil, "what was kept of this session's screen and history is damaged: it was moved to " + aside
	}
	return kept, "the last of what was kept of this session's screen and history is damaged: all of it was moved to " + aside
}

// acquireLock makes this process the session's only host. If the session's directory cannot be
// written, there is no lock, and only the socket keeps other hosts away.
func (d *daemon) acquireLock() (*os.File, error) {
	if err := private.CheckDir(d.setup.Dir); err != nil {
		if errors.Is(err, private.ErrUnsafe) {
			return nil, err
		}
		d.log.Printf("nothing is kept on disk: %v", err)
		return nil, nil
	}
	file := filepath.Join(d.setup.Dir, lockName)
	f, err := private.Open(file, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW)
	if err != nil {
		d.log.Printf("lock: %v", err)
		return nil, nil
	}
	err = private.Lock(f)
	if errors.Is(err, private.ErrLocked) {
		return nil, errors.Join(ErrRunning, f.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", file, err), f.Close())
	}
	d.startedBefore, d.leftover = startedChild(f), childOf(f)
	return f, nil
}

// earlierRun describes the session's earlier run, nil if there was none.
func (d *daemon) earlierRun() *session.Past {
	dir := d.setup.Dir
	if _, err := os.Lstat(filepath.Join(dir, specName)); err != nil && !d.startedBefore && !state.HasDocument(dir) {
		return nil
	}
	past := state.Past(dir, d.setup.Spec.ID)
	past.Cannot, past.Retries = state.CannotResume(dir, d.setup.Spec.Known), state.Retries(dir)
	return &past
}

// serve serves viewers until the session has ended. A stop signal makes it write the screen to disk
// and end the session.
func (d *daemon) serve(stop <-chan os.Signal) {
	d.accepting.Go(func() { d.acceptAll(d.listener) })
	for {
		select {
		case <-d.host.Done():
			d.accepting.Wait()
			d.viewers.Wait()
			return
		case sig := <-stop:
			if sig == relistenSignal {
				d.relisten()
				continue
			}
			d.recorder.seal()
			d.host.endFor("the host was asked to end", false)
		}
	}
}

// finish closes the socket and the recorder once the session has ended. It removes the files of a
// session of which nothing is kept.
func (d *daemon) finish() {
	d.mu.Lock()
	d.closing = true
	d.log.logError("close socket", d.listener.Close())
	d.mu.Unlock()
	forgotten := d.host.forgotten()
	if forgotten {
		d.recorder.drop()
	}
	d.recorder.close()
	if forgotten && d.lock != nil {
		to, c := d.recorder.outcome()
		d.log.logError("remove", state.RemoveAs(d.setup.Dir, d.setup.Spec.ID, state.Options{Logger: d.log}, to, c))
	}
}

// removeFiles removes the directory of a session that could not start, including the lock; the
// session's next host makes a new one.
func (d *daemon) removeFiles() {
	if d.lock == nil {
		return
	}
	if err := os.RemoveAll(d.setup.Dir); err != nil {
		d.log.Printf("remove: %v", err)
	}
}

// forgotten reports whether nothing of the session is to be kept.
func (h *Host) forgotten() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.forget
}

func (d *daemon) acceptAll(l *socket.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		d.viewers.Go(func() { d.receive(c) })
	}
}

// receive serves one connection.
func (d *daemon) receive(c io.ReadWriteCloser) {
	d.memory.connected()
	defer d.memory.disconnected()
	conn, hello, err := wire.Receive(c, wire.Welcome{
		Version: d.host.opts.Version, Session: d.setup.Spec.ID, PID: os.Getpid(),
	})
	if err != nil {
		return // the viewer was told, or sent nothing
	}
	if hello.Purpose == wire.ToQuery {
		d.recorder.awaitStart()
	}
	if hello.Max < wire.MinProtocol || hello.Min > wire.MaxProtocol {
		conn = queryConn{conn}
	}
	if err := d.host.Serve(conn); err != nil && !errors.Is(err, ErrEnded) {
		d.log.Printf("%v", err)
	}
}

// queryConn is a connection to a viewer with which no protocol version is shared: it receives only
// messages that every version understands.
type queryConn struct{ wire.Conn }

// Receive returns the next message that every version understands.
func (q queryConn) Receive() (wire.Message, error) {
	for {
		m, err := q.Conn.Receive()
		if err != nil {
			return nil, err
		}
		switch m.(type) {
		case wire.Info, wire.Capture, wire.End, wire.Deadline:
			return m, nil
		}
	}
}
