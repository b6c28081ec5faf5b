package relay

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// Listed is a session in JSON: one of the relay's, or any other of dormer's.
type Listed struct {
	SessionID string `json:"sessionId"`
	Name      string `json:"name"`
	// AgentID is the role of the relay's session, and State its state; empty for other sessions.
	AgentID string `json:"agentId"`
	State   State  `json:"state"`
	// Agent is the coding agent that runs in it, empty for none.
	Agent string `json:"agent"`
	// Status is active, suspended or archived, and Message explains it.
	Status  string `json:"status"`
	Message string `json:"message"`
	// Lifecycle is the state of its process.
	Lifecycle    string    `json:"lifecycle"`
	Workspace    string    `json:"workspace"`
	WorktreeDir  string    `json:"worktreeDir"`
	CreatedAt    time.Time `json:"createdAt,omitzero"`
	LastActiveAt time.Time `json:"lastActiveAt,omitzero"`
	MessageCount int       `json:"messageCount"`
}

// Sessions are all sessions of dormer.
type Sessions interface {
	// List lists the sessions that are not in error: all, or those with a status. The other methods
	// return [ErrNoSession] for an unknown id.
	List(ctx context.Context, status string) ([]Listed, error)
	Resume(ctx context.Context, id string) error
	Archive(ctx context.Context, id string) error
	// Prompt sends a message, which is taken once for each message id; an empty one is none.
	Prompt(ctx context.Context, id, message, text string) error
}

// Bodies of requests and responses.
type (
	ListResponse struct {
		Sessions []Listed `json:"sessions"`
	}
	CreateRequest struct {
		AgentID string `json:"agentId"`
		Prompt  string `json:"prompt"`
	}
	CreateResponse struct {
		SessionID string    `json:"sessionId"`
		AgentID   string    `json:"agentId"`
		Status    string    `json:"status"`
		State     State     `json:"state"`
		Timestamp time.Time `json:"timestamp"`
	}
	StatusResponse struct {
		SessionID string `json:"sessionId"`
		Status    string `json:"status"`
	}
	CancelRequest struct {
		Confirm bool `json:"confirm"`
	}
	PromptRequest struct {
		Text      string `json:"text"`
		MessageID string `json:"messageId,omitempty"`
	}
	PromptResponse struct {
		SessionID string `json:"sessionId"`
		Seq       int64  `json:"seq"`
	}
	LogoutResponse struct{}
)

// openapi describes the routes.
//
//go:embed openapi.json
var openapi []byte

// route is an endpoint: its place in the description, and its handler.
type route struct {
	method, path string
	// open routes need no token.
	open   bool
	status int // of success
	do     func(s *Server, w http.ResponseWriter, r *http.Request) (any, error)
}

// routes are all endpoints but the WebSocket.
var routes = []route{
	{http.MethodPost, "/login", true, http.StatusOK, (*Server).logIn},
	{http.MethodPost, "/logout", true, http.StatusOK, (*Server).logOut},
	{http.MethodGet, "/openapi.json", true, http.StatusOK, (*Server).describe},
	{http.MethodGet, "/sessions", false, http.StatusOK, (*Server).list},
	{http.MethodPost, "/sessions", false, http.StatusCreated, (*Server).create},
	{http.MethodGet, "/sessions/{id}", false, http.StatusOK, (*Server).show},
	{http.MethodPost, "/sessions/{id}/resume", false, http.StatusOK, (*Server).resume},
	{http.MethodPost, "/sessions/{id}/archive", false, http.StatusOK, (*Server).archive},
	{http.MethodPost, "/sessions/{id}/cancel", false, http.StatusOK, (*Server).cancel},
	{http.MethodPost, "/sessions/{id}/prompt", false, http.StatusAccepted, (*Server).prompt},
}

func (s *Server) logIn(w http.ResponseWriter, r *http.Request) (any, error) {
	return s.guard.logIn(w, r)
}

func (s *Server) logOut(w http.ResponseWriter, r *http.Request) (any, error) {
	err := s.guard.logOut(w, r)
	if gone, none := r.Cookie(cookieName); none == nil && gone.Value != "" {
		s.closeMatching(websocket.StatusPolicyViolation, "logged out", func(who caller) bool { return who.cookie == gone.Value })
	}
	return LogoutResponse{}, err
}

func (s *Server) describe(http.ResponseWriter, *http.Request) (any, error) {
	return json.RawMessage(openapi), nil
}

// listed lists the sessions, all or those with a status, with the relay's information about its
// own.
func (s *Server) listed(ctx context.Context, status string) ([]Listed, error) {
	all, err := s.sessions.List(ctx, status)
	if err != nil {
		return nil, err
	}
	archived, err := s.relay.manager.Archived()
	if err != nil {
		return nil, err
	}
	for _, r := range archived {
		if i := slices.IndexFunc(all, func(l Listed) bool { return l.SessionID == r.ID }); i >= 0 {
			all[i].AgentID = r.AgentID
		}
	}
	for _, own := range s.relay.manager.All() {
		i := slices.IndexFunc(all, func(l Listed) bool { return l.SessionID == own.ID() })
		if i < 0 && status != "" && status != "active" {
			continue
		}
		if i < 0 { // it has no process yet
			i, all = len(all), append(all, Listed{SessionID: own.ID(), Name: own.AgentID(), Status: "active", CreatedAt: own.CreatedAt()})
		}
		l := &all[i]
		l.AgentID, l.State, l.WorktreeDir = own.AgentID(), own.State(), own.Worktree()
		l.LastActiveAt, l.MessageCount = own.LastActive(), own.MessageCount()
	}
	return all, nil
}

func (s *Server) list(_ http.ResponseWriter, r *http.Request) (any, error) {
	status := r.URL.Query().Get("status")
	if !slices.Contains([]string{"", "active", "suspended", "archived"}, status) {
		return nil, denial{http.StatusBadRequest, codeBadMessage, fmt.Sprintf("status %.40q: write active, suspended or archived", status)}
	}
	all, err := s.listed(r.Context(), status)
	if err != nil {
		return nil, err
	}
	archived := r.URL.Query().Get("archived") == "true" || status != ""
	out := ListResponse{Sessions: []Listed{}}
	for _, l := range all {
		if archived || l.Status != "archived" {
			out.Sessions = append(out.Sessions, l)
		}
	}
	return out, nil
}

func (s *Server) show(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.find(r)
}

// find returns the session that a request names.
func (s *Server) find(r *http.Request) (Listed, error) {
	all, err := s.listed(r.Context(), "")
	if err != nil {
		return Listed{}, err
	}
	for _, l := range all {
		if l.SessionID == r.PathValue("id") {
			return l, nil
		}
	}
	return Listed{}, ErrNoSession
}

func (s *Server) create(_ http.ResponseWriter, r *http.Request) (any, error) {
	var q CreateRequest
	if err := readBody(r, &q); err != nil {
		return nil, err
	}
	if err := checkAgentID(q.AgentID); err != nil {
		return nil, denial{http.StatusBadRequest, codeBadMessage, err.Error()}
	}
	made, err := s.relay.Create(r.Context(), q.AgentID, nil)
	if err != nil {
		return nil, err
	}
	answer := CreateResponse{made.ID(), made.AgentID(), "active", made.State(), made.CreatedAt()}
	s.relay.Spawn(made, q.Prompt)
	return answer, nil
}

func (s *Server) resume(_ http.ResponseWriter, r *http.Request) (any, error) {
	id := r.PathValue("id")
	resume := s.sessions.Resume
	if l, err := s.find(r); err == nil && l.Status == "active" && s.relay.IsArchived(id) { // the user has restored it
		resume = s.relay.Resume
	}
	if err := resume(r.Context(), id); err != nil {
		return nil, err
	}
	return StatusResponse{id, "active"}, nil
}

func (s *Server) archive(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.endAndArchive(r, "archived")
}

func (s *Server) cancel(_ http.ResponseWriter, r *http.Request) (any, error) {
	var q CancelRequest
	if err := readBody(r, &q); err != nil {
		return nil, err
	}
	if !q.Confirm {
		return nil, denial{http.StatusConflict, codeRefused, `cancelling ends the session's process: confirm it with {"confirm": true}`}
	}
	return s.endAndArchive(r, "cancelled")
}

// endAndArchive archives a session, which ends its process.
func (s *Server) endAndArchive(r *http.Request, status string) (any, error) {
	id := r.PathValue("id")
	err := s.relay.Archive(r.Context(), id, status) // ends it
	own := err == nil
	if own || errors.Is(err, ErrNoSession) {
		err = s.sessions.Archive(r.Context(), id)
	}
	if own && (errors.Is(err, ErrNoSession) || isRefusal(err)) {
		err = nil // it was stopped while it started, so there is nothing to archive
	}
	if err != nil {
		return nil, err
	}
	return StatusResponse{id, status}, nil
}

func (s *Server) prompt(_ http.ResponseWriter, r *http.Request) (any, error) {
	var q PromptRequest
	if err := readBody(r, &q); err != nil {
		return nil, err
	}
	if q.Text == "" {
		return nil, denial{http.StatusBadRequest, codeBadMessage, "a prompt needs text"}
	}
	id := r.PathValue("id")
	seq, err := s.relay.PromptOnce(r.Context(), id, q.MessageID, q.Text)
	if errors.Is(err, ErrNoSession) {
		err = s.sessions.Prompt(r.Context(), id, q.MessageID, q.Text)
	}
	if err != nil {
		return nil, err
	}
	return PromptResponse{id, seq}, nil
}
