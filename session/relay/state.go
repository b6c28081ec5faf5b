package relay

import (
	"context"
	"slices"
	"sync"
	"time"
)

// State is the state of a session. A session passes through the states in their order, and may go
// to TERMINATING from each state before that.
type State string

// The states of a session.
const (
	// Created sessions have an id and a record in the store, and no process.
	Created State = "CREATED"
	// Spawning sessions are getting a worktree and a process.
	Spawning State = "SPAWNING"
	// Active sessions accept messages.
	Active State = "ACTIVE"
	// Terminating sessions are being ended.
	Terminating State = "TERMINATING"
	// Cleaned sessions have ended: the id is no longer valid.
	Cleaned State = "CLEANED"
)

// next maps each state to those that may follow it.
var next = map[State][]State{
	Created:     {Spawning, Terminating},
	Spawning:    {Active, Terminating},
	Active:      {Terminating},
	Terminating: {Cleaned},
}

// Handle holds an active session's agent, and the function that cancels all work for the session.
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

// ID returns the session's id, a UUID of version 4. It never changes.
func (s *Session) ID() string { return s.id }

// AgentID returns the role of the session's agent. It never changes.
func (s *Session) AgentID() string { return s.agentID }

// CreatedAt returns when the session was created.
func (s *Session) CreatedAt() time.Time { return s.createdAt }

// State returns the session's state.
func (s *Session) State() State {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// Worktree returns the directory in which the agent works, once there is one.
func (s *Session) Worktree() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.worktree
}

// Handle returns the session's handle, once it is active.
func (s *Session) Handle() Handle {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.handle
}

// LastActive returns when the last exchange ended, or the session was created.
func (s *Session) LastActive() time.Time {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.lastActive
}

// MessageCount returns the number of exchanges.
func (s *Session) MessageCount() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.messageCount
}

// Cleaned returns a channel that is closed when the session is cleaned.
func (s *Session) Cleaned() <-chan struct{} { return s.cleaned }

// Clients returns the clients that are told of the session's state.
func (s *Session) Clients() []Client {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.clients)
}
