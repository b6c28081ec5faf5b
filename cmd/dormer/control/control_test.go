package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"dormer/session/socket"
)

func runDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "dormer-test-") // sockets have short paths
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "run")
}

// served starts a server with a handler, in its own directory.
func served(t *testing.T, handle Handler) (dir, name string) {
	t.Helper()
	dir, name = runDir(t), Name("/state/workspaces/work")
	s, err := Listen(dir, name, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(handle)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return dir, name
}

func TestNamesOfPrograms(t *testing.T) {
	name := Name("/state/workspaces/work")
	if !isName(name) || len(name) != 27 || Name("/state/workspaces/work") != name || Name("/state/workspaces/other") == name {
		t.Errorf("%q", name)
	}
	for _, other := range []string{"", "workspace--", "workspace--0123456789abcdeg", "workspace--0123456789abcdef0", "dormer--0000000000000000--1111111111111111--2222222222222222"} {
		if isName(other) {
			t.Errorf("%q counts as a program's name", other)
		}
	}
	for path, want := range map[string]bool{"/run/dormer/" + name + ".sock": true, "/run/" + name: false, "run/" + name + ".sock": false, "/run/x.sock": false, "": false} {
		if dir, got, ok := Split(path); ok != want || ok && (got != name || dir != "/run/dormer") {
			t.Errorf("%q: %q, %q, %t", path, dir, got, ok)
		}
	}
}

// On request, a socket that was removed, with its directory or alone, is made again. An existing socket
// stays, and a closed one is not made again.
func TestARemovedSocketIsMadeAgain(t *testing.T) {
	dir, name := runDir(t), Name("/state/workspaces/work")
	s, err := Listen(dir, name, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(func(context.Context, Request) Answer { return Answer{Text: "done"} })
	path := filepath.Join(dir, name+".sock")
	for what, remove := range map[string]func() error{
		"its directory": func() error { return os.RemoveAll(dir) },
		"its name":      func() error { return os.Remove(path) },
		"nothing":       func() error { return nil },
	} {
		if err := remove(); err != nil {
			t.Fatal(err)
		}
		before, _ := os.Lstat(path)
		if err := s.Relisten(); err != nil {
			t.Errorf("%s was removed: %v", what, err)
		}
		if after, err := os.Lstat(path); err != nil || before != nil && !os.SameFile(before, after) {
			t.Errorf("%s was removed: %v, or another socket took the place of one that was there", what, err)
		}
		if a, err := Ask(t.Context(), dir, name, Request{Kind: Do}); err != nil || a.Text != "done" {
			t.Errorf("%s was removed: %+v, %v", what, a, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket still exists: %v", err)
	}
	if err := s.Relisten(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a closed server made its socket: %v", err)
	}
}

func TestARequestIsAnswered(t *testing.T) {
	asked := make(chan Request, 1)
	want := Answer{Text: "done", Session: "s", Closed: []ClosedItem{{Title: "vim", Tab: true, Sessions: []string{"a"}, ClosedAt: time.Unix(1, 0).UTC(), ExpiresAt: time.Unix(2, 0).UTC()}}}
	dir, name := served(t, func(_ context.Context, q Request) Answer {
		asked <- q
		return want
	})
	q := Request{Dormer: "1.2.4", Kind: Do, Session: "x", Dir: "/tmp/\xff", Words: []Bytes{"tab.new", "--", "a\nb\xfe", ""}, Text: strings.Repeat("x", 1<<20)}
	a, err := Ask(t.Context(), dir, name, q)
	if err != nil || !reflect.DeepEqual(a, want) {
		t.Fatalf("answer %+v, %v", a, err)
	}
	if got := <-asked; !reflect.DeepEqual(got, q) {
		t.Errorf("asked %+v", got)
	}
	st, err := os.Stat(filepath.Join(dir, name+".sock"))
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", st, err)
	}
}

// These sockets have other names than hosts' sockets: a search for hosts does not find them.
func TestASocketOfAProgramIsNotAHosts(t *testing.T) {
	dir, name := served(t, func(context.Context, Request) Answer { return Answer{} })
	if hosts, err := socket.List(dir); err != nil || len(hosts) > 0 {
		t.Errorf("hosts %q, %v", hosts, err)
	}
	if names, err := socket.Names(dir, isName); err != nil || !reflect.DeepEqual(names, []string{name}) {
		t.Errorf("programs %q, %v", names, err)
	}
}

func TestNobodyListens(t *testing.T) {
	dir := runDir(t)
	if _, err := Ask(t.Context(), dir, Name("x"), Request{}); !errors.Is(err, ErrGone) {
		t.Errorf("no directory: %v", err)
	}
	s, err := Listen(dir, Name("x"), "1")
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(func(context.Context, Request) Answer { return Answer{} })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(t.Context(), dir, Name("x"), Request{}); !errors.Is(err, ErrGone) {
		t.Errorf("after the program has left: %v", err)
	}
}

// connected connects to a server without the client, after its greeting.
func connected(t *testing.T, dir, name string) (socket.Conn, *bufio.Reader) {
	t.Helper()
	c, err := socket.Connect(t.Context(), dir, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	in := bufio.NewReader(c)
	var g greeting
	if err := receive(in, maxGreeting, &g); err != nil || g.Dormer != "1.2.3" || g.Protocol != protocol || g.PID != os.Getpid() {
		t.Fatalf("greeting %+v, %v", g, err)
	}
	return c, in
}

// An invalid request is refused with a message and has no effect. A silent client, or half a request,
// blocks nobody.
func TestHostileRequests(t *testing.T) {
	asked := make(chan Request, 10)
	dir, name := served(t, func(_ context.Context, q Request) Answer {
		asked <- q
		return Answer{Text: "ok"}
	})
	silent, _ := connected(t, dir, name)
	half, _ := connected(t, dir, name)
	if _, err := half.Write([]byte(`{"kind":"do","words":["pane.k`)); err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"no JSON": "GET / HTTP/1.1\n", "another kind of JSON": "[1,2]\n", "a wrong type": `{"kind":7}` + "\n", "nothing": "\n",
	} {
		c, in := connected(t, dir, name)
		if _, err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		var a Answer
		if err := receive(in, maxAnswer, &a); err != nil || !strings.Contains(a.Refused, "dormer 1.2.3 cannot read the request") {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
	}
	if a, err := Ask(t.Context(), dir, name, Request{Kind: Do}); err != nil || a.Text != "ok" {
		t.Errorf("meanwhile: %+v, %v", a, err)
	}
	if err := errors.Join(half.Close(), silent.Close()); err != nil {
		t.Error(err)
	}
	if len(asked) != 1 {
		t.Errorf("%d requests were handled, want one", len(asked))
	}
}

func TestRequestsAreLimitedInSize(t *testing.T) {
	r := bufio.NewReader(io.MultiReader(strings.NewReader(`{"text":"`), strings.NewReader(strings.Repeat("x", maxRequest)), strings.NewReader(`"}`+"\n")))
	if err := receive(r, maxRequest, &Request{}); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}

// If a client leaves before the reply, the handler is told, and does not start what it has not started.
func TestAClientMayLeave(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	dir, name := served(t, func(ctx context.Context, _ Request) Answer {
		close(begun)
		<-ctx.Done()
		close(ended)
		return Answer{}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		cancel()
	}()
	if _, err := Ask(ctx, dir, name, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the handler was not notified")
	}
}

// other is a program of another make: it accepts, and does what the test wants.
func other(t *testing.T, does func(socket.Conn)) (dir, name string) {
	t.Helper()
	dir, name = runDir(t), Name("x")
	l, err := socket.Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			does(c)
		}
	}()
	t.Cleanup(func() { _ = l.Close() })
	return dir, name
}

// A stopped program has a socket and does not answer. It never gets the request, because it would carry
// it out when it goes on.
func TestAProgramThatDoesNotAnswer(t *testing.T) {
	got := make(chan error, 1)
	dir, name := other(t, func(c socket.Conn) {
		_, err := c.Read(make([]byte, 1))
		got <- err
	})
	if _, err := Ask(t.Context(), dir, name, Request{Kind: Do}); !errors.Is(err, ErrSilent) {
		t.Errorf("got %v", err)
	}
	if err := <-got; !errors.Is(err, io.EOF) {
		t.Errorf("the program was sent something (%v)", err)
	}
}

func TestProgramsOfOtherVersions(t *testing.T) {
	says := func(greeting string) func(socket.Conn) {
		return func(c socket.Conn) {
			_, _ = io.WriteString(c, greeting+"\n")
			var q Request
			if receive(bufio.NewReader(c), maxRequest, &q) == nil {
				_ = json.NewEncoder(c).Encode(map[string]any{"text": "understood", "later": []int{1}})
			}
			_ = c.Close()
		}
	}
	dir, name := other(t, says(`{"dormer":"0.0.9","protocol":0,"pid":7}`))
	if _, err := Ask(t.Context(), dir, name, Request{}); !errors.Is(err, ErrOlder) || !strings.Contains(err.Error(), "0.0.9") {
		t.Errorf("an older program: %v", err)
	}
	dir, name = other(t, says(`{"dormer":"9.0.0","protocol":9,"pid":7,"more":{}}`))
	if a, err := Ask(t.Context(), dir, name, Request{}); err != nil || a.Text != "understood" {
		t.Errorf("a newer program: %+v, %v", a, err)
	}
	dir, name = other(t, func(c socket.Conn) { _, _ = io.WriteString(c, strings.Repeat("x", 1<<16)) })
	if _, err := Ask(t.Context(), dir, name, Request{}); !errors.Is(err, errTooLong) {
		t.Errorf("no dormer at all: %v", err)
	}
}

// The socket of a killed program is replaced.
func TestAStaleSocketIsReplaced(t *testing.T) {
	dir := runDir(t)
	if _, err := Listen(dir, Name("x"), "1"); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(dir, Name("x"), "1"); err == nil {
		t.Error("the socket of a listening program was replaced")
	}
	if stale, err := Stale(t.Context(), dir); err != nil || len(stale) > 0 {
		t.Errorf("the socket of a listening program is listed as stale: %q, %v", stale, err)
	}
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, Name("y")+".sock"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	if err := left.Close(); err != nil {
		t.Fatal(err)
	}
	if stale, err := Stale(t.Context(), dir); err != nil || !reflect.DeepEqual(stale, []string{Name("y")}) {
		t.Errorf("stale sockets: %q, %v", stale, err)
	}
	if err := Greet(t.Context(), dir, Name("y")); !errors.Is(err, ErrGone) {
		t.Errorf("greeting nobody: %v", err)
	}
	s, err := Listen(dir, Name("y"), "1")
	if err != nil {
		t.Fatalf("in place of a stale socket: %v", err)
	}
	s.Serve(func(context.Context, Request) Answer { return Answer{} })
	if err := Greet(t.Context(), dir, Name("y")); err != nil {
		t.Errorf("greeting: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
