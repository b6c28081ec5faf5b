package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/private"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Provider starts sessions and connects to them. Its methods may be called from any
// goroutine.
type Provider struct {
	// Limits returns the user's limits when a session is started; nil for none. It is set before
	// the first start.
	Limits func() Limits

	o     host.SpawnOptions
	local *host.Local
	// hostDirs are the hosts whose sockets are not in the usual directory.
	hostDirs hostDirs
	// prestarted is a host process that waits for its session.
	prestarted prestarted
	starts     *starts
	// spawnHost is [host.Spawn].
	spawnHost func(*host.Prestarted, session.Spec, host.SpawnOptions) (int, error)
	// processes are those of the hosts that have answered.
	processes hostProcesses
}

// New returns a provider of sessions. o configures their hosts and the place of their files.
func New(o host.SpawnOptions) *Provider {
	return &Provider{o: o, starts: newStarts(), spawnHost: host.Spawn, prestarted: prestarted{limit: prestartTime}, local: host.NewLocal(host.Options{
		Version: o.Version, HistoryBytes: o.HistoryBytes, HistoryLines: o.HistoryLines, Grace: o.Grace,
		Scripts: host.ScriptsBeside(o.Sessions), Bin: host.BinBeside(o.Sessions),
	})}
}

// Prepare makes the directory of sockets. If the directory is unsafe or cannot be made, no session
// can have a host, and the error says why.
func (p *Provider) Prepare() error {
	if err := private.MakeDir(p.o.Runtime); err != nil {
		return fmt.Errorf("there is no directory for the sockets of sessions: %w", err)
	}
	return nil
}

// Start starts a session and returns a connection to it. A session of [session.Temporary] lifetime
// lives in this process and ends with it; others have a host. If the session has a host already,
// the connection is to that one. If Start returns an error, nothing remains of the session.
func (p *Provider) Start(spec session.Spec) (wire.Conn, error) {
	if spec.Lifetime == session.Temporary {
		return p.local.Start(spec)
	}
	source := spec.Source
	if source.Kind == "" {
		source = session.Source{Kind: session.Floating, Dir: spec.Dir}
	}
	spec.Env = p.stableAgent(spec.Env)
	if err := p.checkLimits(spec); err != nil {
		return nil, err
	}
	if err := p.Prepare(); errors.Is(err, private.ErrUnsafe) {
		return nil, err
	} else if err != nil {
		return nil, noHostError{err}
	}
	if err := p.starts.begin(); err != nil {
		return nil, err
	}
	defer p.starts.end()
	deadline := time.Now().Add(startTimeout)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		conn, err := p.Attach(source, spec.ID)
		if !errors.Is(err, socket.ErrGone) {
			return conn, err
		}
		err = p.spawn(spec)
		if err == nil {
			return p.attachStarted(source, spec.ID, time.Now().Add(startTimeout))
		}
		if !errors.Is(err, host.ErrRunning) || time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(pause)
	}
}

// spawn starts the host of a session. A program without free descriptors (EMFILE) could not run the
// session itself either.
func (p *Provider) spawn(spec session.Spec) error {
	_, err := p.spawnHost(p.prestarted.take(), spec, p.o)
	for _, scarce := range []error{syscall.EAGAIN, syscall.ENOMEM, syscall.ENFILE, host.ErrLimit} {
		if errors.Is(err, scarce) {
			return noHostError{err}
		}
	}
	return err
}

// noHostError reports that no session can have a host now: there is no directory for sockets, or no
// process can be started.
type noHostError struct{ err error }

func (e noHostError) Error() string { return e.err.Error() }
func (e noHostError) Unwrap() error { return e.err }

// attachStarted connects to a host that has just started its session. On a busy machine the host may
// be slow to answer, without the start having failed.
func (p *Provider) attachStarted(source session.Source, id session.ID, deadline time.Time) (wire.Conn, error) {
	for {
		conn, err := p.Attach(source, id)
		if !errors.Is(err, socket.ErrSilent) || time.Now().After(deadline) {
			return conn, err
		}
	}
}

// A session may have a host that does not listen: one that another program is starting, or one that
// is about to end. Neither state lasts long.
const (
	startTimeout = 5 * time.Second
	firstPause   = 2 * time.Millisecond
	longestPause = 100 * time.Millisecond
)

// Attach connects to the host of a session that was started with this source, by this program or
// another. The error is [socket.ErrGone] if the session no longer has a host, and
// [socket.ErrSilent] or [socket.ErrVersion] if its host runs but cannot be talked to.
func (p *Provider) Attach(source session.Source, id session.ID) (wire.Conn, error) {
	p.refreshAgent(os.Getenv("SSH_AUTH_SOCK"))
	name := session.HostName(source, id)
	conn, w, err := p.dial(context.Background(), name, wire.ToAttach)
	if errors.Is(err, socket.ErrGone) && p.findInOtherDir(name, id) {
		conn, w, err = p.dial(context.Background(), name, wire.ToAttach)
	}
	switch {
	case err == nil:
		p.processes.note(id, name, w)
	case errors.Is(err, socket.ErrGone):
		p.processes.forget(id)
	}
	return conn, err
}

func (p *Provider) dial(ctx context.Context, name string, purpose wire.Purpose) (wire.Conn, wire.Welcome, error) {
	return socket.Dial(ctx, p.runtimeOf(name), name, wire.Hello{
		Min: wire.MinProtocol, Max: wire.MaxProtocol, Version: p.o.Version, Purpose: purpose,
	})
}

// Find returns the name of a session's host, or [socket.ErrGone]. A host whose socket was
// removed is asked to make it again.
func (p *Provider) Find(id session.ID) (name string, err error) {
	name, err = nameIn(p.o.Runtime, id)
	if errors.Is(err, socket.ErrGone) {
		return p.findByLock(id)
	}
	return name, err
}

// nameIn returns the name of a session's host that has its socket in dir.
func nameIn(dir string, id session.ID) (string, error) {
	names, err := socket.List(dir)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if session.HostNameOf(name, id) {
			return name, nil
		}
	}
	return "", socket.ErrGone
}

// Alive reports whether a session has a host.
func (p *Provider) Alive(id session.ID) bool {
	name, err := p.Find(id)
	return err == nil && (socket.Alive(context.Background(), p.runtimeOf(name), name) || p.findInOtherDir(name, id))
}

// Kept returns the saved state of a session without a host. If there is none the error is
// [io/fs.ErrNotExist].
func (p *Provider) Kept(id session.ID) (*host.Kept, error) { return host.ReadKept(p.o.Dir(id)) }

// Spec returns the spec of a session's last start, without the variables that hold secrets.
func (p *Provider) Spec(id session.ID) (session.Spec, error) { return host.ReadSpec(p.o.Dir(id)) }

// Dir returns the directory of a session's files.
func (p *Provider) Dir(id session.ID) string { return p.o.Dir(id) }

// Leftovers returns the processes that a killed host left running: they ignored the hangup, and
// continue without a terminal until the session is restarted or forgotten.
func (p *Provider) Leftovers(id session.ID) []int { return host.Leftovers(p.o.Dir(id), id) }

// Forget removes the files and the socket of a session without a host, after it has ended the
// processes that a killed host left running. If the session has a host, it does nothing and returns
// [host.ErrRunning].
func (p *Provider) Forget(id session.ID) error {
	if p.Alive(id) {
		return host.ErrRunning
	}
	return state.Forget(p.o.Dir(id), id, state.Options{}, func() error {
		if name, err := p.Find(id); err == nil {
			_, _ = socket.RemoveStale(p.o.Runtime, name) // dormer gc removes the rest
		}
		return host.EndLeftovers(p.o.Dir(id), id, p.o.Grace)
	})
}
