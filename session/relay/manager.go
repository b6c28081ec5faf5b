package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Errors of the manager that callers distinguish.
var (
	// ErrNoSession is returned for an id that is not, or no longer, a session's.
	ErrNoSession = errors.New("there is no such session")
	// ErrState is returned if a session is not in the required state.
	ErrState = errors.New("the session is in another state")
	// ErrTooMany is returned if the number of sessions has reached its limit.
	ErrTooMany = errors.New("the limit of sessions is reached: stop one first")
	// ErrAgentInUse is returned if an agent already has a session.
	ErrAgentInUse = errors.New("the agent has a session already: attach to that one, or stop it first")
)

// Record is the saved record of a session, for a later relay.
type Record struct {
	ID        string    `json:"id"`
	AgentID   string    `json:"agentId"`
	Worktree  string    `json:"worktree,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	// Archived sessions were ended and archived by the user.
	Archived bool `json:"archived,omitempty"`
	// Shown sessions were added to the user's workspace.
	Shown bool `json:"shown,omitempty"`
}

// Store saves the records of sessions.
type Store interface {
	Put(r Record) error
	Remove(id string) error
	All() ([]Record, error)
}

// Limits limit the number of sessions.
type Limits struct {
	// Max is the largest number of sessions; 0 for any number.
	Max int
	// ManyPerAgent allows several sessions of one agent id.
	ManyPerAgent bool
}

// Manager changes sessions and their states. Its methods may be called from any goroutine.
type Manager struct {
	store  Store
	limits Limits
	newID  func() string
	now    func() time.Time
	log    *slog.Logger

	mu       sync.RWMutex
	sessions map[string]*Session
}

// NewManager returns a manager without sessions. newID makes UUIDs.
func NewManager(store Store, limits Limits, newID func() string, now func() time.Time, log *slog.Logger) *Manager {
	return &Manager{store: store, limits: limits, newID: newID, now: now, log: log, sessions: map[string]*Session{}}
}

// Create makes a session for an agent id, with a client that is told of it; nil for none. The
// session is in the store when Create returns.
func (m *Manager) Create(_ context.Context, agentID string, client Client) (*Session, error) {
	s, err := m.insert(agentID, client)
	if err != nil {
		return nil, err
	}
	if err := m.put(s); err != nil {
		m.remove(s)
		return nil, fmt.Errorf("keep the session: %w", err)
	}
	m.log.Info("session.created", "sessionId", s.id, "agentId", agentID)
	return s, nil
}

// put saves the record of a session.
func (m *Manager) put(s *Session) error {
	s.mu.RLock()
	r := s.record()
	s.mu.RUnlock()
	return m.store.Put(r)
}

// insert makes a session with a new id.
func (m *Manager) insert(agentID string, client Client) (*Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.checkLimits(agentID); err != nil {
		return nil, err
	}
	id := m.newID()
	for m.sessions[id] != nil {
		id = m.newID()
	}
	s := newSession(Record{ID: id, AgentID: agentID, CreatedAt: m.now()}, Created)
	if client != nil {
		s.clients = []Client{client}
	}
	m.sessions[id] = s
	return s, nil
}

// CheckLimits returns an error if no further session of an agent id is allowed.
func (m *Manager) CheckLimits(agentID string) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.checkLimits(agentID)
}

// checkLimits is [Manager.CheckLimits] with the mutex held.
func (m *Manager) checkLimits(agentID string) error {
	if m.limits.Max > 0 && len(m.sessions) >= m.limits.Max {
		return ErrTooMany
	}
	for _, s := range m.sessions {
		if s.agentID == agentID && !m.limits.ManyPerAgent {
			return fmt.Errorf("session %s: %w", s.id, ErrAgentInUse)
		}
	}
	return nil
}

func newSession(r Record, state State) *Session {
	done := make(chan struct{})
	close(done)
	return &Session{
		id: r.ID, agentID: r.AgentID, createdAt: r.CreatedAt, lastActive: r.CreatedAt, worktree: r.Worktree,
		archived: r.Archived, shown: r.Shown, state: state, spawning: done, cleaned: make(chan struct{}),
	}
}

// record returns the record of a session. The session's mutex is held.
func (s *Session) record() Record {
	return Record{ID: s.id, AgentID: s.agentID, Worktree: s.worktree, CreatedAt: s.createdAt, Archived: s.archived, Shown: s.shown}
}

// Restore adds an active session that an earlier relay has left.
func (m *Manager) Restore(r Record, h Handle) (*Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sessions[r.ID] != nil {
		return nil, fmt.Errorf("session %s: %w", r.ID, ErrState)
	}
	s := newSession(r, Active)
	s.handle = h
	m.sessions[r.ID] = s
	return s, nil
}

// Get returns a session. The error is [ErrNoSession] if it does not exist, or no longer.
func (m *Manager) Get(id string) (*Session, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if s := m.sessions[id]; s != nil {
		return s, nil
	}
	return nil, ErrNoSession
}

// All returns all sessions, the oldest first.
func (m *Manager) All() []*Session {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var all []*Session
	for _, s := range m.sessions {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *Session) int { return a.createdAt.Compare(b.createdAt) })
	return all
}

// change changes a session under its mutex.
func (m *Manager) change(id string, by func(*Session) error) error {
	s, err := m.Get(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return by(s)
}

// move moves a session into another state, if the transition is allowed.
func (s *Session) move(to State) error {
	if !slices.Contains(next[s.state], to) {
		return fmt.Errorf("session %s is %s and cannot become %s: %w", s.id, s.state, to, ErrState)
	}
	s.state = to
	return nil
}

// BeginSpawn moves a session from CREATED to SPAWNING. cancel cancels its start. spawned must be
// called when nothing is being started any more.
func (m *Manager) BeginSpawn(_ context.Context, id string, cancel context.CancelFunc) (spawned func(), err error) {
	spawning := make(chan struct{})
	err = m.change(id, func(s *Session) error {
		if err := s.move(Spawning); err != nil {
			return err
		}
		s.spawning, s.handle.Cancel = spawning, cancel
		return nil
	})
	return sync.OnceFunc(func() { close(spawning) }), err
}

// AttachAgent moves a session from SPAWNING to ACTIVE, with its agent. It fails if the session was
// stopped meanwhile.
func (m *Manager) AttachAgent(_ context.Context, id, worktree string, agent Agent) error {
	var attached *Session
	err := m.change(id, func(s *Session) error {
		if err := s.move(Active); err != nil {
			return err
		}
		s.worktree, s.handle.Agent, attached = worktree, agent, s
		return nil
	})
	if err != nil {
		return err
	}
	if err := m.put(attached); err != nil {
		m.log.Error("session.store", "sessionId", id, "error", err.Error())
	}
	m.log.Info("session.ready", "sessionId", id, "agentId", attached.agentID, "worktreeDir", worktree)
	return nil
}

// ReplaceAgent gives an active session another agent; nil for none. It fails if the session's agent
// is neither old nor nil.
func (m *Manager) ReplaceAgent(_ context.Context, id string, old, agent Agent) error {
	return m.change(id, func(s *Session) error {
		if s.state != Active || s.handle.Agent != nil && s.handle.Agent != old {
			return fmt.Errorf("session %s is %s: %w", id, s.state, ErrState)
		}
		s.handle.Agent = agent
		return nil
	})
}

// MarkTerminating moves a session to TERMINATING and cancels the work for it. The first reason
// counts.
func (m *Manager) MarkTerminating(_ context.Context, id, reason string) error {
	return m.change(id, func(s *Session) error {
		if err := s.move(Terminating); err != nil {
			return err
		}
		s.reason = reason
		if s.handle.Cancel != nil {
			s.handle.Cancel()
		}
		return nil
	})
}

// CompleteCleanup moves a session from TERMINATING to CLEANED. It waits until nothing is being
// started for the session, then calls end, which ends its process. After that the id is no longer
// valid. An error of end is returned when everything else is done.
func (m *Manager) CompleteCleanup(_ context.Context, id string, end func() error) error {
	s, err := m.Get(id)
	if err != nil {
		return err
	}
	s.mu.RLock()
	state, spawning := s.state, s.spawning
	s.mu.RUnlock()
	if state != Terminating {
		return fmt.Errorf("session %s is %s, not %s: %w", id, state, Terminating, ErrState)
	}
	<-spawning
	if agent := s.Handle().Agent; agent != nil {
		_ = agent.Close() // closes the connection; the process is ended next
	}
	ended := end()
	var reason string
	var count int
	forget := m.store.Remove
	if err := m.change(id, func(s *Session) error {
		reason, count = s.reason, s.messageCount
		if s.archived {
			forget = func(string) error { return nil }
		}
		return s.move(Cleaned)
	}); err != nil {
		return err
	}
	m.remove(s)
	if err := forget(id); err != nil {
		ended = errors.Join(ended, err)
	}
	m.log.Info("session.terminated", "sessionId", id, "reason", reason,
		"duration", m.now().Sub(s.createdAt).Round(time.Second).String(), "messageCount", count)
	close(s.cleaned)
	return ended
}

func (m *Manager) remove(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, s.id)
}

// Archive keeps the record of a session, as an archived one, when the session is cleaned.
func (m *Manager) Archive(_ context.Context, id string) error {
	var archived *Session
	if err := m.change(id, func(s *Session) error {
		s.archived, archived = true, s
		return nil
	}); err != nil {
		return err
	}
	return m.put(archived)
}

// MarkShown notes that a session is in the user's workspace.
func (m *Manager) MarkShown(_ context.Context, id string) error {
	var shown *Session
	if err := m.change(id, func(s *Session) error {
		s.shown, shown = true, s
		return nil
	}); err != nil {
		return err
	}
	return m.put(shown)
}

// Archived returns the records of archived sessions.
func (m *Manager) Archived() ([]Record, error) {
	all, err := m.store.All()
	return slices.DeleteFunc(all, func(r Record) bool { return !r.Archived }), err
}

// archivedRecord returns the record of an archived session.
func (m *Manager) archivedRecord(id string) (Record, error) {
	all, err := m.Archived()
	if err != nil {
		return Record{}, err
	}
	if i := slices.IndexFunc(all, func(r Record) bool { return r.ID == id }); i >= 0 {
		return all[i], nil
	}
	return Record{}, ErrNoSession
}

// Reason returns why a session is being or was terminated.
func (s *Session) Reason() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.reason
}

// IncrementMessageCount counts an exchange.
func (m *Manager) IncrementMessageCount(_ context.Context, id string) error {
	return m.change(id, func(s *Session) error {
		s.messageCount++
		return nil
	})
}

// ForgetMessages has the exchanges be counted anew.
func (m *Manager) ForgetMessages(_ context.Context, id string) error {
	return m.change(id, func(s *Session) error {
		s.messageCount = 0
		return nil
	})
}

// RecordHeartbeat notes that something was exchanged at a time.
func (m *Manager) RecordHeartbeat(_ context.Context, id string, at time.Time) error {
	return m.change(id, func(s *Session) error {
		s.lastActive = at
		return nil
	})
}

// AddClient adds a client that is told of a session's state.
func (m *Manager) AddClient(id string, c Client) error {
	return m.change(id, func(s *Session) error {
		if s.state == Cleaned { // its clients have been told
			return ErrNoSession
		}
		if !slices.Contains(s.clients, c) {
			s.clients = append(s.clients, c)
		}
		return nil
	})
}

// RemoveClient removes a client. It reports whether the client was one of the session's, and how
// many are left.
func (m *Manager) RemoveClient(id string, c Client) (was bool, left int) {
	_ = m.change(id, func(s *Session) error { // a session that does not exist has no clients
		n := len(s.clients)
		s.clients = slices.DeleteFunc(s.clients, func(o Client) bool { return o == c })
		was, left = len(s.clients) < n, len(s.clients)
		return nil
	})
	return was, left
}
