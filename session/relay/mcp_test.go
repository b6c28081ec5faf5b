package relay

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tools are MCP servers of a test. The tool "who" returns the server's name; "hang" returns when it is
// released or its call is cancelled.
type tools struct {
	began, cancelled chan struct{}
	release          chan struct{}
	clients          chan *mcp.ServerSession
}

func newTools() *tools {
	return &tools{make(chan struct{}, 10), make(chan struct{}, 10), make(chan struct{}), make(chan *mcp.ServerSession, 10)}
}

func (h *tools) serve(name string, readOnly bool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "test"}, nil)
	text := func(s string) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
	}
	mcp.AddTool(server, &mcp.Tool{Name: "who"}, func(_ context.Context, r *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		h.clients <- r.Session
		return text(name), nil, nil
	})
	if !readOnly {
		mcp.AddTool(server, &mcp.Tool{Name: "hang"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
			h.began <- struct{}{}
			select {
			case <-h.release:
			case <-ctx.Done():
				h.cancelled <- struct{}{}
				return nil, nil, ctx.Err()
			}
			return text("released"), nil, nil
		})
	}
	return server
}

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// connectMCP begins an MCP session with a token.
func connectMCP(t *testing.T, url, token string) (*mcp.ClientSession, error) {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}, MaxRetries: -1,
	}, nil)
	if err == nil {
		t.Cleanup(func() { _ = c.Close() })
	}
	return c, err
}

func (s *served) mcp(token string) *mcp.ClientSession {
	s.t.Helper()
	c, err := connectMCP(s.t, s.url, token)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// callMCP calls a tool and returns its text.
func callMCP(ctx context.Context, c *mcp.ClientSession, tool string) (string, error) {
	r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool})
	if err != nil {
		return "", err
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return "", errors.New(text)
	}
	return text, nil
}

// Each token has its own server, with the tools that it may use, and no access to the MCP sessions of
// other tokens.
func TestMCPIsOfAToken(t *testing.T) {
	h := newTools()
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: h.serve})
	full, reader := s.mcp(s.full), s.mcp(s.reader)
	for name, c := range map[string]*mcp.ClientSession{"full": full, "reader": reader} {
		if got, err := callMCP(t.Context(), c, "who"); got != name || err != nil {
			t.Errorf("%s got the server of %q: %v", name, got, err)
		}
		all, err := c.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{"full": 2, "reader": 1}[name]; len(all.Tools) != want {
			t.Errorf("%s has %d tools, want %d", name, len(all.Tools), want)
		}
	}
	if _, err := callMCP(t.Context(), reader, "hang"); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("a read-only token called an acting tool: %v", err)
	}
	stolen := http.Header{"Mcp-Session-Id": {full.ID()}, "Accept": {"application/json, text/event-stream"}}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for token, want := range map[string]int{s.reader: http.StatusNotFound, s.full: http.StatusOK} {
		if r, _ := s.ask(http.MethodPost, "/mcp", token, list, stolen); r.status != want {
			t.Errorf("with the id of a session of full: %d, want %d", r.status, want)
		}
	}
}

// /mcp refuses what the guard refuses elsewhere.
func TestMCPRefusals(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: newTools().serve, Hosts: func(name string) bool { return name == "relay.example" }})
	const ping = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for name, tt := range map[string]struct {
		bearer, body string
		header       [2]string
		status       int
	}{
		"a token":                      {s.full, ping, [2]string{}, 200},
		"a read-only token":            {s.reader, ping, [2]string{}, 200},
		"a valid host name":            {s.full, ping, [2]string{"Host", "relay.example"}, 200},
		"no token":                     {"", ping, [2]string{}, 401},
		"a wrong token":                {s.full + "x", ping, [2]string{}, 401},
		"another host name":            {s.full, ping, [2]string{"Host", "evil.example"}, 421},
		"a page of another site":       {s.full, ping, [2]string{"Origin", "https://evil.example"}, 403},
		"a form":                       {s.full, ping, [2]string{"Content-Type", "text/plain"}, 415},
		"more than 1 MB":               {s.full, `{"jsonrpc":"` + strings.Repeat("2", maxMessage) + `"}`, [2]string{}, 413},
		"more than 1 MB, and no token": {"", strings.Repeat("2", maxMessage+1), [2]string{}, 401},
		"no JSON":                      {s.full, "{", [2]string{}, 400},
		"an unknown session":           {s.full, ping, [2]string{"Mcp-Session-Id", "none"}, 404},
	} {
		t.Run(name, func(t *testing.T) {
			header := http.Header{"Accept": {"application/json, text/event-stream"}}
			if tt.header[0] != "" {
				header.Set(tt.header[0], tt.header[1])
			}
			if r, m := s.ask(http.MethodPost, "/mcp", tt.bearer, tt.body, header); r.status != tt.status {
				t.Errorf("%d %v, want %d", r.status, m, tt.status)
			}
		})
	}
}

// The MCP sessions of a revoked token end, and their calls are cancelled. Others go on.
func TestMCPEndsWithItsToken(t *testing.T) {
	h := newTools()
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: h.serve})
	c, other := s.mcp(s.full), s.mcp(s.reader)
	if _, err := callMCP(t.Context(), c, "who"); err != nil {
		t.Fatal(err)
	}
	session := receive(t, "the session of the server", h.clients)
	answered := make(chan error, 1)
	go func() {
		_, err := callMCP(t.Context(), c, "hang")
		answered <- err
	}()
	receive(t, "the call", h.began)
	if err := s.file.Revoke("full"); err != nil {
		t.Fatal(err)
	}
	s.server.CheckTokens()
	receive(t, "the end of the call", h.cancelled)
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	_ = receive(t, "the end of the session", ended)
	_ = receive(t, "the end of the client's call", answered)
	if _, err := callMCP(t.Context(), c, "who"); err == nil {
		t.Error("a revoked token still calls tools")
	}
	if got, err := callMCP(t.Context(), other, "who"); got != "reader" || err != nil {
		t.Errorf("another token: %q, %v", got, err)
	}
}

// A stream that was opened with a cookie ends with its log-in. A stream of another log-in goes on.
func TestMCPStreamEndsWithItsLogIn(t *testing.T) {
	p := servePage(t, ServerOptions{MCP: newTools().serve})
	request := func(method, body string, header http.Header) (http.Header, io.Reader) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, p.url+"/mcp", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		answer, err := http.DefaultClient.Do(r)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", method, answer, err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer.Header, answer.Body
	}
	stream := func(cookie http.Header) (ended chan struct{}) {
		header := cookie.Clone()
		header.Set("Accept", "application/json, text/event-stream")
		header.Set("Content-Type", "application/json")
		begun, _ := request(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, header)
		header = header.Clone()
		header.Set("Mcp-Session-Id", begun.Get("Mcp-Session-Id"))
		_, events := request(http.MethodGet, "", header)
		ended = make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, events)
		}()
		return ended
	}
	one, two := p.cookie(p.full), p.cookie(p.full)
	first, second := stream(one), stream(two)
	if r, _ := p.ask("POST", "/logout", "", "{}", one); r.status != http.StatusOK {
		t.Errorf("log out: %d", r.status)
	}
	receive(t, "the end of the stream", first)
	select {
	case <-second:
		t.Error("the stream of another log-in has ended")
	default:
	}
}

// MCP sessions count as connections, until they end.
func TestMCPSessionsAreLimited(t *testing.T) {
	h := newTools()
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: h.serve, Connections: 2})
	s.dial()
	c := s.mcp(s.full)
	if _, err := callMCP(t.Context(), c, "who"); err != nil {
		t.Fatal(err)
	}
	session := receive(t, "the session of the server", h.clients)
	_, err := connectMCP(t, s.url, s.reader)
	if refused, is := errors.AsType[*jsonrpc.Error](err); !is || refused.Code != mcpLimit || !strings.Contains(refused.Message, "close one first") {
		t.Errorf("a third connection: %v", err)
	}
	if _, status, err := s.dialWith(s.full, nil); err == nil || status != http.StatusServiceUnavailable {
		t.Errorf("a third connection: %d, %v", status, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	_ = receive(t, "the end of the session", ended)
	s.mcp(s.reader)
}

// The relay ends during a call.
func TestMCPEndsWithTheRelay(t *testing.T) {
	h := newTools()
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: h.serve})
	c := s.mcp(s.full)
	answered := make(chan error, 1)
	go func() {
		_, err := callMCP(t.Context(), c, "hang")
		answered <- err
	}()
	receive(t, "the call", h.began)
	s.stop()
	receive(t, "the end of the call", h.cancelled)
	if err := receive(t, "the end of the client's call", answered); err == nil {
		t.Error("the call was answered")
	}
}

// A call may take longer than a request may take to arrive.
func TestMCPCallsOutliveTheTimeOfARequest(t *testing.T) {
	h := newTools()
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{MCP: h.serve})
	hurried := httptest.NewUnstartedServer(s.server)
	hurried.Config.ReadTimeout = 2 * time.Second
	hurried.Start()
	t.Cleanup(hurried.Close)
	c, err := connectMCP(t, hurried.URL, s.full)
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		text string
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		text, err := callMCP(t.Context(), c, "hang")
		answered <- answer{text, err}
	}()
	receive(t, "the call", h.began)
	// A connection that is opened after the call and stays silent is closed after its time-out.
	silent, err := net.Dial("tcp", hurried.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	if _, err := io.ReadAll(silent); err != nil {
		t.Fatal(err)
	}
	close(h.release)
	if got := receive(t, "the answer", answered); got.text != "released" || got.err != nil {
		t.Errorf("%q, %v", got.text, got.err)
	}
}
