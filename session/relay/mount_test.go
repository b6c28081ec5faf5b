package relay

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// page is a relay that serves files, and in place of a WebSocket an endpoint at /page/socket, which replies who
// may only look and stays until its context ends; then ended gets a value.
type page struct {
	*served
	ended chan error
}

func servePage(t *testing.T, o ServerOptions) page {
	t.Helper()
	p := page{serve(t, newWorld(t, newBackend(), Disconnect{}), o), make(chan error, 10)}
	files := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "a file: "+r.URL.Path) })
	p.server.Mount(files, "/page/socket", func(w http.ResponseWriter, r *http.Request) {
		text := "all"
		if ReadOnly(r) {
			text = "looks"
		}
		_, _ = io.WriteString(w, text)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		p.ended <- context.Cause(r.Context())
	})
	return p
}

// get requests a path exactly as it is written, and returns the status and the first bytes of the body.
func (p page) get(path string, header http.Header) (status int, body string, closed func()) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.URL.Opaque = strings.TrimPrefix(p.url, "http:") + path
	for name, values := range header {
		r.Header[name] = values
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		p.t.Fatal(err)
	}
	text := make([]byte, 100)
	n, err := response.Body.Read(text)
	if err != nil && err != io.EOF {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = response.Body.Close() })
	return response.StatusCode, string(text[:n]), func() { _ = response.Body.Close() }
}

// loginTimer waits until a page's connection has ended.
func (p page) over(why string) {
	p.t.Helper()
	select {
	case err := <-p.ended:
		if err == nil {
			p.t.Errorf("the context did not end: %s", why)
		}
	case <-time.After(patience):
		p.t.Fatalf("the page is still connected: %s", why)
	}
}

func withToken(text string) http.Header { return http.Header{"Authorization": {"Bearer " + text}} }

// cookie logs in.
func (p page) cookie(token string) http.Header {
	p.t.Helper()
	response, _ := p.ask("POST", "/login", "", `{"token": "`+token+`"}`, nil)
	if len(response.cookies) != 1 {
		p.t.Fatalf("log in: %d", response.status)
	}
	return http.Header{"Cookie": {cookieName + "=" + response.cookies[0].Value}}
}

// The page's files need no token; its WebSocket needs one, however its path is spelled. A revoked
// token, another site's page and another host name are refused.
func TestMountedNeedsAToken(t *testing.T) {
	p := servePage(t, ServerOptions{})
	for _, path := range []string{"/", "/page.js", "/page", "/page/socket/", "/page%2Fsocket", "/page%2fsocket", "/nothing"} {
		if status, body, _ := p.get(path, nil); status != http.StatusOK || !strings.HasPrefix(body, "a file: ") {
			t.Errorf("%s: %d %q, want a file", path, status, body)
		}
	}
	for _, path := range []string{"/page/socket", "/page/socket?x=1", "/page/%73ocket", "/page//socket", "//page/socket", "/./page/socket", "/x/../page/socket"} {
		for name, header := range map[string]http.Header{
			"no token": nil, "a wrong token": withToken("dormer_no"), "a wrong cookie": {"Cookie": {cookieName + "=x"}}, "an empty cookie": {"Cookie": {cookieName + "="}},
		} {
			status, body, _ := p.get(path, header)
			if strings.Contains(body, "all") || strings.Contains(body, "looks") || status == http.StatusOK {
				t.Errorf("%s with %s: %d %q", path, name, status, body)
			}
		}
	}
	for name, header := range map[string]http.Header{
		"another site":        {"Origin": {"https://evil.example"}},
		"a site of this host": {"Origin": {"http://127.0.0.1:1"}},
		"a page of another":   {"Sec-Fetch-Site": {"cross-site"}},
		"no origin":           {"Origin": {"null"}},
	} {
		header.Set("Authorization", "Bearer "+p.full)
		if status, _, _ := p.get("/page/socket", header); status != http.StatusForbidden {
			t.Errorf("%s: %d", name, status)
		}
	}
	if response, _ := p.ask("GET", "/page/socket", p.full, "", http.Header{"Host": {"evil.example"}}); response.status != http.StatusMisdirectedRequest {
		t.Errorf("another host: %d", response.status)
	}
	if response, _ := p.ask("GET", "/", "", "", http.Header{"Host": {"evil.example"}}); response.status != http.StatusMisdirectedRequest {
		t.Errorf("a file for another host: %d", response.status)
	}
	if status, _, _ := p.get("/page/socket?token="+p.full, nil); status != http.StatusBadRequest {
		t.Errorf("a token in the address: %d", status)
	}
	for text, want := range map[string]string{p.full: "all", p.reader: "looks"} {
		for name, header := range map[string]http.Header{"bearer": withToken(text), "cookie": p.cookie(text)} {
			if status, body, _ := p.get("/page/socket", header); status != http.StatusOK || body != want {
				t.Errorf("by %s: %d %q, want %q", name, status, body, want)
			}
		}
	}
}

// The relay's own paths need a token beside a page, too.
func TestMountedLeavesTheRelayAlone(t *testing.T) {
	p := servePage(t, ServerOptions{MCP: newTools().serve})
	for _, path := range []string{"/sessions", "/sessions/x", "/ws", "/mcp", "/%6dcp"} {
		if response, _ := p.ask("GET", path, "", "", nil); response.status != http.StatusUnauthorized {
			t.Errorf("GET %s: %d", path, response.status)
		}
	}
	if response, _ := p.ask("POST", "/page/socket", "", "{}", nil); response.status == http.StatusOK {
		t.Errorf("POST: %d", response.status)
	}
}

// A page's connection ends with its token, its log-in or the server; others go on.
func TestMountedEnds(t *testing.T) {
	p := servePage(t, ServerOptions{})
	p.get("/page/socket", withToken(p.full))
	p.get("/page/socket", withToken(p.reader))
	if err := p.file.Revoke("full"); err != nil {
		t.Fatal(err)
	}
	p.server.CheckTokens()
	p.over("its token was revoked")
	if status, _, _ := p.get("/page/socket", withToken(p.full)); status != http.StatusUnauthorized {
		t.Errorf("with a revoked token: %d", status)
	}
	one, two := p.cookie(p.reader), p.cookie(p.reader)
	p.get("/page/socket", one)
	p.get("/page/socket", two)
	if response, _ := p.ask("POST", "/logout", "", "{}", one); response.status != http.StatusOK {
		t.Errorf("log out: %d", response.status)
	}
	p.over("it is logged out")
	p.server.mu.Lock()
	left := len(p.server.open)
	p.server.mu.Unlock()
	if left < 2 || len(p.ended) > 0 {
		t.Errorf("%d connections are left, want those of the other token and the other log-in; %d more ended", left, len(p.ended))
	}
	p.stop()
	p.over("the server has ended")
	p.over("the server has ended")
}

// An expired log-in ends its page and its other connections. Those of tokens go on.
func TestMountedEndsWithAnExpiredLogIn(t *testing.T) {
	p := servePage(t, ServerOptions{})
	p.server.guard.now = func() time.Time { return time.Now().Add(time.Second - cookieTime) }
	cookie, relays := p.cookie(p.full), p.cookie(p.full)
	p.server.guard.now = func() time.Time { return time.Time{} } // the log-in is still valid
	if status, body, _ := p.get("/page/socket", cookie); status != http.StatusOK || body != "all" {
		t.Fatalf("%d %q", status, body)
	}
	c, _, err := p.dialWith("", relays)
	if err != nil {
		t.Fatal(err)
	}
	other := p.dial()
	p.over("its log-in is over")
	limited, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, _, err = c.Read(limited)
	if got := websocket.CloseStatus(err); got != websocket.StatusPolicyViolation {
		t.Errorf("the connection of an expired log-in ended with %v (%v)", got, err)
	}
	other.begin("auth")
}

// Pages count as connections.
func TestMountedLimit(t *testing.T) {
	p := servePage(t, ServerOptions{Connections: 1})
	_, _, closed := p.get("/page/socket", withToken(p.full))
	if status, _, _ := p.get("/page/socket", withToken(p.full)); status != http.StatusServiceUnavailable {
		t.Errorf("one more: %d", status)
	}
	if _, status, _ := p.dialWith(p.full, nil); status != http.StatusServiceUnavailable {
		t.Errorf("one more of the relay's: %d", status)
	}
	closed()
	p.over("its client has gone")
	for {
		p.server.mu.Lock()
		n := len(p.server.open)
		p.server.mu.Unlock()
		if n == 0 {
			break
		}
		select {
		case <-p.t.Context().Done():
			t.Fatal("the closed connection still counts")
		case <-time.After(time.Millisecond):
		}
	}
	if status, _, _ := p.get("/page/socket", withToken(p.full)); status != http.StatusOK {
		t.Errorf("after it was closed: %d", status)
	}
}

// A log-in survives a restart of the relay.
func TestLogInSurvivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logins.json")
	p := servePage(t, ServerOptions{Logins: path})
	cookie := p.cookie(p.full)
	again := NewServer(p.Relay, ServerOptions{Sessions: p.others, Tokens: p.file, Logins: path, Log: NewLog(io.Discard)})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+"/sessions", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = cookie
	if who, err := again.guard.identify(r); err != nil || who.readOnly || who.hash == "" {
		t.Errorf("%v, %v", who, err)
	}
}
