package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// writeTime is the time in which a client must accept a message.
	writeTime = 10 * time.Second
	// pingInterval is the time between two pings, which detect that a client has vanished.
	pingInterval = 30 * time.Second
)

// connection is a client connected by WebSocket. It is a [Client] of its sessions.
type connection struct {
	relay    *Relay
	socket   *websocket.Conn
	readOnly bool
	// mounted says that another handler serves it; only cancel is set then. A request of MCP is
	// not counted as a connection: its MCP session is.
	mounted, request bool
	pace             pace
	// ctx ends with the connection.
	ctx    context.Context //nolint:containedctx // it is the connection's life
	cancel context.CancelCauseFunc
	// loginTimer closes it when its login expires; nil without a login.
	loginTimer *time.Timer
	// closing means that nothing more is read or sent.
	closing atomic.Bool
	// writing is held for reading during each write, until the reason of a failed write is
	// recorded.
	writing sync.RWMutex

	mu      sync.Mutex
	follows map[string]*follow
}

// follow is a session that a connection follows.
type follow struct {
	from    int64
	updates bool
	// attached tells the client that the session is followed, once.
	attached func()
	cancel   context.CancelFunc
	done     chan struct{} // nil while the session is not active
}

var errClosing = errors.New("the connection is being closed")

// writeError is the error of a failed write.
type writeError struct{ error }

// serve reads the client's messages until it disconnects. Its sessions continue or end as
// configured.
func (c *connection) serve() {
	var pinging sync.WaitGroup
	pinging.Go(c.ping)
	for c.ctx.Err() == nil {
		_, data, err := c.socket.Read(c.ctx)
		if err != nil {
			c.writing.Lock() // a write that times out ends reading, and its error is the reason
			c.closing.Store(true)
			c.writing.Unlock()
			break
		}
		c.pace.wait(c.ctx)
		if c.closing.Load() {
			break
		}
		c.handle(data)
	}
	why := Reason{ClientDisconnected, "client disconnected"}
	if failed, is := errors.AsType[writeError](context.Cause(c.ctx)); is {
		why = failure(WriteFailed, failed)
	}
	c.cancel(nil)
	c.relay.Leave(c, why)
	pinging.Wait()
	c.unfollowAll()
	_ = c.socket.CloseNow() // the client has gone and need not be told
}

// unfollowAll stops following all sessions. When it returns, nothing more is sent.
func (c *connection) unfollowAll() {
	c.mu.Lock()
	all := c.follows
	c.follows = nil
	c.mu.Unlock()
	for _, f := range all {
		f.stop()
	}
}

// stopSession returns when the session is no longer followed.
func (f *follow) stop() {
	if f.done != nil {
		f.cancel()
		<-f.done
	}
}

// ping detects that a client has vanished.
func (c *connection) ping() {
	t := time.NewTicker(pingInterval)
	defer t.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-t.C:
		}
		ctx, cancel := context.WithTimeout(c.ctx, writeTime)
		err := c.socket.Ping(ctx)
		cancel()
		if err != nil {
			c.cancel(nil)
			_ = c.socket.CloseNow()
			return
		}
	}
}

// send writes a message. If it cannot be written in time the connection is closed.
func (c *connection) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode %T: %w", message, err)
	}
	c.writing.RLock()
	defer c.writing.RUnlock()
	if c.closing.Load() {
		return errClosing
	}
	ctx, cancel := context.WithTimeout(c.ctx, writeTime)
	defer cancel()
	if err := c.socket.Write(ctx, websocket.MessageText, data); err != nil {
		if c.ctx.Err() == nil {
			c.cancel(writeError{err})
		}
		_ = c.socket.CloseNow()
		return err
	}
	return nil
}

// handle carries out a message of the client.
func (c *connection) handle(data []byte) {
	q, err := decode(data)
	if err != nil {
		_ = c.send(Failure{"error", codeBadMessage, err.Error(), q.SessionID}) // serve notices a closed connection
		return
	}
	if c.readOnly && q.Type != typeAttach {
		_ = c.send(Failure{"error", codeReadOnly, "the token is read-only: make another one with dormer token new", q.SessionID})
		return
	}
	if err := c.dispatch(q); err != nil {
		_ = c.send(errorOf(q.SessionID, err))
	}
}

func (c *connection) dispatch(q request) error {
	switch q.Type {
	case typeCreate:
		return c.create(q)
	case typeAttach:
		return c.attach(q)
	case typeStop:
		s, err := c.relay.manager.Get(q.SessionID)
		if err == nil {
			go c.stopSession(s) // this takes seconds; messages are read meanwhile
		}
		return err
	case typeMessage:
		return c.message(q)
	case typeAnswer:
		return c.relay.Answer(c.ctx, q.SessionID, q.Request, q.Option)
	case typeCancel:
		return c.relay.Cancel(c.ctx, q.SessionID)
	}
	return nil // check refuses others
}

// promptTime is how long later messages wait for a prompt to an agent. An agent that must be
// restarted takes longer.
const promptTime = time.Second

// message sends a message to an agent. It does not wait for slow agents, so that other messages and
// answers to pings are read meanwhile.
func (c *connection) message(q request) error {
	sent := make(chan error, 1)
	go func() {
		_, err := c.relay.PromptOnce(c.ctx, q.SessionID, q.MessageID, q.Content)
		sent <- err
	}()
	select {
	case err := <-sent:
		return err
	case <-time.After(promptTime):
	}
	go func() {
		if err := <-sent; err != nil {
			_ = c.send(errorOf(q.SessionID, err))
		}
	}()
	return nil
}

func (c *connection) create(q request) error {
	s, err := c.relay.Create(c.ctx, q.AgentID, c)
	if err != nil {
		return err
	}
	c.followWhenActive(s, q, func() {})
	err = c.send(createdMessage{"session:created", s.ID(), s.AgentID(), s.CreatedAt()})
	c.relay.Spawn(s, "")
	return err
}

// followWhenActive notes how a session is followed once it is active. attached is called when it is, and its
// event q.From is known to be there.
func (c *connection) followWhenActive(s *Session, q request, attached func()) {
	c.mu.Lock()
	old := c.follows[s.ID()]
	if c.follows != nil {
		c.follows[s.ID()] = &follow{from: q.From, updates: q.Updates, attached: attached}
	}
	c.mu.Unlock()
	if old != nil {
		old.stop()
	}
}

func (c *connection) attach(q request) error {
	s, err := c.relay.manager.Get(q.SessionID)
	if err != nil {
		return err
	}
	before := s.State()
	attached := sync.OnceFunc(func() { // who cannot be written to has gone
		_ = c.send(attachedMessage{"session:attached", s.ID(), s.AgentID(), before})
	})
	c.followWhenActive(s, q, attached)
	if before != Active || q.From == 0 {
		attached() // nothing can be wrong with the number
	}
	if err := c.relay.Join(q.SessionID, c); err != nil {
		return err
	}
	switch {
	case s.State() != Active:
	case before == Active:
		c.startFollowing(s)
	default:
		c.Ready(s)
	}
	return nil
}

// stopSession ends a session. Its clients are told by its end; a client that has not joined is told too.
func (c *connection) stopSession(s *Session) {
	c.mu.Lock()
	_, joined := c.follows[s.ID()]
	c.mu.Unlock()
	err := c.relay.Stop(s.ID())
	switch {
	case err != nil:
		_ = c.send(errorOf(s.ID(), err))
	case !joined:
		_ = c.send(terminatedMessage{"session:terminated", s.ID(), s.Reason()})
	}
}

// Ready reports that a session accepts messages, and follows it.
func (c *connection) Ready(s *Session) {
	if c.send(readyMessage{"session:ready", s.ID()}) == nil {
		c.startFollowing(s)
	}
}

// startFollowing starts following a session, unless it is followed already.
func (c *connection) startFollowing(s *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.follows[s.ID()]
	if f == nil || f.done != nil || c.ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithCancel(c.ctx)
	f.cancel, f.done = cancel, make(chan struct{})
	go func() {
		defer close(f.done)
		defer cancel()
		late := time.AfterFunc(promptTime, f.attached) // a conversation that hangs is attached to, too
		defer late.Stop()
		err := c.relay.Follow(ctx, s.ID(), f.from, f.attached, func(e Event) error {
			if m := messageOf(s.ID(), e, f.updates); m != nil {
				return c.send(m)
			}
			return nil
		})
		if isRefusal(err) {
			_ = c.send(errorOf(s.ID(), err)) // fails if the client has gone
		}
	}()
}

// Terminated reports that a session has ended, and why if no client asked for it.
func (c *connection) Terminated(s *Session, why Reason) {
	c.mu.Lock()
	f := c.follows[s.ID()]
	delete(c.follows, s.ID()) // it must not be followed any more
	c.mu.Unlock()
	if f != nil {
		f.stop()
	}
	if why.Code != Stopped {
		if c.send(Failure{"error", why.Code, why.Text, s.ID()}) != nil {
			return
		}
	}
	_ = c.send(terminatedMessage{"session:terminated", s.ID(), why.Text})
}
