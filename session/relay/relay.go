package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Reason is why a session ended: a code for programs, and a sentence for the log and for clients.
type Reason struct{ Code, Text string }

// The codes of reasons.
const (
	WorktreeFailed     = "worktree_failed"
	SpawnFailed        = "acp_spawn_failed"
	AttachFailed       = "attach_failed"
	SendFailed         = "send_failed"
	WriteFailed        = "write_failed"
	ClientDisconnected = "client_disconnected"
	Stopped            = "stopped"
	Ended              = "ended"
)

// reasonWords begin the text of a reason with an error.
var reasonWords = map[string]string{
	WorktreeFailed: "worktree failed", SpawnFailed: "acp spawn failed", AttachFailed: "attach failed",
	SendFailed: "send failed", WriteFailed: "write failed",
}

func failure(code string, err error) Reason {
	return Reason{code, fmt.Sprintf("%s: %v", reasonWords[code], err)}
}

// stoppedByClient is the reason of a session that a client has stopped.
var stoppedByClient = Reason{Stopped, "stopped by the client"}

// Disconnect says what happens to a session whose last client has disconnected: it continues (the
// zero value), or ends after a time.
type Disconnect struct {
	End   bool
	After time.Duration
}

// ErrNotActive and ErrNotReady are returned for messages to a session that accepts none.
var (
	ErrNotActive = errors.New("session not active")
	ErrNotReady  = errors.New("session not ready")
)

// Time limits for the steps of a session.
const (
	// attachTime is how long a conversation may take to listen.
	attachTime = time.Minute
	// sendTime is how long a conversation may take to accept a message.
	sendTime = 30 * time.Second
)

// Relay creates, follows and ends sessions.
type Relay struct {
	manager    *Manager
	backend    Backend
	log        *slog.Logger
	disconnect Disconnect
	began      time.Time

	// ctx ends with the relay; sessions continue.
	ctx context.Context //nolint:containedctx // what is done for a session does not end with the request that began it
	// work counts the goroutines that work for sessions.
	work sync.WaitGroup

	mu    sync.Mutex
	turns map[string]*turns
	ends  map[string]*time.Timer
}

// New returns a relay that works until ctx ends.
func New(ctx context.Context, m *Manager, b Backend, disconnect Disconnect, log *slog.Logger) *Relay {
	return &Relay{manager: m, backend: b, log: log, disconnect: disconnect, began: m.now(), ctx: ctx, turns: map[string]*turns{}, ends: map[string]*time.Timer{}}
}

// Create makes a session for an agent id. Nothing runs until [Relay.Spawn].
func (r *Relay) Create(ctx context.Context, agentID string, client Client) (*Session, error) {
	return r.manager.Create(ctx, agentID, client)
}

// Spawn starts the agent of a new session. It returns at once; the session's clients are told of
// the result. first is the first message, if it is not empty.
func (r *Relay) Spawn(s *Session, first string) {
	ctx, cancel := context.WithCancel(r.ctx)
	spawned, err := r.manager.BeginSpawn(ctx, s.ID(), cancel)
	if err != nil { // it has been stopped already
		cancel()
		r.log.Warn("session.spawn", "sessionId", s.ID(), "error", err.Error())
		return
	}
	r.work.Go(func() {
		failed := r.spawn(ctx, s)
		spawned()
		switch {
		case ctx.Err() != nil: // whoever stopped it meanwhile ends it
		case failed != Reason{}:
			r.terminate(s, failed)
		default:
			r.ready(ctx, s, first)
		}
	})
}

// spawn brings a session to ACTIVE, or returns the reason of its failure.
func (r *Relay) spawn(ctx context.Context, s *Session) Reason {
	dir, err := r.backend.Worktree(ctx, s.AgentID())
	if err != nil {
		return failure(WorktreeFailed, err)
	}
	if ctx.Err() != nil {
		return Reason{}
	}
	if err := r.backend.Start(ctx, s.ID(), s.AgentID(), dir); err != nil {
		return failure(SpawnFailed, err)
	}
	agent, err := r.attach(ctx, s)
	if err != nil {
		return failure(AttachFailed, err)
	}
	if err := r.manager.AttachAgent(ctx, s.ID(), dir, agent); err != nil {
		_ = agent.Close() // it is not used
		return failure(AttachFailed, err)
	}
	return Reason{}
}

func (r *Relay) attach(ctx context.Context, s *Session) (Agent, error) {
	ctx, cancel := context.WithTimeout(ctx, attachTime)
	defer cancel()
	return r.backend.Attach(ctx, s.ID())
}

// ready tells the clients of a session that it is active, and starts to follow it.
func (r *Relay) ready(ctx context.Context, s *Session, first string) {
	for _, c := range s.Clients() { // in parallel, because a client may not read
		r.work.Go(func() { c.Ready(s) })
	}
	r.work.Go(func() { r.listen(ctx, s) })
	r.work.Go(func() { r.show(ctx, s) })
	if first == "" {
		return
	}
	if _, err := r.Prompt(ctx, s.ID(), first); err != nil {
		r.log.Error("session.prompt", "sessionId", s.ID(), "error", err.Error())
	}
}

// Stop ends a session and returns when nothing of it is left.
func (r *Relay) Stop(id string) error {
	s, err := r.manager.Get(id)
	if err != nil {
		return err
	}
	if !r.terminate(s, stoppedByClient) {
		<-s.Cleaned() // another goroutine ends it
	}
	return nil
}

// Archive ends a session that the user archives; why is for the log. After that the session is in
// the workspace, and [Relay.Resume] can resume it.
func (r *Relay) Archive(ctx context.Context, id, why string) error {
	s, err := r.manager.Get(id)
	if err == nil && s.State() == Active {
		err = r.backend.Show(ctx, id)
	}
	if err == nil {
		err = r.manager.Archive(ctx, id)
	}
	if err != nil {
		return err
	}
	if !r.terminate(s, Reason{Stopped, why}) {
		<-s.Cleaned() // another goroutine ends it
	}
	return nil
}

// IsArchived reports whether a session of the relay was archived and has not been resumed since.
func (r *Relay) IsArchived(id string) bool {
	_, err := r.manager.archivedRecord(id)
	return err == nil
}

// Resume starts an archived session that the user has restored, and adds it to the relay's sessions
// again.
func (r *Relay) Resume(ctx context.Context, id string) error {
	ctx, ended, err := r.turnsOf(id).beginStart(ctx)
	if err != nil {
		return err
	}
	defer ended()
	record, err := r.manager.archivedRecord(id)
	if err == nil {
		err = r.manager.CheckLimits(record.AgentID)
	}
	if err == nil {
		err = r.backend.Start(ctx, id, record.AgentID, record.Worktree)
	}
	if err != nil {
		return err
	}
	record.Archived = false
	if err := r.manager.store.Put(record); err != nil {
		return err
	}
	return r.restore(record)
}

// terminate ends a session for a reason, and tells its clients when nothing of it is left. It
// returns false if another call ends it.
func (r *Relay) terminate(s *Session, why Reason) bool {
	if err := r.manager.MarkTerminating(r.ctx, s.ID(), why.Text); err != nil {
		r.log.Warn("session.terminate", "sessionId", s.ID(), "error", err.Error())
		return false
	}
	r.cancelEnd(s.ID())
	r.turnsOf(s.ID()).stopStarting()
	if err := r.manager.CompleteCleanup(r.ctx, s.ID(), func() error { return r.backend.End(s.ID()) }); err != nil {
		r.log.Error("session.cleanup", "sessionId", s.ID(), "error", err.Error())
	}
	r.mu.Lock()
	delete(r.turns, s.ID())
	r.mu.Unlock()
	for _, c := range s.Clients() { // in parallel, because a client may not read
		r.work.Go(func() { c.Terminated(s, why) })
	}
	return true
}

// Prompt sends a message to the agent of a session. An agent whose process has ended is restarted
// first. If the message cannot be sent, the session is terminated.
func (r *Relay) Prompt(ctx context.Context, id, text string) (seq int64, err error) {
	return r.PromptOnce(ctx, id, "", text)
}

// PromptOnce is [Relay.Prompt] for a message with an id, which is empty for none. One whose id was
// taken before is not taken again.
func (r *Relay) PromptOnce(ctx context.Context, id, message, text string) (seq int64, err error) {
	if message == "" {
		message = r.manager.newID() // it may have to be sent twice
	}
	s, agent, err := r.agentOf(id)
	if err != nil {
		return 0, err
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if agent != nil {
		if seq, err = agent.Prompt(ctx, message, text); err == nil || isRefusal(err) || errors.Is(err, ErrNotReady) || ctx.Err() != nil {
			return seq, err
		}
	}
	if agent, err = r.startAgain(ctx, s, agent); err == nil {
		seq, err = agent.Prompt(ctx, message, text)
	}
	if err != nil && s.State() != Active { // it was stopped meanwhile
		return 0, ErrNotActive
	}
	gone := caller.Err() != nil || r.ctx.Err() != nil // the caller or the relay has ended
	if err != nil && !gone && !isRefusal(err) && !errors.Is(err, ErrNotReady) {
		r.work.Go(func() { r.terminate(s, failure(SendFailed, err)) })
	}
	return seq, err
}

func isRefusal(err error) bool {
	_, is := errors.AsType[Refusal](err)
	return is
}

// agentOf returns an active session and its agent; nil while it has none.
func (r *Relay) agentOf(id string) (*Session, Agent, error) {
	s, err := r.manager.Get(id)
	if err != nil {
		return nil, nil, err
	}
	if s.State() != Active {
		return nil, nil, ErrNotActive
	}
	return s, s.Handle().Agent, nil
}

// startAgain starts the process of an active session, unless it runs, and connects to it. broken is
// the session's previous connection, or nil.
func (r *Relay) startAgain(ctx context.Context, s *Session, broken Agent) (Agent, error) {
	ctx, ended, err := r.turnsOf(s.ID()).beginStart(ctx)
	if err != nil {
		return nil, err
	}
	defer ended()
	if s.State() != Active {
		return nil, ErrNotActive
	}
	if why := r.backend.Ended(ctx, s.ID()); why != "" {
		return nil, errors.New(why)
	}
	if err := r.backend.Start(ctx, s.ID(), s.AgentID(), s.Worktree()); err != nil {
		return nil, err
	}
	return r.connectAgain(ctx, s, broken)
}

// Cancel makes the agent of a session stop its work.
func (r *Relay) Cancel(ctx context.Context, id string) error {
	_, agent, err := r.agentOf(id)
	if err == nil && agent == nil {
		err = ErrNotReady
	}
	if err != nil {
		return err
	}
	return agent.Cancel(ctx)
}

// Answer answers a request of a session's agent.
func (r *Relay) Answer(ctx context.Context, id, request, option string) error {
	_, agent, err := r.agentOf(id)
	if err == nil && agent == nil {
		err = ErrNotReady
	}
	if err != nil {
		return err
	}
	return agent.Answer(ctx, request, option)
}

// Restore finds the sessions of an earlier relay, and removes those that have ended.
func (r *Relay) Restore(ctx context.Context) error {
	all, err := r.manager.store.All()
	if err != nil {
		return fmt.Errorf("find the sessions of the last relay: %w", err)
	}
	for _, record := range all {
		if record.Archived {
			continue
		}
		if why := r.backend.Ended(ctx, record.ID); why != "" {
			r.log.Info("session.forgotten", "sessionId", record.ID, "agentId", record.AgentID, "reason", why)
			if err := r.manager.store.Remove(record.ID); err != nil {
				return err
			}
			continue
		}
		if err := r.restore(record); err != nil {
			return err
		}
	}
	return nil
}

func (r *Relay) restore(record Record) error {
	ctx, cancel := context.WithCancel(r.ctx)
	s, err := r.manager.Restore(record, Handle{Cancel: cancel})
	if err != nil {
		cancel()
		return err
	}
	r.log.Info("session.restored", "sessionId", s.ID(), "agentId", s.AgentID(), "worktreeDir", s.Worktree())
	r.work.Go(func() { r.listen(ctx, s) })
	if !record.Shown {
		r.work.Go(func() { r.show(ctx, s) })
	}
	return nil
}

// showRetry is the time between two attempts to show a session.
const showRetry = 2 * time.Second

// show adds an active session to the user's workspace. If that fails, as while the program that has
// the workspace open is stopped, it is retried.
func (r *Relay) show(ctx context.Context, s *Session) {
	for tries := 0; ; tries++ {
		err := r.backend.Show(ctx, s.ID())
		if err == nil {
			err = r.manager.MarkShown(ctx, s.ID())
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		if tries == 0 {
			r.log.Warn("session.not_shown", "sessionId", s.ID(), "error", err.Error())
		}
		select {
		case <-time.After(showRetry):
		case <-ctx.Done():
			return
		}
	}
}

// Join adds a client that is told of a session's state.
func (r *Relay) Join(id string, c Client) error {
	if err := r.manager.AddClient(id, c); err != nil {
		return err
	}
	r.cancelEnd(id)
	return nil
}

// Leave removes a client from all sessions. If it was the last client of a session, that continues
// or ends as configured; why is the reason if it ends.
func (r *Relay) Leave(c Client, why Reason) {
	for _, s := range r.manager.All() {
		was, left := r.manager.RemoveClient(s.ID(), c)
		if !was || left > 0 || !r.disconnect.End || r.ctx.Err() != nil {
			continue
		}
		if r.disconnect.After == 0 {
			r.work.Go(func() { r.terminate(s, why) })
			continue
		}
		r.scheduleEnd(s, why)
	}
}

// scheduleEnd ends a session after the configured time, unless a client joins before.
func (r *Relay) scheduleEnd(s *Session, why Reason) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ends[s.ID()] = time.AfterFunc(r.disconnect.After, func() {
		if len(s.Clients()) == 0 && r.ctx.Err() == nil {
			r.terminate(s, why)
		}
	})
}

// cancelEnd cancels scheduleEnd.
func (r *Relay) cancelEnd(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := r.ends[id]; t != nil {
		t.Stop()
		delete(r.ends, id)
	}
}

// Wait returns when no work for sessions is in progress. The relay's context has ended by then.
func (r *Relay) Wait() { r.work.Wait() }
