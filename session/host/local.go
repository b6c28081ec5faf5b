package host

import (
	"sync"

	"dormer/session"
	"dormer/session/wire"
)

// Local runs hosts inside this process: the provider of direct sessions, which
// end with the program. Its methods may be called from any goroutine.
type Local struct {
	options Options

	mu      sync.Mutex
	hosts   map[*Host]struct{}
	started func(wire.Conn) // see Follow; nil for none
}

// NewLocal returns a provider without sessions.
func NewLocal(o Options) *Local {
	return &Local{options: o, hosts: map[*Host]struct{}{}}
}

// Start starts a session and returns a connection to it. If it returns an error, nothing remains of
// the session.
func (l *Local) Start(spec session.Spec) (wire.Conn, error) { return l.StartBecause(spec, "") }

// StartBecause is [Local.Start] with a sentence for the user; it may be empty.
func (l *Local) StartBecause(spec session.Spec, notice string) (wire.Conn, error) {
	o := l.options
	o.notice = notice
	h, err := Start(spec, o)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.hosts[h] = struct{}{}
	started := l.started
	l.mu.Unlock()
	if started != nil {
		started(h.connect())
	}
	go func() {
		<-h.Done()
		l.mu.Lock()
		delete(l.hosts, h)
		l.mu.Unlock()
	}()
	return h.connect(), nil
}

// connect returns a connection to a host of this process.
func (h *Host) connect() wire.Conn {
	viewer, owner := wire.Pipe()
	go func() { _ = h.Serve(owner) }() // the reason why a viewer left is not needed
	return viewer
}

// Follow calls started with a connection to each existing session, and to each that is started
// until stop is called. It replaces an earlier follower. started may be called from any goroutine,
// and must return at once.
func (l *Local) Follow(started func(wire.Conn)) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.started = started
	for h := range l.hosts {
		started(h.connect())
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.started = nil
	}
}

// EndAll ends every session; the channel is closed when nothing remains of them.
func (l *Local) EndAll() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ending sync.WaitGroup
	for h := range l.hosts {
		h.End()
		ending.Go(func() { <-h.Done() })
	}
	done := make(chan struct{})
	go func() {
		ending.Wait()
		close(done)
	}()
	return done
}
