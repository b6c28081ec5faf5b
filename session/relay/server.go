package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormer/session/relay/token"
)

// ServerOptions configure a server of a relay.
type ServerOptions struct {
	Sessions Sessions
	Tokens   token.File
	// Logins is the file of logins; empty for none.
	Logins string
	// Hosts are additional names of the relay; nil for none.
	Hosts Hosts
	// Secure means that it is served over TLS.
	Secure bool
	// Connections is the largest number of WebSockets and MCP sessions together. PerSecond limits
	// the messages of a WebSocket, and the requests with a token, per second; 0 means no limit.
	Connections, PerSecond int
	// MCP returns a server of the Model Context Protocol for the owner of a token; with a read-only
	// token it must not change anything. It is nil if there is none at /mcp.
	MCP func(token string, readOnly bool) *mcp.Server
	Log *slog.Logger
}

// Server serves a relay over HTTP and WebSocket.
type Server struct {
	relay    *Relay
	sessions Sessions
	guard    *guard
	options  ServerOptions
	mux      *http.ServeMux
	log      *slog.Logger

	mu   sync.Mutex
	open map[*connection]caller
	mcp  map[string]*mcpService // by the hash of the token
	// paces limit the requests with a token, by its hash.
	paces map[string]*pace
	// startingMCP is the number of MCP sessions that are about to begin.
	startingMCP int
	ended       sync.WaitGroup
}

// NewServer returns a server of a relay.
func NewServer(r *Relay, o ServerOptions) *Server {
	s := &Server{
		relay: r, sessions: o.Sessions, options: o, mux: http.NewServeMux(), log: o.Log,
		guard: &guard{tokens: o.Tokens, hosts: o.Hosts, secure: o.Secure, now: time.Now, log: o.Log, logins: openLogins(o.Logins)},
		open:  map[*connection]caller{}, mcp: map[string]*mcpService{}, paces: map[string]*pace{},
	}
	for _, e := range routes {
		s.mux.HandleFunc(e.method+" "+e.path, s.handler(e))
	}
	s.mux.HandleFunc("GET /ws", s.connect)
	if o.MCP != nil {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} { // Mount serves the other paths
			s.mux.HandleFunc(method+" "+mcpPath, s.serveMCP)
		}
	}
	return s
}

// Serve serves the connections of a listener until the context ends, and returns when all have
// ended. Sessions continue.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug), // clients' errors
	}
	served := make(chan error, 1)
	if s.options.Connections > 0 {
		l = &limitedListener{Listener: l, places: make(chan struct{}, s.options.Connections+spareConnections)}
	}
	go func() { served <- h.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.closeMatching(websocket.StatusGoingAway, "the relay ends; its sessions go on", func(caller) bool { return true })
	s.endMCP(func(string) bool { return true })
	err := h.Close()
	if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	s.ended.Wait()
	return err
}

// ServeHTTP serves a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	_, pattern := s.mux.Handler(r)
	open := pattern == "" || pattern == mounted || slices.ContainsFunc(routes, func(e route) bool { return e.open && e.method+" "+e.path == pattern })
	who, err := s.guard.admit(r, open)
	if err != nil {
		s.fail(w, "", err)
		return
	}
	if !open {
		s.paceOf(who.hash).wait(r.Context())
	}
	if pattern == "" || pattern == mounted {
		w = &notFoundWriter{ResponseWriter: w, server: s, path: r.URL.Path}
	}
	s.mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)))
}

// notFoundWriter answers as an error of the relay that there is nothing at a path, or nothing by a method.
type notFoundWriter struct {
	http.ResponseWriter
	server *Server
	path   string
	failed bool
}

// WriteHeader writes the whole answer where it is an error.
func (m *notFoundWriter) WriteHeader(status int) {
	switch status {
	case http.StatusNotFound:
		m.failed = true
		m.server.fail(m.ResponseWriter, "", denial{status, codeNotFound, fmt.Sprintf("there is nothing at %.80q: /openapi.json says what there is", m.path)})
	case http.StatusMethodNotAllowed:
		m.failed = true
		m.server.fail(m.ResponseWriter, "", denial{status, codeBadMethod, fmt.Sprintf("%.80q takes %s", m.path, m.Header().Get("Allow"))})
	default:
		m.ResponseWriter.WriteHeader(status)
	}
}

// Write leaves out what was to be said in place of the error.
func (m *notFoundWriter) Write(p []byte) (int, error) {
	if m.failed {
		return len(p), nil
	}
	return m.ResponseWriter.Write(p)
}

// handler answers with what a route returns.
func (s *Server) handler(e route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := e.do(s, w, r)
		if err != nil {
			s.fail(w, r.PathValue("id"), err)
			return
		}
		s.write(w, e.status, answer)
	}
}

func (s *Server) write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails if the client has gone
}

// statuses are the HTTP statuses of error codes; others are 500.
var statuses = map[string]int{
	codeNoSession: http.StatusNotFound, codeNotActive: http.StatusConflict, codeNotReady: http.StatusConflict,
	codeTooMany: http.StatusConflict, codeAgentInUse: http.StatusConflict, codeRefused: http.StatusConflict,
}

// fail answers with an error.
func (s *Server) fail(w http.ResponseWriter, id string, err error) {
	failed := errorOf(id, err)
	status, known := statuses[failed.Code]
	if d, is := errors.AsType[denial](err); is {
		status, failed.Code = d.status, d.code
	} else if !known {
		status = http.StatusInternalServerError
	}
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	s.write(w, status, failed)
}

// connect serves a WebSocket until its client disconnects.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	who := callerOf(r.Context())
	ctx, cancel := context.WithCancelCause(s.relay.ctx)
	defer cancel(nil)
	c := &connection{
		relay: s.relay, readOnly: who.readOnly, pace: pace{perSecond: s.options.PerSecond, burst: s.options.PerSecond},
		ctx: ctx, cancel: cancel, follows: map[string]*follow{},
	}
	if !s.addConnection(c, who) {
		s.fail(w, "", errFull)
		return
	}
	defer s.removeConnection(c)
	socket, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	socket.SetReadLimit(maxMessage)
	s.mu.Lock()
	c.socket = socket
	s.mu.Unlock()
	if _, err := s.guard.identify(r); err != nil || c.closing.Load() {
		_ = socket.Close(websocket.StatusPolicyViolation, "the token was revoked, or the log-in is over") // revoked or expired since it was admitted
		return
	}
	c.serve()
}

const revoked = "the token was revoked"

var errFull = denial{http.StatusServiceUnavailable, codeFailed, "the limit of connections is reached: close one first"}

func containsHash(all []token.Token, hash string) bool {
	return slices.ContainsFunc(all, func(t token.Token) bool { return t.Hash == hash })
}

// addConnection counts a connection, unless the limit is reached. The connection is closed when its login
// expires.
func (s *Server) addConnection(c *connection, who caller) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.request && s.atLimit() {
		return false
	}
	s.ended.Add(1)
	s.open[c] = who
	if !who.expires.IsZero() {
		c.loginTimer = time.AfterFunc(time.Until(who.expires), func() {
			s.closeMatching(websocket.StatusPolicyViolation, "the log-in is over", func(w caller) bool { return w.cookie == who.cookie })
		})
	}
	return true
}

// atLimit reports whether the limit of WebSockets and MCP sessions is reached. The lock is held.
func (s *Server) atLimit() bool {
	n := s.startingMCP
	for c := range s.open {
		if !c.request {
			n++
		}
	}
	for _, m := range s.mcp {
		for session := range m.server.Sessions() {
			if session.InitializeParams() != nil {
				n++
			}
		}
	}
	return s.options.Connections > 0 && n >= s.options.Connections
}

func (s *Server) removeConnection(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	if c.loginTimer != nil {
		c.loginTimer.Stop()
	}
	s.ended.Done()
}

// CheckTokens closes the connections and ends the MCP sessions whose tokens were revoked. It must
// be called when the file of tokens has changed.
func (s *Server) CheckTokens() {
	all, err := s.guard.tokens.List()
	if err != nil {
		s.log.Error("tokens", "error", err.Error())
	}
	gone := func(hash string) bool { return !containsHash(all, hash) }
	s.closeMatching(websocket.StatusPolicyViolation, revoked, func(who caller) bool { return gone(who.hash) })
	s.endMCP(gone)
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.paces, func(hash string, _ *pace) bool { return gone(hash) })
}

// closeMatching closes the connections of some callers.
func (s *Server) closeMatching(status websocket.StatusCode, why string, is func(caller) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, who := range s.open {
		if !is(who) {
			continue
		}
		c.closing.Store(true)
		if c.mounted || c.socket != nil {
			go c.closeSocket(status, why)
		}
	}
}

// spareConnections is the number of connections allowed besides WebSockets.
const spareConnections = 64

// limitedListener is a listener with a limit of open connections: others wait to be accepted.
type limitedListener struct {
	net.Listener
	places chan struct{}
}

// Accept waits for a place and then for a connection.
func (l *limitedListener) Accept() (net.Conn, error) {
	l.places <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &limitedConn{Conn: c, release: sync.OnceFunc(func() { <-l.places })}, nil
}

type limitedConn struct {
	net.Conn
	release func()
}

// Close frees the place.
func (c *limitedConn) Close() error {
	defer c.release()
	return c.Conn.Close()
}
