package ui

import (
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/input"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/ui/remote"
)

// S4-03: leaving, by a key or a signal, suspends the sessions that end with the program, in a
// single write and with the time. Sessions with a host and ended sessions are not affected.
func TestLeavingSuspendsSessionsOfTheProgram(t *testing.T) {
	for name, leave := range map[string]func(*world){
		"by a key":    func(w *world) { w.press("ctrl+b", "d") },
		"by a signal": func(w *world) { w.take(loop.Leave{}) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, standard)
			w.press("ctrl+b", "%", "ctrl+b", "%", "ctrl+b", "%")
			ids := w.panes()
			direct := map[session.ID]bool{ids[0]: true, ids[1]: true, ids[3]: true}
			w.m.deps.Direct = func(id session.ID) bool { return direct[id] }
			o := w.owners[ids[3]]
			w.tell(o, wire.Started{PID: 7})
			w.tell(o, wire.Exited{Exit: session.Exit{Code: 3, Started: w.now, Ended: w.now}})
			w.now = w.now.Add(time.Hour)
			marks := len(w.marked)
			leave(w)
			if !w.quit || len(w.marked) != marks+1 {
				t.Fatalf("quit %v, marked %d times, want once", w.quit, len(w.marked)-marks)
			}
			for i, want := range []session.Disposition{session.Suspended, session.Suspended, session.DispositionActive, session.DispositionActive} {
				r := w.marked[marks].Sessions[ids[i]]
				if r.Disposition != want || r.LastActive.Equal(w.now) != (want == session.Suspended) {
					t.Errorf("session %d is %s since %v, want %s", i, r.Disposition, r.LastActive, want)
				}
			}
		})
	}
}

// S4-03, S4-28: at the next start, a session suspended by leaving becomes active if it starts
// again, and stays suspended if it waits.
func TestSuspendedSessionsAtTheNextStart(t *testing.T) {
	for restore, want := range map[config.Restore]session.Disposition{
		config.RestoreStart: session.DispositionActive, config.RestoreAsk: session.Suspended,
	} {
		w := newWorld(t, standard)
		id := w.m.activePane()
		w.m.deps.Direct = func(session.ID) bool { return true }
		w.press("ctrl+b", "d")
		again := w.relaunched(restore, map[session.ID]session.Past{id: {}})
		if restore == config.RestoreStart {
			again.until("it has started", func(msg tea.Msg) bool { started, is := msg.(live.Started); return is && started.ID == id })
		}
		if got := again.m.state.Sessions[id].Disposition; got != want {
			t.Errorf("%s: it is %s, want %s", restore, got, want)
		}
	}
}

// S4-18, S4-20, S4-32: an idle session is ended and stays active. Its pane says so, and typing or
// pasting there starts it again and then goes to it.
func TestTypingRestartsAnIdleSession(t *testing.T) {
	for name, typing := range map[string]func(*world){
		"typed": func(w *world) { w.press("h", "i") },
		"pasted": func(w *world) {
			w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("hi")}}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, standard)
			o, id := w.owner(), w.m.activePane()
			w.tell(o, wire.Started{PID: 7})
			idle := false
			w.m.deps.EndIdle = func(which session.ID, after time.Duration) bool {
				if which != id || after != time.Hour {
					t.Errorf("session %s ends after %s", which, after)
				}
				return idle
			}
			for _, idle = range []bool{false, true} { // at first the user has typed since it was listed
				_, cmd, err := w.m.handleRequest(remote.Call{What: remote.EndIdle{Sessions: []session.ID{id}, After: time.Hour}})
				if err != nil {
					t.Fatal(err)
				}
				w.do(cmd)
				if r := w.m.state.Sessions[id]; r.Disposition != session.DispositionActive || r.Idled != idle || len(w.ended) != 0 {
					t.Fatalf("idle %v: its record is %+v, ended %v", idle, r, w.ended)
				}
			}
			w.mu.Lock() // the health monitor runs meanwhile
			w.lost[id] = true
			w.mu.Unlock()
			w.tell(o, wire.Exited{Exit: session.Exit{Signal: "SIGHUP", Started: w.now, Ended: w.now}, Stopped: true})
			if err := o.conn.Close(); err != nil {
				t.Fatal(err)
			}
			l := w.m.live.Get(id)
			for until := time.Now().Add(30 * time.Second); !l.Client.Gone(); runtime.Gosched() {
				if time.Now().After(until) {
					t.Fatal("the connection is still open")
				}
			}
			footer := strings.Join(w.m.scene().Panes[0].Footer, "\n")
			if !strings.Contains(footer, "it was ended because it was idle") || !strings.Contains(footer, "typing starts it again") {
				t.Errorf("its pane shows %q", footer)
			}
			typing(w)
			w.until("it has started", func(msg tea.Msg) bool { started, is := msg.(live.Started); return is && started.ID == id })
			var got string
			for len(got) < 2 {
				switch m := expectInput(t, w.owner()).(type) {
				case wire.Input:
					got += string(m.Data)
				case wire.Paste:
					got += string(m.Data)
				}
			}
			if got != "hi" {
				t.Errorf("it got %q", got)
			}
			if r := w.m.state.Sessions[id]; r.Idled || r.Disposition != session.DispositionActive {
				t.Errorf("its record is %+v", r)
			}
			if w.m.live.Get(id).Health.Health.Phase == health.Failed {
				t.Error("it could not be started")
			}
		})
	}
}

// expectInput waits for any input.
func expectInput(t *testing.T, o *owner) wire.Message {
	t.Helper()
	timeout := time.After(30 * time.Second)
	for {
		select {
		case m := <-o.got:
			switch m.(type) {
			case wire.Input, wire.Paste:
				return m
			}
		case <-timeout:
			t.Fatal("no input came")
		}
	}
}
