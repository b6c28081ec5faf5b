package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dormer/ui/web"
)

// client is a page without a browser.
type client struct {
	t    testing.TB
	conn *websocket.Conn
	// slow says that frames are not acknowledged.
	slow bool
}

func dial(t testing.TB, s *httptest.Server, header http.Header) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, _, err := websocket.Dial(ctx, s.URL+web.Socket, &websocket.DialOptions{HTTPHeader: header}) //nolint:bodyclose // the connection closes it
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(-1)
	t.Cleanup(func() { _ = c.CloseNow() })
	return &client{t: t, conn: c}
}

func (c *client) send(text string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	if err := c.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// receive returns the next message, with its text.
func (c *client) receive() (m struct {
	Type  string `json:"t"`
	ID    int    `json:"id"`
	Error string `json:"error"`
	How   string `json:"how"`
}, text string, err error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	return m, string(data), err
}

// until returns the first message of a type that contains a text.
func (c *client) until(kind, has string) string {
	c.t.Helper()
	for {
		m, text, err := c.receive()
		if err != nil {
			c.t.Fatalf("waiting for %s with %q: %v", kind, has, err)
		}
		if m.Type == "frame" && !c.slow {
			c.send(`{"t":"ack","term":1}`)
		}
		if m.Type == kind && strings.Contains(text, has) {
			return text
		}
	}
}

// A page that does not acknowledge its frame gets no further one, but all other messages. When it
// does acknowledge, a single frame has all the changes.
func TestOneFrameIsUnacknowledged(t *testing.T) {
	r := newRoom(t)
	id := r.start("flood", `stty -echo; echo ready; while read n; do i=0; while [ $i -lt 50 ]; do echo "round $n line $i"; i=$((i+1)); done; done`)
	c := dial(t, r.serve(), nil)
	c.until("tree", id.String())
	c.slow = true
	c.send(fmt.Sprintf(`{"t":"open","term":1,"session":%q}`, id))
	c.until("frame", "") // the first is not acknowledged
	for n := range 20 {
		c.send(fmt.Sprintf(`{"t":"text","term":1,"text":"%d\r"}`, n))
	}
	c.send(`{"t":"ping"}`)
	frames := 0
	// Another viewer has received all the output, so this one's replica will, too.
	r.write(id, "", "round 19 line 49")
	r.write(id, "last\n", "round last line 49")
	c.send(`{"t":"ping"}`)
	for pongs := 0; pongs < 2; {
		m, _, err := c.receive()
		if err != nil {
			t.Fatal(err)
		}
		switch m.Type {
		case "frame":
			frames++
		case "pong":
			pongs++
		}
	}
	if frames > 0 {
		t.Errorf("%d more frames came without an acknowledgement", frames)
	}
	for i := 0; ; i++ {
		c.send(`{"t":"ack","term":1}`)
		if text := c.until("frame", ""); strings.Contains(text, "round last line 49") {
			if i > 10 {
				t.Errorf("the flood came in %d frames: none was skipped", i)
			}
			break
		}
	}
}

// Invalid messages close the connection, and nothing else happens.
func TestMalformedMessages(t *testing.T) {
	r := newRoom(t)
	id := r.start("shell", `exec cat`)
	s := r.serve()
	for name, text := range map[string]string{
		"no JSON":         "hello",
		"another type":    `{"t":"nonsense"}`,
		"no session":      `{"t":"open","term":1,"session":"x"}`,
		"wrong types":     `{"t":5}`,
		"no conversation": `{"t":"talk","term":1,"session":"../../etc"}`,
		"number zero":     fmt.Sprintf(`{"t":"open","term":0,"session":%q}`, id),
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, s, nil)
			c.send(text)
			for {
				if _, _, err := c.receive(); err != nil {
					if status := websocket.CloseStatus(err); status != websocket.StatusPolicyViolation && status != websocket.StatusUnsupportedData {
						t.Errorf("it ended with %v", err)
					}
					return
				}
			}
		})
	}
	c := dial(t, s, nil)
	c.send(`{"t":"close","term":7}`)
	c.send(`{"t":"ack","term":7}`)
	c.send(fmt.Sprintf(`{"t":"talk","term":2,"session":%q}`, id))
	c.until("state", "no conversation runs in this session")
	c.send(`{"t":"act","id":3,"action":"nonsense"}`)
	c.until("done", "nonsense is not done in a test")
	c.send(`{"t":"open","term":4,"session":"11111111-1111-1111-1111-111111111111"}`)
	c.until("state", "its host is gone")
	c.send(fmt.Sprintf(`{"t":"open","term":3,"session":%q}`, id)) // a used number
	for {
		if _, _, err := c.receive(); err != nil {
			if status := websocket.CloseStatus(err); status != websocket.StatusPolicyViolation {
				t.Errorf("a number that was used before: it ended with %v", err)
			}
			return
		}
	}
}

// The number of a page's requests under way is limited; when they are done, it can send more.
func TestTooMuchAtOnce(t *testing.T) {
	r := newRoom(t)
	c := dial(t, r.serve(), nil)
	c.until("tree", "")
	r.mu.Lock() // Question and Tree wait for it
	for i := range 200 {
		c.send(fmt.Sprintf(`{"t":"ask","id":%d}`, i+1))
	}
	c.until("done", "too many requests under way")
	r.mu.Unlock()
	c.send(`{"t":"ask","id":1000}`)
	for {
		m, text, err := c.receive()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Type != "done" || m.ID != 1000:
		case m.Error == "":
			return
		case strings.Contains(text, "too many requests under way"):
			c.send(`{"t":"ask","id":1000}`) // the others are not done yet
		default:
			t.Fatal(text)
		}
	}
}

// If changes cannot be followed, the page gets the tree and the reason.
func TestFailedFollow(t *testing.T) {
	r := newRoom(t)
	s := httptest.NewServer(handler(web.New(unfollowed{r}, func(*http.Request) bool { return false })))
	defer s.Close()
	c := dial(t, s, nil)
	if text := c.until("tree", "cannot be followed: no more watches"); !strings.Contains(text, `"workspace":"test"`) {
		t.Errorf("the tree is not there: %s", text)
	}
}

// unfollowed is a workspace that cannot be followed.
type unfollowed struct{ *room }

func (unfollowed) Follow(context.Context, func()) error { return errors.New("no more watches") }

// When the title of a session on the page changes, the tree is read again.
func TestChangedTitleReloadsTheTree(t *testing.T) {
	r := newRoom(t)
	id := r.start("", `stty -echo raw; printf ready; exec cat`)
	s := httptest.NewServer(handler(web.New(silent{r}, func(*http.Request) bool { return false })))
	defer s.Close()
	c := dial(t, s, nil)
	c.until("tree", id.String())
	c.send(fmt.Sprintf(`{"t":"open","term":1,"session":%q}`, id))
	c.until("frame", "ready")
	r.mu.Lock()
	r.known[id] = web.Session{Status: "changed in silence", Live: true}
	r.mu.Unlock()
	c.send(`{"t":"text","term":1,"text":"\u001b]2;another title\u0007"}`)
	c.until("tree", "changed in silence")
}

// silent is a workspace in which nothing happens.
type silent struct{ *room }

func (silent) Follow(ctx context.Context, _ func()) error {
	<-ctx.Done()
	return ctx.Err()
}

// A read-only page sees everything and changes nothing.
func TestReadOnlySocket(t *testing.T) {
	r := newRoom(t)
	id := r.start("shell", `stty -echo raw; printf 'ready\r\n'; exec cat -v`)
	s := r.serve()
	c := dial(t, s, http.Header{"X-Read-Only": {"yes"}})
	c.until("hello", `"readOnly":true`)
	c.send(fmt.Sprintf(`{"t":"open","term":1,"session":%q}`, id))
	c.until("frame", "ready")
	for _, m := range []string{
		`{"t":"text","term":1,"text":"typed"}`, `{"t":"key","term":1,"press":{"key":"a"}}`, `{"t":"paste","term":1,"text":"pasted"}`,
		`{"t":"size","term":1,"rows":10,"cols":20}`, `{"t":"mouse","term":1}`, `{"t":"focus","term":1,"on":true}`,
	} {
		c.send(m)
	}
	for i, m := range []string{"act", "answer", "prompt", "cancel", "permit", "choose"} {
		c.send(fmt.Sprintf(`{"t":%q,"id":%d,"session":%q,"action":"close-pane"}`, m, i+1, id))
		c.until("done", "read-only")
	}
	r.write(id, "other", "other")
	text := c.until("frame", "other")
	if strings.Contains(text, "typed") || strings.Contains(text, "pasted") || !strings.Contains(text, `"cols":80`) {
		t.Errorf("something was done: %s", text)
	}
}

// The page's files are served with a policy that allows no other scripts.
func TestFiles(t *testing.T) {
	s := newRoom(t).serve()
	for path, want := range map[string]int{"/": 200, "/page.js": 200, "/page.css": 200, "/icon.svg": 200, "/nothing": 404, "/../page.go": 404} {
		resp, err := http.Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %s, want %d", path, resp.Status, want)
		}
		policy := resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
	}
}

// While no page is open, the workspace is not followed.
func TestWorkspaceIsFollowedOnlyWhileAPageIsOpen(t *testing.T) {
	r := newRoom(t)
	c := dial(t, r.serve(), nil)
	c.until("tree", "")
	limit := time.After(time.Minute)
	follow := func(want int) {
		t.Helper()
		for r.followers() != want {
			select {
			case <-r.moved:
			case <-limit:
				t.Fatalf("%d follow, want %d", r.followers(), want)
			}
		}
	}
	follow(1)
	_ = c.conn.CloseNow()
	follow(0)
}
