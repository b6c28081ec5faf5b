package loop

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/screen"
	"dormer/ui/signals"
)

// recorder is a model that quits when it is asked to leave.
type recorder struct {
	got      chan tea.Msg
	finished bool
}

func (r *recorder) Init() tea.Cmd  { return nil }
func (r *recorder) View() tea.View { return tea.View{} }
func (r *recorder) Finish()        { r.finished = true }
func (r *recorder) Save()          {}

func (r *recorder) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case Input:
		msg.Taken()
		r.got <- msg
	case Leave:
		r.got <- msg
		return r, tea.Quit
	}
	return r, nil
}

// terminal returns an opened terminal, its input, and the other end of it.
func terminal(t *testing.T) (term *screen.Terminal, tty, user *os.File) {
	t.Helper()
	user, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = user.Close(), tty.Close() })
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 10, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	term, err = screen.Open(screen.Options{In: tty, Out: tty, Env: func(name string) string { return map[string]string{"TERM": "xterm-256color"}[name] }})
	if err != nil {
		t.Fatal(err)
	}
	return term, tty, user
}

// start runs a loop on its own terminal and returns the terminal's other end.
func start(t *testing.T) (l *Loop, r *recorder, user *os.File, ended chan error) {
	t.Helper()
	term, tty, user := terminal(t)
	go func() { _, _ = io.Copy(io.Discard, user) }() // a terminal that reads all output
	l = New(term, tty, signals.Take())
	r = &recorder{got: make(chan tea.Msg, 100)}
	l.Prepare(r, session.Size{Rows: 10, Cols: 40})
	ended = make(chan error, 1)
	go func() { ended <- l.Run(context.Background()) }()
	return l, r, user, ended
}

// Input reaches the model in order, one read at a time, and a model that quits is finished before
// Run returns.
func TestInputArrivesInOrder(t *testing.T) {
	l, r, user, ended := start(t)
	typed := ""
	for _, text := range []string{"a", "bc", "d"} {
		if _, err := user.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	for typed != "abcd" {
		in, is := (<-r.got).(Input)
		if !is {
			t.Fatalf("got %+v", in)
		}
		for _, e := range in.Events {
			switch e := e.(type) {
			case input.Key:
				typed += e.Key.Text
			case input.Text:
				typed += e.Text
			}
		}
	}
	l.Send(Leave{})
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !r.finished {
		t.Error("the model was not finished")
	}
}

// A loop in which nothing happens is never woken: bubbletea's ticker is stopped.
func TestTickerIsStopped(t *testing.T) {
	l, r, user, ended := start(t)
	if _, err := user.WriteString("a"); err != nil {
		t.Fatal(err)
	}
	<-r.got // the loop runs, and so did the ticker
	late := time.After(time.Minute)
	for buf := make([]byte, 1<<20); strings.Contains(string(buf[:runtime.Stack(buf, true)]), "startRenderer"); {
		select {
		case <-late:
			t.Fatal("the ticker runs")
		case <-time.After(time.Millisecond):
		}
	}
	l.Send(Leave{})
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
