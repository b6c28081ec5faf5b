package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormer/session/relay/token"
)

// served is a relay that listens on the loopback, with a token that may do everything and a read-only
// one.
type served struct {
	*world
	server *Server
	url    string
	file   token.File
	full   string
	reader string
	others *others
	stop   func()
}

// others are the sessions of dormer that are not the relay's.
type others struct {
	mu   sync.Mutex
	all  []Listed
	done []string
}

func (o *others) List(_ context.Context, status string) ([]Listed, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(o.all), func(l Listed) bool { return status != "" && l.Status != status }), nil
}

// put sets the status of a session in the list.
func (o *others) put(id, status string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = append(slices.DeleteFunc(o.all, func(l Listed) bool { return l.SessionID == id }), Listed{SessionID: id, Status: status})
}

func (o *others) act(id, what string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = append(o.done, what+" "+id)
	if strings.HasPrefix(id, "no-") {
		return ErrNoSession
	}
	if strings.HasPrefix(id, "not-") {
		return Refusal{"session is not for that"}
	}
	return nil
}
func (o *others) Resume(_ context.Context, id string) error { return o.act(id, "resume") }
func (o *others) Archive(_ context.Context, id string) error {
	if err := o.act(id, "archive"); err != nil {
		return err
	}
	o.put(id, "archived")
	return nil
}
func (o *others) Prompt(_ context.Context, id, message, text string) error {
	return o.act(id, strings.TrimSpace("prompt "+text+" "+message))
}

func serve(t *testing.T, w *world, o ServerOptions) *served {
	t.Helper()
	s := &served{world: w, file: token.File(filepath.Join(t.TempDir(), "tokens.json")), others: &others{}}
	var err, err2 error
	_, s.full, err = s.file.New("full", false, time.Now())
	_, s.reader, err2 = s.file.New("reader", true, time.Now())
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	o.Tokens, o.Sessions, o.Log = s.file, s.others, NewLog(w.log)
	s.server = NewServer(w.Relay, o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.server.Serve(ctx, l)
	}()
	s.stop = func() {
		w.end()
		cancel()
		<-done
	}
	t.Cleanup(s.stop)
	return s
}

// dialWith opens a WebSocket with a token.
func (s *served) dialWith(bearer string, header http.Header) (c *socket, status int, err error) {
	if header == nil {
		header = http.Header{}
	}
	if bearer != "" {
		header.Set("Authorization", "Bearer "+bearer)
	}
	w, response, err := websocket.Dial(s.t.Context(), s.url+"/ws", &websocket.DialOptions{HTTPHeader: header}) //nolint:bodyclose // the connection owns it
	if response != nil {
		status = response.StatusCode
	}
	if err != nil {
		return nil, status, err
	}
	w.SetReadLimit(4 << 20)
	s.t.Cleanup(func() { _ = w.CloseNow() })
	return &socket{s.t, w}, status, nil
}

func (s *served) dial() *socket {
	s.t.Helper()
	c, _, err := s.dialWith(s.full, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// socket is a client in a test.
type socket struct {
	t *testing.T
	*websocket.Conn
}

func (c *socket) send(m any) {
	c.t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.Write(c.t.Context(), websocket.MessageText, data); err != nil {
		c.t.Fatal(err)
	}
}

type object = map[string]any

func (c *socket) next() object {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	_, data, err := c.Read(ctx)
	if err != nil {
		c.t.Fatalf("read: %v", err)
	}
	var m object
	if err := json.Unmarshal(data, &m); err != nil {
		c.t.Fatal(err)
	}
	return m
}

// followWhenActive reads a message of a type.
func (c *socket) expect(kind string) object {
	c.t.Helper()
	m := c.next()
	if m["type"] != kind {
		c.t.Fatalf("got %v, want %s", m, kind)
	}
	return m
}

// startFollowing creates a session and returns its id.
func (c *socket) begin(agentID string) string {
	c.t.Helper()
	c.send(object{"type": "session:create", "agentId": agentID})
	id := c.expect("session:created")["sessionId"].(string)
	c.expect("session:ready")
	return id
}

// S2-11, S2-12, S2-16, S2-19: the sequence of messages, as in the source.
func TestFlow(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	c.send(object{"type": "session:create", "agentId": "auth"})
	created := c.expect("session:created")
	id := created["sessionId"].(string)
	if _, err := time.Parse(time.RFC3339, created["timestamp"].(string)); err != nil || created["agentId"] != "auth" || id == "" {
		t.Errorf("created: %v (%v)", created, err)
	}
	if ready := c.expect("session:ready"); ready["sessionId"] != id {
		t.Errorf("ready: %v", ready)
	}
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	response := c.expect("agent:response")
	if _, err := time.Parse(time.RFC3339, response["timestamp"].(string)); err != nil || response["sessionId"] != id || response["content"] != "you said hello" {
		t.Errorf("response: %v (%v)", response, err)
	}
	c.send(object{"type": "session:stop", "sessionId": id})
	if ended := c.expect("session:terminated"); ended["sessionId"] != id {
		t.Errorf("terminated: %v", ended)
	}
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	if e := c.expect("error"); e["code"] != "no_session" || e["sessionId"] != id {
		t.Errorf("a message to an ended session: %v", e)
	}
}

// S2-12: session:created comes before any work, and messages before ready are refused.
func TestMessageBeforeReady(t *testing.T) {
	b := newBackend()
	b.block, b.began = make(chan struct{}), make(chan struct{})
	s := serve(t, newWorld(t, b, Disconnect{}), ServerOptions{})
	c := s.dial()
	c.send(object{"type": "session:create", "agentId": "auth"})
	id := c.expect("session:created")["sessionId"]
	receive(t, "worktree", b.began)
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	if e := c.expect("error"); e["message"] != "session not active" || e["code"] != "not_active" {
		t.Errorf("error: %v", e)
	}
	close(b.block)
	c.expect("session:ready")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	c.expect("agent:response")
}

// Each failure is reported with its code and reason, and ends the session.
func TestFailureMessages(t *testing.T) {
	b := newBackend()
	b.worktree = errors.New("disk full")
	s := serve(t, newWorld(t, b, Disconnect{}), ServerOptions{})
	c := s.dial()
	c.send(object{"type": "session:create", "agentId": "auth"})
	id := c.expect("session:created")["sessionId"]
	want := object{"type": "error", "code": "worktree_failed", "message": "worktree failed: disk full", "sessionId": id}
	if e := c.expect("error"); !reflect.DeepEqual(e, want) {
		t.Errorf("error: %v, want %v", e, want)
	}
	if m := c.expect("session:terminated"); m["reason"] != "worktree failed: disk full" {
		t.Errorf("terminated: %v", m)
	}
}

// With updates, a client gets every event as one message, and permissions are requested and answered.
func TestUpdatesAndPermissions(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	c.send(object{"type": "session:create", "agentId": "auth", "updates": true})
	id := c.expect("session:created")["sessionId"]
	c.expect("session:ready")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "ask"})
	for seq, kind := range []string{"agent:update", "agent:permission"} {
		if m := c.expect(kind); m["seq"] != float64(seq+1) || m["event"] == nil {
			t.Errorf("message %d: %v", seq+1, m)
		}
	}
	c.send(object{"type": "agent:answer", "sessionId": id, "request": "r", "option": "yes"})
	c.expect("agent:update")
	if m := c.expect("agent:response"); m["content"] != "so be it" || m["stopReason"] != "end_turn" || m["seq"] != 4.0 {
		t.Errorf("response: %v", m)
	}
	c.send(object{"type": "agent:answer", "sessionId": id, "request": "r", "option": "yes"})
	if e := c.expect("error"); e["code"] != "refused" {
		t.Errorf("an answer to no question: %v", e)
	}
	c.send(object{"type": "agent:message", "sessionId": id, "content": "wait"})
	c.expect("agent:update")
	c.send(object{"type": "agent:cancel", "sessionId": id})
	if m := c.expect("agent:response"); m["stopReason"] != "cancelled" || m["content"] != "" {
		t.Errorf("response: %v", m)
	}
}

// S2-39: a client that reconnects gets exactly the events that it has missed.
func TestReconnectResumesFromANumber(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "one"})
	seq := c.expect("agent:response")["seq"]
	_ = c.CloseNow()
	if _, err := s.Prompt(t.Context(), id, "two"); err != nil {
		t.Fatal(err)
	}
	d := s.dial()
	d.send(object{"type": "session:attach", "sessionId": id, "from": seq})
	if m := d.expect("session:attached"); m["state"] != "ACTIVE" || m["agentId"] != "auth" {
		t.Errorf("attached: %v", m)
	}
	if m := d.expect("agent:response"); m["content"] != "you said two" {
		t.Errorf("response: %v", m)
	}
	d.send(object{"type": "session:attach", "sessionId": "x"})
	if e := d.expect("error"); e["code"] != "no_session" {
		t.Errorf("error: %v", e)
	}
}

// A number beyond the newest event is refused; before, the client waited in silence. From the newest
// number on, the client gets later events.
func TestAttachFromAMissingEvent(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "one"})
	newest := c.expect("agent:response")["seq"].(float64)
	d := s.dial()
	d.send(object{"type": "session:attach", "sessionId": id, "from": newest + 1})
	e := d.expect("error") // with no message before it
	if want := "there is no event 5: attach from the newest one, which is 4, or an earlier one"; e["code"] != "refused" || e["message"] != want || e["sessionId"] != id {
		t.Errorf("error: %v", e)
	}
	d.send(object{"type": "session:attach", "sessionId": id, "from": newest})
	d.expect("session:attached")
	d.send(object{"type": "agent:message", "sessionId": id, "content": "two"})
	if m := d.expect("agent:response"); m["content"] != "you said two" {
		t.Errorf("response: %v", m)
	}
}

// A client attaches to a session whose process does not run, from any event.
func TestAttachWhileNoProcessRuns(t *testing.T) {
	b := newBackend()
	s := serve(t, newWorld(t, b, Disconnect{}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "one"})
	newest := c.expect("agent:response")["seq"]
	b.of(id).kill()
	d := s.dial()
	d.send(object{"type": "session:attach", "sessionId": id, "from": newest})
	d.expect("session:attached")
	d.send(object{"type": "agent:message", "sessionId": id, "content": "two", "messageId": "m"})
	if m := d.expect("agent:response"); m["content"] != "you said two" {
		t.Errorf("response: %v", m)
	}
	d.send(object{"type": "agent:message", "sessionId": id, "content": "two", "messageId": "m"}) // not accepted twice
	d.send(object{"type": "agent:message", "sessionId": id, "content": "three"})
	if m := d.expect("agent:response"); m["content"] != "you said three" {
		t.Errorf("response: %v", m)
	}
}

// Two clients of a session get the same messages.
func TestTwoClients(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c, d := s.dial(), s.dial()
	id := c.begin("auth")
	d.send(object{"type": "session:attach", "sessionId": id})
	d.expect("session:attached")
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	if a, b := c.expect("agent:response"), d.expect("agent:response"); !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	d.send(object{"type": "session:stop", "sessionId": id})
	c.expect("session:terminated")
	d.expect("session:terminated")
}

// S2-28: a message of more than 1 MB closes the connection; one just below passes.
func TestMessageSize(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	c.send(object{"type": "agent:message", "sessionId": id, "content": strings.Repeat("x", maxMessage-200)})
	if m := c.expect("agent:response"); m["cut"] != nil && m["cut"] != true || len(m["content"].(string)) < maxMessage/2 {
		t.Errorf("the answer has %d bytes", len(m["content"].(string)))
	}
	data, _ := json.Marshal(object{"type": "agent:message", "sessionId": id, "content": strings.Repeat("x", maxMessage)})
	_ = c.Write(t.Context(), websocket.MessageText, data) // the connection may be closed during the write
	_, _, err := c.Read(t.Context())
	if got := websocket.CloseStatus(err); got != websocket.StatusMessageTooBig {
		t.Errorf("the connection ended with %v (%v), want 1009", got, err)
	}
	if _, err := s.Prompt(t.Context(), id, "still there"); err != nil {
		t.Error(err)
	}
}

// S2-20: with on_disconnect = end the session ends with its client.
func TestClientThatVanishes(t *testing.T) {
	b := newBackend()
	s := serve(t, newWorld(t, b, Disconnect{End: true}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	own, err := s.manager.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	_ = c.CloseNow()
	receive(t, "end", own.Cleaned())
	if own.Reason() != "client disconnected" || b.lives(id) {
		t.Errorf("reason %q, alive %v", own.Reason(), b.lives(id))
	}
}

// S2-17: a client to which writing fails has gone; the reason says so.
func TestWriteThatFails(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{End: true}), ServerOptions{})
	c := s.dial()
	id := c.begin("auth")
	own, err := s.manager.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	conn := own.Clients()[0].(*connection)
	conn.cancel(writeError{errors.New("broken pipe")})
	receive(t, "end", own.Cleaned())
	if own.Reason() != "write failed: broken pipe" {
		t.Errorf("reason %q", own.Reason())
	}
}

// reply is the part of a response that tests check.
type reply struct {
	status  int
	cookies []*http.Cookie
}

// ask sends an HTTP request with a JSON body.
func (s *served) ask(method, path, bearer, body string, header http.Header) (reply, object) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	var m object
	_ = json.Unmarshal(text, &m) // an error of net/http is plain text
	return reply{response.StatusCode, response.Cookies()}, m
}

// S4-27, S4-31: the endpoints and their responses.
func TestEndpoints(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	s.others.all = []Listed{{SessionID: "shell", Status: "active"}, {SessionID: "old", Status: "archived", Message: "Session is archived"}}
	response, made := s.ask("POST", "/sessions", s.full, `{"agentId": "auth", "prompt": "hello"}`, nil)
	id, _ := made["sessionId"].(string)
	if response.status != http.StatusCreated || id == "" || made["status"] != "active" || made["state"] != "CREATED" {
		t.Fatalf("POST /sessions: %d %v", response.status, made)
	}
	own, err := s.manager.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	s.eventually("the first prompt is answered", func() bool { return own.MessageCount() == 1 })

	listed := func(query string) (ids []string) {
		_, m := s.ask("GET", "/sessions"+query, s.full, "", nil)
		for _, l := range m["sessions"].([]any) {
			ids = append(ids, l.(object)["sessionId"].(string))
		}
		return ids
	}
	if got := listed(""); !slices.Equal(got, []string{"shell", id}) {
		t.Errorf("GET /sessions lists %v", got)
	}
	if got := listed("?archived=true"); !slices.Equal(got, []string{"shell", "old", id}) {
		t.Errorf("with archived: %v", got)
	}
	for _, tt := range []struct {
		method, path, body string
		status             int
		want               object
	}{
		{"GET", "/sessions/" + id, "", 200, object{"sessionId": id, "state": "ACTIVE", "agentId": "auth", "messageCount": 1.0}},
		{"GET", "/sessions/old", "", 200, object{"status": "archived", "message": "Session is archived"}},
		{"GET", "/sessions/none", "", 404, object{"code": "no_session", "sessionId": "none"}},
		{"POST", "/sessions/" + id + "/prompt", `{"text": "more", "messageId": "m"}`, 202, object{"sessionId": id, "seq": 5.0}},
		{"POST", "/sessions/" + id + "/prompt", `{"text": "more", "messageId": "m"}`, 202, object{"sessionId": id, "seq": 5.0}},
		{"POST", "/sessions/" + id + "/prompt", `{}`, 400, object{"code": "bad_message"}},
		{"POST", "/sessions/" + id + "/prompt", `{"text": 1}`, 400, object{"code": "bad_message", "message": `the body: "text" cannot be a JSON number`}},
		{"POST", "/sessions/" + id + "/prompt", `["text"]`, 400, object{"message": "the body is not a JSON object but a JSON array"}},
		{"POST", "/sessions/" + id + "/prompt", `{"text": `, 400, object{"message": "the body is not a JSON object of the expected form: unexpected EOF"}},
		{"POST", "/sessions", `{"agentId": "db", "promt": "x"}`, 400, object{"message": `the body is not a JSON object of the expected form: unknown field "promt"`}},
		{"POST", "/sessions/shell/prompt", `{"text": "ls"}`, 202, object{"sessionId": "shell"}},
		{"POST", "/sessions/no-1/prompt", `{"text": "ls"}`, 404, object{"code": "no_session"}},
		{"POST", "/sessions", `{"agentId": "auth"}`, 409, object{"code": "agent_in_use"}},
		{"POST", "/sessions", `{"agentId": "../x"}`, 400, object{"code": "bad_message"}},
		{"POST", "/sessions", `{"agentId": "` + strings.Repeat("x", maxMessage) + `"}`, 413, object{"code": "bad_message"}},
		{"POST", "/sessions/shell/resume", "", 200, object{"sessionId": "shell", "status": "active"}},
		{"POST", "/sessions/not-1/resume", "", 409, object{"code": "refused", "message": "session is not for that"}},
		{"POST", "/sessions/shell/archive", "{}", 200, object{"sessionId": "shell", "status": "archived"}},
		{"POST", "/sessions/" + id + "/cancel", "", 409, object{"code": "refused"}},
		{"POST", "/sessions/" + id + "/cancel", `{"confirm": true}`, 200, object{"sessionId": id, "status": "cancelled"}},
		{"GET", "/none", "", 404, nil},
		{"GET", "/sessions?status=done", "", 400, object{"message": `status "done": write active, suspended or archived`}},
		{"DELETE", "/sessions", "", 405, nil},
	} {
		response, got := s.ask(tt.method, tt.path, s.full, tt.body, nil)
		if response.status != tt.status {
			t.Errorf("%s %s %.40s: %d %v, want %d", tt.method, tt.path, tt.body, response.status, got, tt.status)
		}
		for key, want := range tt.want {
			if got[key] != want {
				t.Errorf("%s %s %.40s: %s = %v, want %v", tt.method, tt.path, tt.body, key, got[key], want)
			}
		}
	}
	if own.State() != Cleaned || s.backend.lives(id) {
		t.Errorf("state of the cancelled session: %s", own.State())
	}
	if got := listed("?archived=true"); !slices.Equal(got, []string{"old", "shell", id}) || slices.Contains(listed(""), id) {
		t.Errorf("after the cancel the list has %v, with archived %v", listed(""), got)
	}
	if got := listed("?status=active"); len(got) != 0 {
		t.Errorf("active: %v", got)
	}
	next := worldWith(t, s.backend, s.store, Disconnect{}, Limits{})
	if err := next.Restore(t.Context()); err != nil || len(next.manager.All()) != 0 {
		t.Errorf("the next relay has %d sessions (%v)", len(next.manager.All()), err)
	}
	if _, m := s.ask("GET", "/openapi.json", "", "", nil); m["openapi"] == nil {
		t.Errorf("GET /openapi.json: %v", m)
	}
}

// The same requests are refused over HTTP and over WebSocket.
func TestRefusals(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{Hosts: func(name string) bool { return name == "relay.example" }})
	host, _ := url.Parse(s.url)
	h := func(pairs ...string) http.Header {
		header := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			header.Set(pairs[i], pairs[i+1])
		}
		return header
	}
	for name, tt := range map[string]struct {
		path, bearer string
		header       http.Header
		status       int
	}{
		"a token":                                   {"/sessions", s.full, nil, 200},
		"no token":                                  {"/sessions", "", nil, 401},
		"a wrong token":                             {"/sessions", s.full + "x", nil, 401},
		"a token in another scheme":                 {"/sessions", "", h("Authorization", "Basic "+s.full), 401},
		"a token in the address":                    {"/sessions?token=" + s.full, s.full, nil, 400},
		"an OAuth token in the address":             {"/sessions?access_token=x", "", nil, 400},
		"a host name that resolves to this machine": {"/sessions", s.full, h("Host", "evil.example:"+host.Port()), 421},
		"a host name that begins like the loopback address": {"/sessions", s.full, h("Host", "127.0.0.1.evil.example"), 421},
		"a valid host name":                 {"/sessions", s.full, h("Host", "relay.example"), 200},
		"localhost":                         {"/sessions", s.full, h("Host", "localhost:"+host.Port()), 200},
		"its own page":                      {"/sessions", s.full, h("Origin", s.url), 200},
		"a page of another site":            {"/sessions", s.full, h("Origin", "https://evil.example"), 403},
		"a page of another port":            {"/sessions", s.full, h("Origin", "http://127.0.0.1:1"), 403},
		"a page of another scheme":          {"/sessions", s.full, h("Origin", "https://"+host.Host), 403},
		"a page without an origin":          {"/sessions", s.full, h("Origin", "null"), 403},
		"a link on another site":            {"/sessions", s.full, h("Sec-Fetch-Site", "cross-site"), 403},
		"a typed address":                   {"/sessions", s.full, h("Sec-Fetch-Site", "none"), 200},
		"the description":                   {"/openapi.json", "", nil, 200},
		"the description, for another site": {"/openapi.json", "", h("Origin", "https://evil.example"), 403},
	} {
		t.Run(name, func(t *testing.T) {
			if response, m := s.ask("GET", tt.path, tt.bearer, "", tt.header); response.status != tt.status {
				t.Errorf("%d %v, want %d", response.status, m, tt.status)
			}
			if !strings.HasPrefix(tt.path, "/sessions") || tt.header.Get("Host") != "" || strings.Contains(tt.path, "?") {
				return
			}
			c, status, err := s.dialWith(tt.bearer, tt.header.Clone())
			if ok := err == nil; ok != (tt.status == 200) || !ok && status != tt.status {
				t.Errorf("the WebSocket: %v, %v; want %d", c, err, tt.status)
			}
		})
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"} {
		if response, _ := s.ask("POST", "/sessions", s.full, `{"agentId":"auth"}`, h("Content-Type", kind)); response.status != 415 {
			t.Errorf("content of type %q: %d, want 415", kind, response.status)
		}
	}
	if all := s.manager.All(); len(all) != 0 {
		t.Errorf("%d sessions were made", len(all))
	}
}

// A missing path or method gets an error of the relay, also beside the files of a page.
func TestMissingPaths(t *testing.T) {
	alone := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	beside := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	beside.server.Mount(http.NotFoundHandler(), "/page/socket", func(http.ResponseWriter, *http.Request) {})
	for _, s := range []*served{alone, beside} {
		for _, tt := range []struct {
			method, path string
			status       int
			code, says   string
		}{
			{"GET", "/sesions", 404, "not_found", "/openapi.json"},
			{"GET", "/sessions/x/y/z", 404, "not_found", "/openapi.json"},
			{"DELETE", "/sessions", 405, "method_not_allowed", "GET, HEAD, POST"},
			{"PUT", "/ws", 405, "method_not_allowed", "GET, HEAD"},
		} {
			r, m := s.ask(tt.method, tt.path, s.full, "", nil)
			if r.status != tt.status || m["type"] != "error" || m["code"] != tt.code || !strings.Contains(fmt.Sprint(m["message"]), tt.says) {
				t.Errorf("%s %s: %d %v", tt.method, tt.path, r.status, m)
			}
		}
	}
}

// A read-only token may read and not act.
func TestReadOnlyToken(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	id := s.dial().begin("auth")
	if response, _ := s.ask("GET", "/sessions", s.reader, "", nil); response.status != http.StatusOK {
		t.Errorf("GET: %d", response.status)
	}
	for _, e := range routes {
		if e.method != http.MethodPost || e.open {
			continue
		}
		if response, m := s.ask(e.method, strings.ReplaceAll(e.path, "{id}", id), s.reader, `{"agentId":"db","text":"x","confirm":true}`, nil); response.status != 403 || m["code"] != "read_only" {
			t.Errorf("%s: %d %v", e.path, response.status, m)
		}
	}
	c, _, err := s.dialWith(s.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.send(object{"type": "session:attach", "sessionId": id})
	c.expect("session:attached")
	for _, kind := range []string{"session:create", "session:stop", "agent:message", "agent:answer", "agent:cancel"} {
		c.send(object{"type": kind, "sessionId": id, "agentId": "db", "content": "x", "request": "r", "option": "o"})
		if e := c.expect("error"); e["code"] != "read_only" {
			t.Errorf("%s: %v", kind, e)
		}
	}
}

// A revoked token is refused at once, also on open connections.
func TestRevokedToken(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c, other := s.dial(), (*socket)(nil)
	other, _, err := s.dialWith(s.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := c.begin("auth")
	if err := s.file.Revoke("full"); err != nil {
		t.Fatal(err)
	}
	if response, _ := s.ask("GET", "/sessions", s.full, "", nil); response.status != 401 {
		t.Errorf("GET: %d", response.status)
	}
	s.server.CheckTokens()
	_, _, err = c.Read(t.Context())
	if got := websocket.CloseStatus(err); got != websocket.StatusPolicyViolation {
		t.Errorf("the connection ended with %v (%v)", got, err)
	}
	other.send(object{"type": "session:attach", "sessionId": id}) // other tokens and the session go on
	if m := other.expect("session:attached"); m["state"] != "ACTIVE" {
		t.Errorf("attached: %v", m)
	}
}

// A page logs in with a token and gets a cookie, which ends with the token.
func TestLogIn(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	if response, m := s.ask("POST", "/login", "", `{"token": "dormer_no"}`, nil); response.status != 401 || len(response.cookies) != 0 {
		t.Errorf("a wrong token: %d %v", response.status, m)
	}
	response, m := s.ask("POST", "/login", "", `{"token": "`+s.full+`"}`, nil)
	if response.status != http.StatusOK || m["name"] != "full" || len(response.cookies) != 1 {
		t.Fatalf("log in: %d %v", response.status, m)
	}
	cookie := response.cookies[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Secure || strings.Contains(cookie.Value, s.full) {
		t.Errorf("cookie: %v", cookie)
	}
	with := http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}
	if response, _ := s.ask("GET", "/sessions", "", "", with); response.status != http.StatusOK {
		t.Errorf("with the cookie: %d", response.status)
	}
	if c, _, err := s.dialWith("", with.Clone()); err != nil {
		t.Error(err)
	} else {
		c.begin("auth")
	}
	if response, _ := s.ask("POST", "/logout", "", "{}", with); response.status != http.StatusOK || response.cookies[0].MaxAge >= 0 {
		t.Errorf("log out: %d %v", response.status, response.cookies)
	}
	if response, _ := s.ask("GET", "/sessions", "", "", with); response.status != 401 {
		t.Errorf("after logging out: %d", response.status)
	}
	response, _ = s.ask("POST", "/login", "", `{"token": "`+s.full+`"}`, nil)
	again := http.Header{"Cookie": {cookie.Name + "=" + response.cookies[0].Value}}
	s.server.guard.now = func() time.Time { return time.Now().Add(cookieTime + time.Minute) }
	if response, _ := s.ask("GET", "/sessions", "", "", again); response.status != 401 {
		t.Errorf("after it has expired: %d", response.status)
	}
	s.server.guard.now = time.Now
	if err := s.file.Revoke("full"); err != nil {
		t.Fatal(err)
	}
	if response, _ := s.ask("GET", "/sessions", "", "", again); response.status != 401 {
		t.Errorf("after its token was revoked: %d", response.status)
	}
}

// Under TLS the cookie is sent over TLS only.
func TestCookieUnderTLS(t *testing.T) {
	w := newWorld(t, newBackend(), Disconnect{})
	file := token.File(filepath.Join(t.TempDir(), "tokens.json"))
	_, text, err := file.New("", false, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(w.Relay, ServerOptions{Sessions: &others{}, Tokens: file, Secure: true, Log: NewLog(io.Discard)})
	r := httptest.NewRequest(http.MethodPost, "https://localhost/login", strings.NewReader(`{"token":"`+text+`"}`))
	r.Header.Set("Content-Type", "application/json")
	got := httptest.NewRecorder()
	s.ServeHTTP(got, r)
	answer := got.Result()
	defer func() { _ = answer.Body.Close() }()
	if cookies := answer.Cookies(); len(cookies) != 1 || !cookies[0].Secure {
		t.Errorf("cookies: %v", cookies)
	}
}

// The number of connections is limited, and a closed one makes room.
func TestConnectionLimit(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{Connections: 2})
	c, _ := s.dial(), s.dial()
	if _, status, err := s.dialWith(s.full, nil); err == nil || status != http.StatusServiceUnavailable {
		t.Errorf("a third connection: %v %v", status, err)
	}
	_ = c.CloseNow()
	s.eventually("there is room", func() bool {
		_, _, err := s.dialWith(s.full, nil)
		return err == nil
	})
}

// S2-29: messages that arrive too fast wait; none is lost.
func TestPace(t *testing.T) {
	p := pace{perSecond: 1000, burst: 10}
	began := time.Now()
	for range 60 {
		p.wait(t.Context())
	}
	if took := time.Since(began); took < 45*time.Millisecond {
		t.Errorf("60 messages took %v, want 50 ms or more", took)
	}
	none := pace{}
	for range 1000 {
		none.wait(t.Context())
	}
}

// S2-29: requests with a token are limited too, whatever their path, and requests with other tokens do
// not wait for them.
func TestPaceOfRequests(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{PerSecond: 100, MCP: func(string, bool) *mcp.Server {
		return mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	}})
	ask := func(token, method, path string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusServiceUnavailable {
			t.Errorf("%s %s: %s", method, path, response.Status)
		}
	}
	for token, what := range map[string][2]string{s.full: {http.MethodPost, mcpPath}, s.reader: {http.MethodGet, "/sessions"}} {
		began := time.Now()
		for range 130 {
			ask(token, what[0], what[1])
		}
		if took := time.Since(began); took < 290*time.Millisecond {
			t.Errorf("130 requests for %s took %v, want 300 ms or more", what[1], took)
		}
	}
}

// A client that does not read delays neither the agent nor other clients.
func TestClientThatDoesNotRead(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c, stopped := s.dial(), s.dial()
	id := c.begin("auth")
	stopped.send(object{"type": "session:attach", "sessionId": id, "updates": true})
	stopped.expect("session:attached")
	text := strings.Repeat("x", 100_000) // more in all than sockets buffer
	for range 60 {
		c.send(object{"type": "agent:message", "sessionId": id, "content": text})
		c.expect("agent:response")
	}
}

// A client's other messages are read while one of them starts its agent again.
func TestMessagesWhileAnAgentStartsAgain(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	c := s.dial()
	id, other := c.begin("auth"), c.begin("db")
	s.backend.of(id).kill()
	hold := s.backend.holdStarts()
	c.send(object{"type": "agent:message", "sessionId": id, "content": "hello"})
	receive(t, "start", s.backend.held)
	c.send(object{"type": "agent:message", "sessionId": other, "content": "meanwhile"})
	if m := c.expect("agent:response"); m["sessionId"] != other {
		t.Errorf("first answer: %v", m)
	}
	close(hold)
	if m := c.expect("agent:response"); m["sessionId"] != id {
		t.Errorf("second answer: %v", m)
	}
}

// With unreadable tokens nobody gets in, and strangers do not learn the file's path.
func TestTokensThatCannotBeRead(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	if err := os.WriteFile(string(s.file), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/sessions", "/login"} {
		response, err := http.Post(s.url+path, "application/json", strings.NewReader(`{"token":"`+s.full+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusInternalServerError || strings.Contains(string(body), string(s.file)) {
			t.Errorf("%s: %s %s (%v)", path, response.Status, body, err)
		}
	}
	if len(s.log.events(t, "tokens")) == 0 {
		t.Error("the error is not logged")
	}
}

// 1 000 clients that connect, start something and vanish leave no connection or goroutine behind.
func TestClientsThatVanish(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	id := s.dial().begin("auth")
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for range 50 {
				c, _, err := s.dialWith(s.full, nil)
				if err != nil {
					t.Error(err)
					return
				}
				data, _ := json.Marshal(object{"type": "session:attach", "sessionId": id, "updates": true})
				_ = c.Write(context.Background(), websocket.MessageText, data)
				_ = c.CloseNow()
			}
		})
	}
	all.Wait()
	s.eventually("only the first connection is left", func() bool {
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		return len(s.server.open) == 1
	})
	own, err := s.manager.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	s.eventually("nobody else follows the session", func() bool { return len(own.Clients()) == 1 })
	s.eventually("the goroutines are gone", func() bool { return runtime.NumGoroutine() <= before })
}

// FuzzMessage checks that any message of a client is understood, or answered with an error.
func FuzzMessage(f *testing.F) {
	for _, kind := range []string{"session:create", "session:attach", "session:stop", "agent:message", "agent:answer", "agent:cancel", "", "x"} {
		data, _ := json.Marshal(object{"type": kind, "sessionId": "s", "agentId": "a", "content": "c", "request": "r", "option": "o", "from": 3, "updates": true})
		f.Add(data)
	}
	for _, text := range []string{"", "null", "[]", "1", `{"type":1}`, `{"type":"session:attach","sessionId":"s","from":-1}`, "{\"type\":\"\xff\"}", `{"type":"session:create","agentId":"../../x"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		q, err := decode(data)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" || len(err.Error()) > 1000 {
				t.Errorf("error %q", err)
			}
			return
		}
		switch q.Type {
		case typeCreate:
			if checkAgentID(q.AgentID) != nil {
				t.Errorf("agent id %q was accepted", q.AgentID)
			}
		case typeAttach, typeStop, typeCancel, typeMessage, typeAnswer:
			if q.SessionID == "" || q.From < 0 && q.Type == typeAttach {
				t.Errorf("%+v was accepted", q)
			}
		default:
			t.Errorf("type %q was accepted", q.Type)
		}
		again, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if q2, err := decode(again); err != nil || q2 != q {
			t.Errorf("%+v is read back as %+v (%v)", q, q2, err)
		}
	})
}

// FuzzRequests checks that, however a request is spelled, it has no effect without a token or with a
// read-only one, and that it gets a response with an acting one.
func FuzzRequests(f *testing.F) {
	for _, e := range routes {
		f.Add(e.method, strings.ReplaceAll(e.path, "{id}", "no-1"), []byte(`{"agentId":"auth","prompt":"p","text":"t","confirm":true}`))
	}
	for _, path := range []string{"/sessions/", "//sessions", "/./sessions", "/sessions/%2e%2e/sessions", "/%73essions", "/sessions/1/prompt/", "/Sessions", "/sessions;x", "/login/../sessions", mcpPath, "/%6dcp", "/ws"} {
		f.Add(http.MethodPost, path, []byte("{}"))
	}
	f.Add(http.MethodConnect, "/sessions", []byte("{}"))
	f.Add("post", "/sessions?archived=true", []byte("null"))
	f.Add(http.MethodPost, "/sessions", []byte(`{"agentId":["x"]}`))
	f.Fuzz(func(t *testing.T, method, path string, body []byte) {
		address, err := url.ParseRequestURI(path)
		if err != nil || address.Host != "" {
			t.Skip()
		}
		w := newWorld(t, newBackend(), Disconnect{})
		done := &others{}
		file := token.File(filepath.Join(t.TempDir(), "tokens.json"))
		_, full, err := file.New("full", false, time.Now())
		_, reader, err2 := file.New("reader", true, time.Now())
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		server := NewServer(w.Relay, ServerOptions{Sessions: done, Tokens: file, Log: NewLog(w.log)})
		for _, bearer := range []string{"", reader, full} {
			r := &http.Request{Method: method, URL: address, RequestURI: path, Host: "localhost", Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body))}
			r.Header = http.Header{"Content-Type": {"application/json"}}
			if bearer != "" {
				r.Header.Set("Authorization", "Bearer "+bearer)
			}
			answer := httptest.NewRecorder()
			server.ServeHTTP(answer, r)
			if answer.Code == http.StatusInternalServerError {
				t.Errorf("%s %s %q: %s", method, path, body, answer.Body)
			}
			if bearer != full && (len(w.manager.All()) > 0 || len(done.done) > 0) {
				t.Errorf("%s %s had an effect without an acting token", method, path)
			}
		}
	})
}

// An answer that is too long is cut to the room in a message, between characters.
func TestFitting(t *testing.T) {
	for name, text := range map[string]string{
		"short": "hello", "long": strings.Repeat("x", 2<<20), "wide": strings.Repeat("é漢", 400_000),
		"escaped": strings.Repeat("\x01", 400_000), "invalid": strings.Repeat("\xff", 400_000),
	} {
		content, cut := truncateAnswer(text)
		data, err := json.Marshal(responseMessage{Content: content})
		if err != nil || len(data) > maxMessage || cut != (len(content) < len(text)) {
			t.Errorf("%s: %d of %d bytes, cut %v, a message of %d (%v)", name, len(content), len(text), cut, len(data), err)
		}
		if name != "invalid" && !strings.HasPrefix(text, content) {
			t.Errorf("%s: not a prefix of the answer", name)
		}
	}
	if !bytes.Contains(openapi, []byte("openapi")) {
		t.Error("the description is missing")
	}
}

// S4-05, S4-27: an archived conversation stays archived until its user brings it back. Then resuming
// starts it, and it belongs to the relay again, within the limits.
func TestResumeOfAnArchivedSession(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	resume := func(id string, status int, want object) {
		t.Helper()
		r, got := s.ask("POST", "/sessions/"+id+"/resume", s.full, "{}", nil)
		for key, value := range want {
			if r.status != status || got[key] != value {
				t.Errorf("resume: %d %v, want %d %v", r.status, got, status, want)
			}
		}
	}
	own := s.started("auth", nil)
	id := own.ID()
	if r, m := s.ask("POST", "/sessions/"+id+"/archive", s.full, "{}", nil); r.status != 200 || own.State() != Cleaned {
		t.Fatalf("archive: %d %v", r.status, m)
	}
	s.backend.mu.Lock()
	s.backend.gone[id] = "the session was ended"
	s.backend.mu.Unlock()
	before := s.backend.startsOf(id)
	resume(id, 200, nil) // the reply is the workspace's
	if s.backend.startsOf(id) != before {
		t.Error("an archived session was started")
	}
	s.others.put(id, "active")
	other := s.started("auth", nil)
	resume(id, 409, object{"code": "agent_in_use"})
	if err := s.Stop(other.ID()); err != nil {
		t.Fatal(err)
	}
	resume(id, 200, object{"sessionId": id, "status": "active"})
	again, err := s.manager.Get(id)
	if err != nil || again.AgentID() != "auth" || again.Worktree() != own.Worktree() || s.backend.startsOf(id) != before+1 {
		t.Fatalf("resumed: %v (%v)", again, err)
	}
	if _, err := s.Prompt(t.Context(), id, "hello"); err != nil {
		t.Error(err)
	}
	s.eventually("it is answered", func() bool { return again.MessageCount() == 1 })
	if all, _ := s.store.All(); len(all) != 1 || all[0].Archived {
		t.Errorf("the store has %v", all)
	}
	resume("not-"+id, 409, object{"code": "refused"})
}
