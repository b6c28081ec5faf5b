package relay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// This file serves the Model Context Protocol at /mcp. Each token has a server of its own, so a
// token's MCP sessions are unknown to other tokens, and end with it.

const (
	mcpPath = "/mcp"
	// mcpIdle is the time without requests after which an MCP session ends.
	mcpIdle = time.Hour
	// mcpLimit is the code of the JSON-RPC error for a reached limit. JSON-RPC reserves the codes
	// from -32099 to -32000 for servers.
	mcpLimit = -32000
)

// mcpService is the MCP server of one token.
type mcpService struct {
	server  *mcp.Server
	handler http.Handler
	// ctx ends when the token is revoked, or the relay ends.
	ctx    context.Context //nolint:containedctx // calls outlive the requests that began them
	cancel context.CancelFunc
}

// newMCP returns a service with the tools that the owner of a token may use.
func (s *Server) newMCP(who caller) *mcpService {
	m := &mcpService{server: s.options.MCP(who.name, who.readOnly)}
	m.ctx, m.cancel = context.WithCancel(s.relay.ctx)
	m.server.AddReceivingMiddleware(m.endCalls, s.limitMCP)
	m.handler = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m.server }, &mcp.StreamableHTTPOptions{
		SessionTimeout: mcpIdle, DisableLocalhostProtection: true, // the guard checks the host
	})
	return m
}

// endCalls cancels the calls in progress when the service ends.
func (m *mcpService) endCalls(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(m.ctx, cancel)()
		return next(ctx, method, req)
	}
}

// end ends the service and its sessions, and returns when they have ended.
func (m *mcpService) end() {
	m.cancel()
	for session := range m.server.Sessions() {
		_ = session.Close() // errors do not matter here
	}
}

// serveMCP serves a request of an MCP client.
func (s *Server) serveMCP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		s.fail(w, "", denial{http.StatusRequestEntityTooLarge, codeBadMessage, "the body is longer than 1 MB"})
		return
	}
	if err != nil {
		return // the client has gone
	}
	m := s.serviceOf(callerOf(r.Context()))
	if m == nil {
		s.fail(w, "", denial{http.StatusServiceUnavailable, codeFailed, "the relay ends"})
		return
	}
	defer func() {
		if m.ctx.Err() != nil {
			m.end() // the request may have begun a session meanwhile
		}
	}()
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	defer context.AfterFunc(m.ctx, func() { cancel(nil) })()
	c := &connection{cancel: cancel, mounted: true, request: true} // it ends with the log-in
	s.addConnection(c, callerOf(ctx))
	defer s.removeConnection(c)
	if _, err := s.guard.identify(r); err != nil && callerOf(ctx).cookie != "" {
		s.fail(w, "", err) // the log-in has ended since it was admitted
		return
	}
	if all, err := s.guard.tokens.List(); err != nil || !containsHash(all, callerOf(ctx).hash) {
		s.fail(w, "", denial{http.StatusUnauthorized, codeUnauthorized, revoked}) // revoked since the request was admitted
		s.CheckTokens()
		return
	}
	// The request has been read completely. Answering may take any time, as long as the client
	// reads.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // every server connection supports deadlines
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }()
	r = r.WithContext(ctx)
	r.Body = io.NopCloser(bytes.NewReader(body))
	m.handler.ServeHTTP(&promptWriter{w, control}, r)
}

// serviceOf returns the service of a token; nil when the relay ends.
func (s *Server) serviceOf(who caller) *mcpService {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.relay.ctx.Err() != nil {
		return nil
	}
	m := s.mcp[who.hash]
	if m == nil {
		m = s.newMCP(who)
		s.mcp[who.hash] = m
	}
	return m
}

// limitMCP refuses new MCP sessions when the limit of connections is reached.
func (s *Server) limitMCP(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "initialize" {
			return next(ctx, method, req)
		}
		s.mu.Lock()
		if s.atLimit() {
			s.mu.Unlock()
			return nil, &jsonrpc.Error{Code: mcpLimit, Message: errFull.Error()}
		}
		s.startingMCP++
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.startingMCP--
		}()
		return next(ctx, method, req)
	}
}

// endMCP ends the MCP sessions of tokens by their hashes. Calls are cancelled at once; it does not
// wait until they return.
func (s *Server) endMCP(is func(hash string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for hash, m := range s.mcp {
		if is(hash) {
			delete(s.mcp, hash)
			m.cancel()
			s.ended.Go(m.end)
		}
	}
}

// promptWriter fails when the client does not read for several seconds.
type promptWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w *promptWriter) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTime)) // every server connection supports deadlines
	return w.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (w *promptWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
