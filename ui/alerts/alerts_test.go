package alerts

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/config"
	"dormer/ui/geometry"
	"dormer/ui/live"
	"dormer/workspace"
)

var (
	now          = time.Unix(100_000, 0)
	here, beside = session.ID{1}, session.ID{2}
	behind       = session.ID{3}
)

// program returns a program with three sessions that run make: in the active pane, in a pane beside
// it, and in a pane that is not on the screen.
func program(t *testing.T) (*Alerts, Env) {
	s := &Alerts{Sessions: live.New(live.Options{
		Send: func(live.Message) {}, After: func(time.Duration, live.Message) tea.Cmd { return nil },
	})}
	t.Cleanup(s.Sessions.Close)
	a := Env{
		Now: now, Focused: true, Active: here, Records: map[session.ID]workspace.Record{},
		Screen:   geometry.Screen{Panes: []geometry.Pane{{Session: here}, {Session: beside}}},
		Config:   config.Attention{Finished: 10 * time.Second, Silence: time.Minute, Outer: true},
		Terminal: config.Terminal{Bell: true, Notices: true},
		KeyOf:    func(string) string { return "C-b a" },
	}
	for id, name := range map[session.ID]string{here: "here", beside: "beside", behind: "behind"} {
		s.Sessions.Peek(id, session.Source{}, nil)
		a.Records[id] = workspace.Record{ID: id, Name: name, Source: session.Source{Command: []string{"make"}}}
	}
	return s, a
}

// A session without the focus is marked, and the inbox has an entry, which counts as seen if the
// pane is on the screen. The outer terminal is notified while it has no focus.
func TestHappened(t *testing.T) {
	for _, tt := range []struct {
		name    string
		id      session.ID
		blurred bool
		why     attention.Reason
		asks    attention.Reason
		entries int
		tells   string
	}{
		{name: "looked_at", id: here, why: attention.Rang},
		{name: "no_reason", id: behind, why: attention.None},
		{name: "behind", id: behind, why: attention.Failed, asks: attention.Failed, entries: 1},
		{name: "beside", id: beside, why: attention.Failed, asks: attention.Failed, entries: 1},
		{name: "without_focus", id: here, blurred: true, why: attention.Failed, asks: attention.Failed, entries: 1, tells: "here: may I make?"},
		{name: "bell_rings_the_outer_bell", id: here, blurred: true, why: attention.Rang, asks: attention.Rang, entries: 1},
		{name: "an_agent_that_waits_is_in_the_queue", id: behind, why: attention.Waits, asks: attention.Waits},
		{name: "unknown_session", id: session.ID{9}, why: attention.Rang},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, a := program(t)
			a.Focused = !tt.blurred
			n := s.Record(a, tt.id, tt.why, time.Time{}, "may I `make`?")
			if n.Changed != (tt.asks != attention.None) {
				t.Errorf("changed: %v", n.Changed)
			}
			if l := s.Sessions.Get(tt.id); l != nil && (l.Asks.Reason != tt.asks || l.Asks.Seen != (tt.id == beside && !tt.blurred)) {
				t.Errorf("it asks %+v", l.Asks)
			}
			if l := s.Sessions.Get(tt.id); l != nil && tt.asks != attention.None && !l.Asks.Since.Equal(now) {
				t.Errorf("it has asked since %v", l.Asks.Since)
			}
			if got := len(s.Inbox.Entries(func(session.ID) bool { return true })); got != tt.entries {
				t.Errorf("the inbox has %d entries", got)
			}
			told := ""
			if n.Tell != (attention.Notification{}) {
				told = n.Tell.Title + ": " + n.Tell.Text
			}
			if told != tt.tells {
				t.Errorf("the outer terminal gets %q", told)
			}
		})
	}
}

func TestNoticeTexts(t *testing.T) {
	for _, tt := range []struct {
		name   string
		id     session.ID
		notice wire.Notice
		off    bool
		want   string
	}{
		{"here", here, wire.Notice{Text: "done", Child: true}, false, "done"},
		{"behind", behind, wire.Notice{Text: "done", Child: true}, false, "`behind`: done (C-b a goes there)"},
		{"of_its_host", behind, wire.Notice{Text: "the disk is full"}, false, "`behind`: the disk is full"},
		{"unwanted", behind, wire.Notice{Text: "done", Child: true}, true, ""},
	} {
		s, a := program(t)
		a.Terminal.Notices = !tt.off
		n := s.Notified(a, tt.id, tt.notice)
		if marked := tt.notice.Child && !tt.off && tt.id != here; n.Say != tt.want || n.Changed != marked {
			t.Errorf("%s: got %+v, want %q", tt.name, n, tt.want)
		}
	}
}

// A bell rings the outer terminal if configured, also the bell of the active session.
func TestBells(t *testing.T) {
	s, a := program(t)
	if n := s.Bell(a, here, now); !n.Ring || n.Changed {
		t.Errorf("active: %+v", n)
	}
	if n := s.Bell(a, behind, now); !n.Ring || !n.Changed {
		t.Errorf("in the background: %+v", n)
	}
	a.Terminal.Bell = false
	if n := s.Bell(a, behind, now); n.Ring {
		t.Errorf("switched off: %+v", n)
	}
}

func TestEndsOfProcesses(t *testing.T) {
	s, a := program(t)
	s.Sessions.Get(behind).Status.Exit = session.Exit{Code: 2, Started: now.Add(-time.Minute), Ended: now}
	if n := s.ProcessEnded(a, behind); !n.Changed || s.Sessions.Get(behind).Asks.Reason != attention.Failed {
		t.Errorf("a command: %+v, asks %+v", n, s.Sessions.Get(behind).Asks)
	}
	a.Records[beside] = workspace.Record{ID: beside}
	s.Sessions.Get(beside).Status.Exit = session.Exit{Code: 2, Started: now.Add(-time.Minute), Ended: now}
	if n := s.ProcessEnded(a, beside); n.Changed {
		t.Errorf("a shell: %+v", n)
	}
}

// Viewing a session marks its entries as read and ends its request for attention. A session that is
// only on the screen is marked as seen.
func TestLook(t *testing.T) {
	s, a := program(t)
	a.Active = session.ID{9}
	for _, id := range []session.ID{here, beside, behind} {
		s.Record(a, id, attention.Rang, now, "rang the bell")
	}
	s.Sessions.Get(here).Asks.Seen, s.Sessions.Get(beside).Asks.Seen = false, false
	a.Active = here
	if !s.Look(a, here) || s.Sessions.Get(here).Asks != (attention.Asks{}) || s.Look(a, here) {
		t.Errorf("when viewed it asks %+v", s.Sessions.Get(here).Asks)
	}
	if asks := &s.Sessions.Get(beside).Asks; !s.Look(a, beside) || asks.Reason != attention.Rang || !asks.Seen || s.Look(a, beside) {
		t.Errorf("on the screen it asks %+v", asks)
	}
	if s.Look(a, behind) || s.Sessions.Get(behind).Asks.Seen {
		t.Errorf("in the background it asks %+v", s.Sessions.Get(behind).Asks)
	}
	if s.MarkSeen(behind); s.Sessions.Get(behind).Asks != (attention.Asks{}) {
		t.Error("a session marked as seen still asks")
	}
}

func TestNext(t *testing.T) {
	open := []session.ID{here, beside, behind}
	for _, tt := range []struct {
		name  string
		queue []session.ID
		asks  []session.ID // longest waiting first
		want  session.ID
	}{
		{"nothing", nil, nil, session.ID{}},
		{"the_agent_first", []session.ID{behind}, []session.ID{beside}, behind},
		{"behind_the_active_one", []session.ID{here, behind}, []session.ID{beside}, behind},
		{"after_the_last_agent_others", []session.ID{behind, here}, []session.ID{beside}, beside},
		{"or_the_first_agent_again", []session.ID{behind, here}, nil, behind},
		{"the_longest", nil, []session.ID{behind, beside}, behind},
	} {
		s, a := program(t)
		for i, id := range tt.asks {
			s.Sessions.Get(id).Asks = attention.Asks{Reason: attention.Rang, Since: now.Add(time.Duration(i))}
		}
		if got := s.Next(a, tt.queue, append([]session.ID(nil), open...)); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Requests from an earlier program are restored, unless the user is viewing the session.
func TestRecall(t *testing.T) {
	kept := attention.Asks{Reason: attention.Failed, Since: now.Add(-time.Hour), Text: "failed"}
	for id, want := range map[session.ID]attention.Asks{here: {}, behind: kept} {
		s, a := program(t)
		r := a.Records[id]
		r.Attention = kept.Saved()
		a.Records[id] = r
		s.Restore(a, id)
		if got := s.Sessions.Get(id).Asks; got != want {
			t.Errorf("%s asks %+v, want %+v", r.Name, got, want)
		}
	}
}

func TestPutOff(t *testing.T) {
	s, a := program(t)
	l := s.Sessions.Get(behind)
	if say := s.PutOff(a, behind); say != "its agent no longer waits: nothing was put off" {
		t.Errorf("the notice for one that does not wait is %q", say)
	}
	l.Agent = agent.Verdict{State: agent.Blocked, Since: now.Add(-time.Minute)}
	l.Asks = attention.Asks{Reason: attention.Waits}
	if say := s.PutOff(a, behind); say != "`behind` is put off for 10 minutes, or until it asks something else" || l.Asks != (attention.Asks{}) {
		t.Errorf("the notice is %q, it asks %+v", say, l.Asks)
	}
	if say := s.PutOff(a, behind); say != "`behind` waits for you again" || l.PutOff != (attention.PutOff{}) {
		t.Errorf("the notice is %q, put off %+v", say, l.PutOff)
	}
}
