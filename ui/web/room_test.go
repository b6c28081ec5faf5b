package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/host"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
	"dormer/ui/web"
	"dormer/workspace"
)

// room is a workspace whose sessions live in the test.
type room struct {
	t testing.TB
	// acts are the actions that pages have requested.
	acts chan string
	// moved gets a message when a follower comes or goes.
	moved chan struct{}

	mu       sync.Mutex
	state    workspace.State
	known    map[session.ID]web.Session
	hosts    map[session.ID]*host.Host
	chats    map[session.ID]string
	changed  map[int]func()
	follows  int
	question agent.Choice
}

func newRoom(t testing.TB) *room {
	t.Helper()
	r := &room{
		t: t, hosts: map[session.ID]*host.Host{}, chats: map[session.ID]string{}, acts: make(chan string, 100), moved: make(chan struct{}, 1), state: workspace.New("test"), known: map[session.ID]web.Session{}, changed: map[int]func(){},
	}
	t.Cleanup(func() {
		for _, h := range r.hosts {
			h.End()
			<-h.Done()
		}
	})
	return r
}

// start starts a program in a tab of its own, or beside a pane.
func (r *room) start(title, script string, beside ...session.ID) session.ID {
	r.t.Helper()
	id := uuid.New()
	size := session.Size{Rows: 24, Cols: 80}
	h, err := host.Start(session.Spec{
		ID: id, Name: title, Lifetime: session.Temporary, Size: size, Command: []string{"/bin/sh", "-c", script}, Dir: "/",
		Env: append(os.Environ(), "PS1=$ ", "HOME="+r.t.TempDir(), "HISTFILE="),
	}, host.Options{Grace: time.Second})
	if err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	r.hosts[id] = h
	r.mu.Unlock()
	record := workspace.Record{ID: id, Name: title}
	var a workspace.Action = workspace.OpenTab{View: workspace.MainView, Tab: uuid.New(), Index: -1, Record: record}
	if len(beside) > 0 {
		_, tab, _ := r.state.TabOf(beside[0])
		a = workspace.SplitPane{Tab: tab.ID, At: beside[0], Side: workspace.Right, Record: record, Area: session.Size{Rows: 40, Cols: 160}}
	}
	r.apply(a)
	r.tell(id, web.Session{Title: title, Status: "running", Runs: true, Live: true})
	return id
}

// apply changes the workspace.
func (r *room) apply(a workspace.Action) {
	r.t.Helper()
	r.mu.Lock()
	next, _, err := workspace.Apply(r.state, a)
	r.state = next
	r.mu.Unlock()
	if err != nil {
		r.t.Error(err)
	}
	r.happened()
}

// tell changes the state of a session.
func (r *room) tell(id session.ID, s web.Session) {
	r.mu.Lock()
	r.known[id] = s
	r.mu.Unlock()
	r.happened()
}

func (r *room) happened() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.changed {
		f()
	}
}

func (r *room) Tree(context.Context) (web.Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := map[session.ID]web.Session{}
	for id, s := range r.known {
		known[id] = s
	}
	return web.NewTree(r.state, true, known, time.Now()), nil
}

func (r *room) Follow(ctx context.Context, changed func()) error {
	r.mu.Lock()
	r.follows++
	n := r.follows
	r.changed[n] = changed
	r.mu.Unlock()
	r.move()
	changed()
	<-ctx.Done()
	r.mu.Lock()
	delete(r.changed, n)
	r.mu.Unlock()
	r.move()
	return ctx.Err()
}

func (r *room) move() {
	select {
	case r.moved <- struct{}{}:
	default:
	}
}

func (r *room) Attach(_ context.Context, id session.ID) (wire.Conn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.hosts[id]
	if h == nil {
		return nil, errors.New("its host is gone")
	}
	conn, served := wire.Pipe()
	go func() { _ = h.Serve(served) }()
	return conn, nil
}

func (r *room) Do(_ context.Context, id session.ID, a web.Action) (string, session.ID, error) {
	switch a {
	case web.ClosePane:
		r.apply(workspace.ClosePane{Session: id, At: time.Now()})
	case web.BringBack:
		r.apply(workspace.UndoClose{Holding: id, At: time.Now(), Tab: uuid.New()})
	case web.NewTab:
		return "", r.start("new", "exec cat"), nil
	default:
		return "", session.ID{}, fmt.Errorf("%s is not done in a test", a)
	}
	return "", session.ID{}, nil
}

func (r *room) Question(context.Context, session.ID) (agent.Choice, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.question, nil
}

func (r *room) Answer(_ context.Context, _ session.ID, screen, option string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if screen != r.question.Hash {
		return fmt.Errorf("the screen has changed: nothing was typed")
	}
	r.acts <- "answer " + option
	return nil
}

// serve serves the page of the room.
func (r *room) serve() *httptest.Server {
	s := httptest.NewServer(handler(web.New(r, func(q *http.Request) bool { return q.Header.Get("X-Read-Only") != "" })))
	r.t.Cleanup(s.Close)
	return s
}

// handler serves a page to everybody.
func handler(page *web.Server) http.Handler {
	m := http.NewServeMux()
	m.Handle("/", page)
	m.HandleFunc(web.Socket, page.ServeSocket)
	return m
}

// write types into a session, as another viewer does, and waits until it shows a text.
func (r *room) write(id session.ID, text, until string) {
	r.t.Helper()
	conn, err := r.Attach(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	v := viewer.Attach(r.t, conn, session.Size{})
	v.Input([]byte(text))
	v.Shows(until)
	_ = v.Detach()
}

// followers returns the number of followers.
func (r *room) followers() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.changed)
}
