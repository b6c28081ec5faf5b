package relay

import (
	"context"
	"slices"
	"sync"
	"time"
)

// State is where a session is in its life. A session goes through the states in their
// order, and may go to TERMINATING from each state before that.
type State string

// The states of a session.
const (
	// Created sessions have an id and a place in the store, and no process.
	Created State = "CREATED"
	// Spawning sessions get a worktree and a process.
	Spawning State = "SPAWNING"
	// Active sessions take messages.
	Active State = "ACTIVE"
	// Terminating sessions are being ended.
	Terminating State = "TERMINATING"
	// Cleaned sessions are gone: the id is not valid any more.
	Cleaned State = "CLEANED"
)

// next are the states that may follow each state.
var next = map[State][]State{
	Created:     {Spawning, Terminating},
	Spawning:    {Active, Terminating},
	Active:      {Terminating},
	Terminating: {Cleaned},
}

// Handle is what an active session has: the agent, and what ends everything that is done
// for the session.
type Handle struct {
	Agent  Agent
	Cancel context.CancelFunc
}

// Session is a conversation with an agent. Only the [Manager] changes it.
type Session struct {
	id, agentID string
	createdAt   time.Time

	mu           sync.RWMutex
	state        State
	worktree     string
	handle       Handle
	lastActive   time.Time
	messageCount int
	reason       string
	archived     bool
	shown        bool
	clients      []Client
	// spawning is closed when nothing is being started for the session.
	spawning chan struct{}
	// cleaned is closed when the session is cleaned.
	cleaned chan struct{}
}

// ID is the session's id, a UUID of version 4. It never changes.
func (s *Session) ID() string { return s.id }

// AgentID is the role that the session's agent plays. It never changes.
func (s *Session) AgentID() string { return s.agentID }

// CreatedAt is when the session was created.
func (s *Session) CreatedAt() time.Time { return s.createdAt }

// State is the session's state.
func (s *Session) State() State {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// Worktree is the directory in which the agent works, once there is one.
func (s *Session) Worktree() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.worktree
}

// Handle is what the session has, once it is active.
func (s *Session) Handle() Handle {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.handle
}

// LastActive is when the last exchange ended, or the session was created.
func (s *Session) LastActive() time.Time {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.lastActive
}

// MessageCount is the number of exchanges.
func (s *Session) MessageCount() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.messageCount
}

// Cleaned is closed when the session is cleaned.
func (s *Session) Cleaned() <-chan struct{} { return s.cleaned }

// Clients are those who are told what happens to the session.
func (s *Session) Clients() []Client {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.clients)
}
