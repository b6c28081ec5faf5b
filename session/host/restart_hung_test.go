package host

import (
	"errors"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/wire"
)

// A command is started again in a directory that does not answer. Meanwhile the host answers, and it
// ends on request, whether or not the command has started by then.
func TestAHangingStartBlocksNobody(t *testing.T) {
	const patience = 20 * time.Second
	for answers, grace := range map[bool]time.Duration{false: 300 * time.Millisecond, true: patience} {
		h, err := Start(session.Spec{ID: uuid.New(), Command: []string{"/bin/sh", "-c", "read x; sleep 1000"}, Dir: "/", Env: os.Environ()},
			Options{Grace: grace})
		if err != nil {
			t.Fatal(err)
		}
		h.signal(1)
		select {
		case <-h.run.reported:
		case <-time.After(patience):
			t.Fatal("the first child does not end")
		}
		begun, hangs, pid := make(chan struct{}), make(chan struct{}), make(chan int, 1)
		h.start = func(spec session.Spec) (childPlan, *run, error) {
			close(begun)
			<-hangs
			if !answers {
				return childPlan{}, nil, errors.New("it never did")
			}
			l, r, err := h.startChild(spec)
			if err == nil {
				pid <- r.pid
			}
			return l, r, err
		}
		near, far := wire.Pipe()
		go func() { _ = h.Serve(far) }()
		for _, m := range []wire.Message{wire.Restart{}, wire.Restart{}, wire.Info{}} {
			if err := near.Send(m); err != nil {
				t.Fatal(err)
			}
		}
		<-begun
		told := make(chan wire.Message, 1)
		go func() {
			m, _ := near.Receive()
			told <- m
		}()
		select {
		case m := <-told:
			if _, ok := m.(wire.InfoReply); !ok {
				t.Errorf("got %T", m)
			}
		case <-time.After(patience):
			t.Fatal("the host does not answer")
		}
		if answers {
			close(hangs)
		}
		if err := near.Send(wire.End{Forget: true}); err != nil {
			t.Fatal(err)
		}
		select {
		case <-h.Done():
		case <-time.After(patience):
			t.Fatal("the host does not end")
		}
		if !answers {
			close(hangs)
		} else if h.run.pid != <-pid || h.run.alive() {
			t.Error("another child was started, or this one is alive")
		}
		_ = near.Close()
	}
}

// Requests that arrive while a command is being started again apply to it: another size of its screen,
// and its end.
func TestRequestsDuringAStartApplyToIt(t *testing.T) {
	seen := &lives{}
	h, err := Start(session.Spec{ID: uuid.New(), Command: []string{"/bin/sh", "-c", "read x; sleep 1000"}, Dir: "/", Env: os.Environ(), Size: session.Size{Rows: 10, Cols: 20}},
		Options{watcher: seen})
	if err != nil {
		t.Fatal(err)
	}
	during := func(meanwhile func()) {
		t.Helper()
		begun, hangs := make(chan struct{}), make(chan struct{})
		h.start = func(spec session.Spec) (childPlan, *run, error) {
			close(begun)
			<-hangs
			return h.startChild(spec)
		}
		h.signal(syscall.SIGKILL)
		<-h.run.reported
		go h.restart(nil)
		<-begun
		over := h.restarting
		meanwhile()
		close(hangs)
		<-over
	}
	size := session.Size{Rows: 30, Cols: 60}
	during(func() { h.resizeFor(newViewer(h, nil), size) })
	var got *unix.Winsize
	if err := h.run.tty.Control(func(fd int) (err error) {
		got, err = unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if int(got.Row) != size.Rows || int(got.Col) != size.Cols {
		t.Errorf("the command has %d rows of %d columns, want %v", got.Row, got.Col, size)
	}
	during(h.End)
	<-h.Done()
	if want := []string{"exited", "restarted", "exited", "restarted", "ending", "exited"}; !slices.Equal(seen.told, want) {
		t.Errorf("told %q, want %q", seen.told, want)
	}
}

// lives is a watcher that records what it is told. The host's lock guards it.
type lives struct{ told []string }

func (l *lives) output()                                {}
func (l *lives) historyCleared()                        {}
func (l *lives) exited(session.Exit)                    { l.told = append(l.told, "exited") }
func (l *lives) restarted()                             { l.told = append(l.told, "restarted") }
func (l *lives) conversationChanged(agent.Conversation) {}

func (l *lives) ending(string) (stopped bool) {
	l.told = append(l.told, "ending")
	return true
}
