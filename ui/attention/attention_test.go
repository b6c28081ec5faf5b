package attention

import (
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/wire"
	"dormer/workspace"
)

var began = time.Unix(1000, 0)

func TestAsks(t *testing.T) {
	type event struct {
		why  Reason
		text string
	}
	tests := []struct {
		name   string
		events []event
		want   Asks
		words  string
	}{
		{"nothing", nil, Asks{}, ""},
		{"one", []event{{Finished, "make"}}, Asks{Reason: Finished, Since: began, Text: "make"}, "finished 10s ago"},
		{"more_urgent_stays", []event{{Rang, "bell"}, {Printed, "output"}}, Asks{Reason: Rang, Since: began, Text: "bell"}, "rang 10s ago"},
		{"more_urgent_replaces_it", []event{{Printed, "output"}, {Failed, "make"}}, Asks{Reason: Failed, Since: began, Text: "make"}, "failed 10s ago"},
		{"equally_urgent", []event{{Finished, "a"}, {Finished, "b"}}, Asks{Reason: Finished, Since: began, Text: "b"}, "finished 10s ago"},
		{"silence", []event{{Silent, "for 30s"}}, Asks{Reason: Silent, Since: began, Text: "for 30s"}, "silent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var a Asks
			for i, e := range tt.events {
				a.Add(e.why, began.Add(time.Duration(i)*time.Second), e.text)
			}
			if a != tt.want {
				t.Errorf("asks %+v, want %+v", a, tt.want)
			}
			if got := a.Words(began.Add(10 * time.Second)); got != tt.words {
				t.Errorf("the words are %q, want %q", got, tt.words)
			}
			if got := FromSaved(a.Saved()); got != a {
				t.Errorf("read back from the workspace it is %+v", got)
			}
		})
	}
	if got := FromSaved(workspace.Attention{Reason: "of a later dormer", Text: "x"}); got != (Asks{}) {
		t.Errorf("an unknown reason asks for %+v", got)
	}
}

// The mark of a reason is shown unless the mark of the state is more urgent.
func TestMark(t *testing.T) {
	tests := []struct {
		why         Reason
		state, want string
	}{
		{None, MarkFailed, ""},
		{Finished, "", MarkDone},
		{Finished, MarkAsleep, MarkDone},
		{Rang, MarkUnhealthy, ""},
		{Printed, MarkFailed, ""},
		{Notified, MarkFailed, MarkNotified},
		{Waits, "", MarkBlocked},
		{Rang, MarkBlocked, ""},
	}
	for _, tt := range tests {
		if got := (Asks{Reason: tt.why}).Mark(tt.state); got != tt.want {
			t.Errorf("reason %d in state %q: got %q, want %q", tt.why, tt.state, got, tt.want)
		}
	}
}

func TestEveryMarkHasItsOwnWord(t *testing.T) {
	seen := map[string]bool{}
	for _, mark := range append([]string{MarkAsleep}, ByUrgency...) {
		if Word(mark) == "" || seen[mark] {
			t.Errorf("%q: word %q, used before: %v", mark, Word(mark), seen[mark])
		}
		seen[mark] = true
	}
}

func TestOfCommand(t *testing.T) {
	ran := func(took time.Duration, code int, line string) wire.Command {
		return wire.Command{Started: began, Ended: began.Add(took), HasExitCode: true, ExitCode: code, Line: line}
	}
	tests := []struct {
		name    string
		command wire.Command
		watched bool
		why     Reason
		text    string
	}{
		{"long", ran(12*time.Second, 0, "make"), false, Finished, "finished after 12s: `make`"},
		{"failed", ran(12*time.Second, 2, "make"), false, Failed, "failed with code 2 after 12s: `make`"},
		{"short", ran(time.Second, 0, "make"), false, None, ""},
		{"short_and_watched", ran(time.Second, 0, ""), true, Finished, "finished after 1s"},
		{"still_runs", wire.Command{Started: began}, true, None, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			why, text := OfCommand(tt.command, 10*time.Second, tt.watched)
			if why != tt.why || text != tt.text {
				t.Errorf("got %d %q", why, text)
			}
		})
	}
}

func TestOfAgent(t *testing.T) {
	is := func(state agent.State) agent.Verdict { return agent.Verdict{State: state, Since: began} }
	later := agent.Verdict{State: agent.Blocked, Kind: agent.Permission, Message: "rm -r build?", Since: began.Add(time.Minute)}
	for _, tt := range []struct {
		name     string
		now, was agent.Verdict
		why      Reason
		text     string
	}{
		{"waits", is(agent.Blocked), is(agent.Working), Waits, "waits"},
		{"waits_on", is(agent.Blocked), is(agent.Blocked), None, ""},
		{"waits_again", later, is(agent.Blocked), Waits, "waits for a permission: rm -r build?"},
		{"done", is(agent.Done), is(agent.Working), Finished, "is done"},
		{"done_and_not_seen_to_work", is(agent.Done), is(agent.Idle), Finished, "is done"},
		{"done_again", agent.Verdict{State: agent.Done, Since: began.Add(time.Minute)}, is(agent.Done), Finished, "is done"},
		{"done_still", is(agent.Done), is(agent.Done), None, ""},
		{"done_when_first_seen", is(agent.Done), agent.Verdict{}, None, ""},
		{"done_after_an_unknown_state", is(agent.Done), is(agent.Unknown), None, ""},
		{"failed", agent.Verdict{State: agent.Failed, Message: "no credit"}, is(agent.Blocked), Failed, "failed: no credit"},
		{"a_limit", agent.Verdict{State: agent.Failed, Kind: agent.RateLimit, Message: "resets 3pm"}, is(agent.Working), Failed, "failed (rate limit): resets 3pm"},
		{"its_process_ended", agent.Verdict{State: agent.Failed, Source: agent.Exit}, is(agent.Working), None, ""},
		{"works", is(agent.Working), is(agent.Blocked), None, ""},
	} {
		if why, text := OfAgent(tt.now, tt.was); why != tt.why || text != tt.text {
			t.Errorf("%s: got %d %q, want %d %q", tt.name, why, text, tt.why, tt.text)
		}
	}
}

func TestWatchTexts(t *testing.T) {
	for want, got := range map[string]string{
		"watched for output, marked while you look elsewhere":                                  Output.Sentence(true, time.Minute, 1),
		"no longer watched for ends of commands":                                               Commands.Sentence(false, time.Minute, 1),
		"all panes of the tab are watched for 30s of silence, marked while you look elsewhere": Silence.Sentence(true, 30*time.Second, 2),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestInbox(t *testing.T) {
	a, b := session.ID{1}, session.ID{2}
	all := func(session.ID) bool { return true }
	texts := func(box *Inbox, known func(session.ID) bool) (out string) {
		for _, e := range box.Entries(known) {
			out += e.Text + " "
		}
		return out
	}
	var box Inbox
	box.Add(a, Rang, began, "bell")
	box.Add(b, Finished, began, "make")
	box.Add(a, Rang, began, "bell")
	if got := texts(&box, all); got != "bell make " {
		t.Errorf("a repeated bell: %q", got)
	}
	if n, newest := box.Unread(all); n != 2 || newest.Session != a {
		t.Errorf("%d unread, the newest %+v", n, newest)
	}
	if !box.Read(a) || box.Read(a) {
		t.Error("entries can be marked as seen twice")
	}
	box.Add(a, Rang, began, "bell")
	if got := texts(&box, all); got != "bell bell make " {
		t.Errorf("a seen entry stays: %q", got)
	}
	if got := texts(&box, func(id session.ID) bool { return id == b }); got != "make " {
		t.Errorf("an entry of a missing session: %q", got)
	}
	box.Forget(box.Entries(all)[0].ID())
	if got := texts(&box, all); got != "bell make " {
		t.Errorf("after removing one the entries are %q", got)
	}
	if box.Forget(""); texts(&box, all) != "" {
		t.Error("entries are left after removing all")
	}
	for i := range maxEntries + 5 {
		box.Add(a, Finished, began.Add(time.Duration(i)), string(rune('a'+i)))
	}
	if got := len(box.Entries(all)); got != maxEntries {
		t.Errorf("%d entries", got)
	}
}

func TestNotifications(t *testing.T) {
	var n Notifications
	one, two, three := Notification{Text: "one"}, Notification{Text: "two"}, Notification{Text: "three"}
	if !n.Add(one, began) {
		t.Error("the first notification is delayed")
	}
	for _, again := range []Notification{one, two, two, three} {
		if n.Add(again, began.Add(pause/2)) {
			t.Errorf("%v is not delayed", again)
		}
	}
	if due := n.Due(); !due.Equal(began.Add(pause)) {
		t.Errorf("due at %v", due)
	}
	if got, ok := n.Take(began.Add(pause)); !ok || got.Text != "three (and 1 more)" {
		t.Errorf("got %+v", got)
	}
	if _, ok := n.Take(began.Add(2 * pause)); ok || !n.Due().IsZero() {
		t.Error("something is pending after everything was sent")
	}
	n.Add(one, began.Add(pause+pause/2))
	if n.Drop(); !n.Due().IsZero() {
		t.Error("something is pending although the terminal has the focus")
	}
	if !n.Add(two, began.Add(3*pause)) {
		t.Error("a notification after a pause is delayed")
	}
}

func TestPutOff(t *testing.T) {
	p := PutOff{Since: began, Until: began.Add(PutOffTime)}
	for _, tt := range []struct {
		name       string
		p          PutOff
		since, now time.Time
		want       bool
	}{
		{"holds", p, began, began.Add(PutOffTime - 1), true},
		{"over", p, began, began.Add(PutOffTime), false},
		{"asks_something_else", p, began.Add(1), began, false},
		{"was_not_put_off", PutOff{}, time.Time{}, began, false},
	} {
		if got := tt.p.Active(tt.since, tt.now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestNext(t *testing.T) {
	a, b, none := session.ID{1}, session.ID{2}, session.ID{}
	for _, tt := range []struct {
		queue    []session.ID
		at, want session.ID
	}{
		{nil, a, none},
		{[]session.ID{a, b}, none, a},
		{[]session.ID{a, b}, a, b},
		{[]session.ID{a, b}, b, none},
	} {
		if got := Next(tt.queue, tt.at); got != tt.want {
			t.Errorf("after %v in %v: %v", tt.at, tt.queue, got)
		}
	}
}
