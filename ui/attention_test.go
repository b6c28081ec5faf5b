package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/workspace"
)

// away opens a second tab, so that the first is in the background, and returns the owner of the
// first tab's session.
func (w *world) away() *owner {
	w.t.Helper()
	o := w.owner()
	w.press("ctrl+b", "c")
	return o
}

// unread returns the number of unread entries in the inbox.
func (w *world) unread() int {
	n, _ := w.m.lists().Unread()
	return n
}

// inboxItems returns the items of the inbox.
func (w *world) inboxItems() []dialog.Item {
	f := lists.Of(command.OpenInbox{}, listed{w.m})
	f.Refresh()
	return f.Items
}

func (w *world) mark(o *owner) string { return w.m.labels().Mark(o.spec.ID) }

// ran returns a command that ended at the world's current time.
func (w *world) ran(line string, took time.Duration, code int) wire.CommandDone {
	return wire.CommandDone{Command: wire.Command{ID: 1, Line: line, HasExitCode: true, ExitCode: code, Started: w.now.Add(-took), Ended: w.now}}
}

func TestFinishedCommands(t *testing.T) {
	tests := []struct {
		name    string
		took    time.Duration
		code    int
		watched bool
		mark    string
		text    string
	}{
		{"long", 12 * time.Second, 0, false, attention.MarkDone, "finished after 12s: `make`"},
		{"long_and_failed", 12 * time.Second, 2, false, attention.MarkFailed, "failed with code 2 after 12s: `make`"},
		{"short", 9 * time.Second, 0, false, "", ""},
		{"short_and_watched", time.Second, 1, true, attention.MarkFailed, "failed with code 1 after 1s: `make`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			if tt.watched {
				w.press("ctrl+b", "W")
			}
			o := w.away()
			w.tell(o, w.ran("make", tt.took, tt.code))
			if got := w.mark(o); got != tt.mark {
				t.Errorf("marked %q, want %q", got, tt.mark)
			}
			items := w.inboxItems()
			if tt.text == "" {
				if len(items) > 0 {
					t.Errorf("inbox has %+v", items)
				}
				return
			}
			if len(items) != 1 || items[0].Detail != tt.text || items[0].Session != o.spec.ID || items[0].Mark != tt.mark {
				t.Errorf("inbox has %+v", items)
			}
		})
	}
}

// A pane opened with a command asks for attention when the command ends, like a shell in which a
// command ends.
func TestEndedCommandsOfPanes(t *testing.T) {
	for _, tt := range []struct {
		name string
		exit session.Exit
		took time.Duration
		mark string
		text string
	}{
		{"failed", session.Exit{Code: 2}, time.Minute, attention.MarkFailed, "exited with code 2 after 1m"},
		{"killed", session.Exit{Signal: "SIGKILL"}, time.Minute, attention.MarkFailed, "ended by SIGKILL after 1m"},
		{"finished", session.Exit{}, time.Minute, attention.MarkDone, "finished after 1m"},
		{"short", session.Exit{}, time.Second, attention.MarkDone, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			if _, err := w.doFrom(w.m.activePane(), "tab.new", "--", "make"); err != nil {
				t.Fatal(err)
			}
			o := w.owner()
			w.tell(o, wire.Started{})
			w.press("ctrl+b", "1")
			tt.exit.Started, tt.exit.Ended = w.now.Add(-tt.took), w.now
			w.tell(o, wire.Exited{Exit: tt.exit})
			items := w.inboxItems()
			if tt.text == "" {
				if len(items) > 0 {
					t.Errorf("the inbox has %+v", items)
				}
				return
			}
			if len(items) != 1 || items[0].Detail != tt.text || w.mark(o) != tt.mark {
				t.Fatalf("marked %q, the inbox has %+v", w.mark(o), items)
			}
			w.press("ctrl+b", "a")
			if w.m.activePane() != o.spec.ID {
				t.Error("the key for waiting panes does not go there")
			}
		})
	}
}

// A viewed pane does not ask for attention, and viewing a pane marks its earlier events as read.
func TestViewingAPaneClearsItsMark(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Notice{Text: "done", Child: true, Body: "done"})
	w.tell(o, wire.Bell{})
	w.tell(o, w.ran("make", time.Minute, 0))
	if w.mark(o) != "" || w.unread() != 0 {
		t.Errorf("marked %q with %d unread while it was viewed", w.mark(o), w.unread())
	}
	w.press("ctrl+b", "c")
	w.tell(o, wire.Notice{Text: "done", Child: true, Body: "done"})
	if got := w.mark(o); got != attention.MarkNotified || w.unread() != 1 {
		t.Errorf("marked %q, %d unread", got, w.unread())
	}
	if s := w.m.statusLine(w.m.activeTab()); !strings.Contains(spotsText(s, 200), "1 asks") {
		t.Errorf("the status line shows %q", spotsText(s, 200))
	}
	w.press("ctrl+b", "1")
	if w.mark(o) != "" || w.unread() != 0 || len(w.inboxItems()) != 1 {
		t.Errorf("marked %q, %d unread, after it was viewed", w.mark(o), w.unread())
	}
}

// One key goes to the pane that has waited longest, and then to the next, in any tab.
func TestJumpToThePaneWaitingLongest(t *testing.T) {
	w := newWorld(t, standard)
	first := w.owner()
	w.press("ctrl+b", "%")
	second := w.owner()
	w.press("ctrl+b", "c")
	third := w.owner()
	w.press("ctrl+b", "c")
	here := w.m.activePane()
	for _, o := range []*owner{second, third, first} {
		w.tell(o, wire.Bell{})
		w.now = w.now.Add(time.Minute)
	}
	for _, want := range []*owner{second, third, first} {
		w.press("ctrl+b", "a")
		if w.m.activePane() != want.spec.ID {
			t.Fatalf("went to another session than the one that waited longest")
		}
	}
	w.press("ctrl+b", "a")
	if w.m.activePane() == here || !strings.Contains(w.m.notices.Shown.Text, "nothing waits for you") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
}

// A mark stays until the pane is viewed, whatever the session prints or asks for meanwhile. Only a
// more urgent mark replaces it.
func TestMarksStayUntilViewed(t *testing.T) {
	bell := func(w *world, o *owner) { w.tell(o, wire.Bell{}) }
	notice := func(w *world, o *owner) { w.tell(o, wire.Notice{Text: "may I?", Child: true, Body: "may I?"}) }
	failed := func(w *world, o *owner) { w.tell(o, w.ran("make", 12*time.Second, 1)) }
	done := func(w *world, o *owner) { w.tell(o, w.ran("make", 12*time.Second, 0)) }
	prints := func(w *world, o *owner) { w.take(live.Printed{ID: o.spec.ID}) }
	silent := func(w *world, o *owner) {
		w.m.config.Attention.Silence = 1 // longer than that has passed
		w.take(live.SilenceDue{ID: o.spec.ID})
	}
	exits := func(w *world, o *owner) { w.tell(o, wire.Exited{Exit: session.Exit{Code: 3}}) }
	type steps []func(*world, *owner)
	tests := []struct {
		name string
		do   steps
		mark string
		news int
	}{
		{"bell_then_output", steps{bell, prints, prints}, attention.MarkBell, 1},
		{"bell_then_failure", steps{bell, prints, failed}, attention.MarkBell, 2},
		{"notice_then_output", steps{notice, prints}, attention.MarkNotified, 1},
		{"notice_then_bell", steps{notice, bell}, attention.MarkBell, 2},
		{"notice_then_success", steps{notice, done}, attention.MarkNotified, 2},
		{"failure_then_success", steps{failed, done}, attention.MarkFailed, 2},
		{"failure_then_output", steps{failed, prints}, attention.MarkFailed, 1},
		{"output_then_silence", steps{prints, silent}, attention.MarkSilent, 2},
		{"silence_then_output", steps{silent, prints}, attention.MarkSilent, 2},
		{"bell_then_exit", steps{bell, exits}, attention.MarkBell, 1},
		{"success_then_exit", steps{done, exits}, attention.MarkFailed, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			w.press("ctrl+b", "M", "ctrl+b", "S")
			o := w.away()
			for _, do := range tt.do {
				w.now = w.now.Add(time.Minute)
				do(w, o)
			}
			_, tab, _ := w.m.state.TabOf(o.spec.ID)
			if got := w.mark(o); got != tt.mark || w.m.labels().TabMark(tab) != tt.mark {
				t.Errorf("the pane is marked %q, its tab %q, want %q", got, w.m.labels().TabMark(tab), tt.mark)
			}
			if got := w.unread(); got != tt.news {
				t.Errorf("%d new, want %d", got, tt.news)
			}
			w.press("ctrl+b", "a")
			if w.m.activePane() != o.spec.ID {
				t.Fatal("the key for waiting panes does not go there")
			}
			if l := w.m.live.Get(o.spec.ID); l.Asks.Reason != attention.None || w.unread() != 0 {
				t.Errorf("it waits after it was viewed: %+v, %d new", l.Asks, w.unread())
			}
		})
	}
}

// An unread mark is kept by the next program that shows the workspace, with its time. A viewed one
// is not.
func TestMarksSurviveTheProgram(t *testing.T) {
	w := newWorld(t, standard)
	seen := w.owner()
	w.press("ctrl+b", "c")
	rang := w.owner()
	w.press("ctrl+b", "c")
	w.tell(rang, wire.Bell{})
	w.tell(seen, wire.Bell{})
	since := w.now
	w.press("ctrl+b", "1", "ctrl+b", "3")
	state := w.marked[len(w.marked)-1]

	next := newWorldOf(t, standard, state)
	next.now = since.Add(time.Hour)
	next.ring(backgroundTimer)
	_, tab, _ := state.TabOf(rang.spec.ID)
	if got := next.m.labels().TabMark(tab); got != attention.MarkBell || next.unread() != 1 {
		t.Errorf("in the next program its tab is marked %q, %d new", got, next.unread())
	}
	if l := next.m.live.Get(rang.spec.ID); !l.Asks.Since.Equal(since) {
		t.Errorf("it asks since %v, want %v", l.Asks.Since, since)
	}
	if got := next.m.labels().Mark(seen.spec.ID); got != "" {
		t.Errorf("a viewed pane is marked %q", got)
	}
	next.press("ctrl+b", "a")
	if next.m.activePane() != rang.spec.ID {
		t.Error("the key for waiting panes does not go there")
	}
	if a := next.m.state.Sessions[rang.spec.ID].Attention; a != (workspace.Attention{}) {
		t.Errorf("after viewing the workspace has %+v", a)
	}
}

// All panes of a shown tab are seen, so its tab has nothing new. The title of the asking pane keeps
// its mark until the pane gets the focus.
func TestVisiblePaneWithoutFocusKeepsWaiting(t *testing.T) {
	w := newWorld(t, standard)
	first := w.owner()
	w.press("ctrl+b", "%")
	tab := func() string { return w.m.labels().TabMark(w.m.state.Views[0].Tabs[0]) }
	w.tell(first, wire.Bell{})
	if w.mark(first) != attention.MarkBell || tab() != "" || w.unread() != 0 {
		t.Errorf("beside the active pane: it is marked %q, the tab %q, %d new", w.mark(first), tab(), w.unread())
	}
	w.press("ctrl+b", "z")
	w.tell(first, wire.Bell{})
	if tab() != attention.MarkBell || w.unread() != 1 {
		t.Errorf("behind a zoomed pane: the tab is marked %q, %d new", tab(), w.unread())
	}
	w.take(loop.Input{Events: []input.Event{input.Focus{In: false}}})
	w.press("ctrl+b", "z")
	if tab() != attention.MarkBell || w.unread() != 1 {
		t.Errorf("shown without the focus: the tab is marked %q, %d new", tab(), w.unread())
	}
	w.take(loop.Input{Events: []input.Event{input.Focus{In: true}}})
	if w.mark(first) != attention.MarkBell || tab() != "" || w.unread() != 0 {
		t.Errorf("shown again: the pane is marked %q, the tab %q, %d new", w.mark(first), tab(), w.unread())
	}
	w.press("ctrl+b", "a")
	if w.m.activePane() != first.spec.ID || w.mark(first) != "" {
		t.Errorf("after going there it is marked %q", w.mark(first))
	}
}

func TestWatchedOutputAndSilence(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "M")
	o := w.away()
	w.take(live.Printed{ID: o.spec.ID})
	if got := w.mark(o); got != attention.MarkOutput {
		t.Errorf("marked %q after it printed", got)
	}
	w.press("ctrl+b", "1", "ctrl+b", "M", "ctrl+b", "S")
	w.press("ctrl+b", "2")
	w.take(live.Printed{ID: o.spec.ID})
	if got := w.mark(o); got != "" {
		t.Errorf("marked %q by output that is not watched", got)
	}
	w.m.config.Attention.Silence = 1 // longer than that has passed
	w.take(live.SilenceDue{ID: o.spec.ID})
	if got := w.mark(o); got != attention.MarkSilent {
		t.Errorf("marked %q after a long silence", got)
	}
	w.press("ctrl+b", "1", "ctrl+b", "2")
	w.timers = nil
	w.take(live.SilenceDue{ID: o.spec.ID})
	if slices.Contains(w.timers, tea.Msg(live.SilenceDue{ID: o.spec.ID})) {
		t.Error("a timer runs for a silence that was reported")
	}
}

// A pane that is redrawn for another size has not printed anything.
func TestRedrawAfterResizeIsNotOutput(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "M")
	o := w.owner()
	w.press("ctrl+b", "%")
	w.take(live.Printed{ID: o.spec.ID})
	if got := w.mark(o); got != "" {
		t.Errorf("marked %q", got)
	}
	w.now = w.now.Add(2 * time.Second)
	w.take(live.Printed{ID: o.spec.ID})
	if got := w.mark(o); got != attention.MarkOutput {
		t.Errorf("marked %q after it printed", got)
	}
}

// While the outer terminal has no focus, the user sees no marks: it gets notifications, at most one
// a second.
func TestNotificationsReachTheOuterTerminal(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "agent"})
	w.take(loop.Input{Events: []input.Event{input.Focus{In: false}}})
	for range 3 {
		w.tell(o, wire.Notice{Text: "may I?", Child: true, Body: "may I?"})
	}
	if len(w.notified) != 1 || w.notified[0] != "agent: may I?" {
		t.Errorf("notified %q", w.notified)
	}
	if w.mark(o) != attention.MarkNotified {
		t.Errorf("marked %q while the terminal has no focus", w.mark(o))
	}
	w.take(loop.Input{Events: []input.Event{input.Focus{In: true}}})
	if w.mark(o) != "" {
		t.Errorf("marked %q after the focus came back", w.mark(o))
	}
	w.tell(o, wire.Notice{Text: "again", Child: true, Body: "again"})
	if len(w.notified) != 1 {
		t.Errorf("notified %q with the focus", w.notified)
	}
}

// Events shortly after a notification are not lost: they are sent as one notification after the
// pause.
func TestNotificationsInABurstAreCombined(t *testing.T) {
	w := newWorld(t, standard)
	first := w.owner()
	w.press("ctrl+b", "c")
	second := w.owner()
	w.tell(first, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "build"})
	w.tell(second, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "agent"})
	w.take(loop.Input{Events: []input.Event{input.Focus{In: false}}})
	w.tell(first, wire.Notice{Text: "done", Child: true, Body: "done"})
	for range 3 {
		w.tell(second, wire.Notice{Text: "may I?", Child: true, Body: "may I?"})
	}
	w.tell(first, wire.Notice{Text: "clean", Child: true, Body: "clean"})
	w.now = w.now.Add(time.Second)
	w.ring(notifyTimer)
	if want := []string{"build: done", "build: clean (and 1 more)"}; !slices.Equal(w.notified, want) {
		t.Errorf("notified %q, want %q", w.notified, want)
	}
	w.tell(second, wire.Notice{Text: "please", Child: true, Body: "please"})
	w.take(loop.Input{Events: []input.Event{input.Focus{In: true}}})
	w.now = w.now.Add(time.Second)
	w.ring(notifyTimer)
	if len(w.notified) != 2 {
		t.Errorf("notified %q, the last with the focus", w.notified)
	}
}

func TestInboxJumpsAndClears(t *testing.T) {
	w := newWorld(t, standard)
	o := w.away()
	w.tell(o, wire.Bell{At: w.now.Add(-time.Hour)})
	w.press("ctrl+b", "A")
	if got := w.m.scene().Overlays; len(got) != 1 || !strings.Contains(got[0].Text, "rang the bell") || !strings.Contains(got[0].Text, "1h ago") {
		t.Fatalf("the inbox shows %+v", got)
	}
	w.press("enter")
	if w.m.activePane() != o.spec.ID {
		t.Error("Enter did not go there")
	}
	w.press("ctrl+b", "A", "ctrl+x", "esc")
	if n := len(w.inboxItems()); n != 0 {
		t.Errorf("%d entries after they were cleared", n)
	}
}

func TestProgressShowsInTitleAndTab(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.press("ctrl+b", "%", "ctrl+b", "left")
	for _, tt := range []struct {
		p          grid.Progress
		bar, words string
	}{
		{grid.Progress{State: grid.ProgressGoing, Percent: 40}, "[====      ] 40%", " 40% "},
		{grid.Progress{State: grid.ProgressFailed, Percent: 99}, "[========= ] 99% failed", "99% failed"},
		{grid.Progress{State: grid.ProgressUnknown}, "busy", " busy "},
	} {
		w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "make", Progress: tt.p})
		if got := w.m.scene(); titleOf(got.Panes[0]) != "make "+tt.bar+" /src" || !strings.Contains(got.Tabs[0].Text, tt.words) {
			t.Errorf("%+v: title %q, tab %q", tt.p, titleOf(got.Panes[0]), got.Tabs[0].Text)
		}
	}
	w.tell(o, wire.Frame{Seq: 2, Rows: 22, Cols: 80, Full: true, Title: "make"})
	if got := titleOf(w.m.scene().Panes[0]); got != "make /src" {
		t.Errorf("title %q after it was done", got)
	}
}

// A pane without a title is named after its running program, and this name is not saved.
//
// S3-05.
func TestUntitledPaneIsNamedAfterItsProgram(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Dir: "/src", Program: "vim"})
	title := func() string { return workspaceTitle(w.m.state, w.m.activeTab()) }
	if got := title(); got != "src" {
		t.Errorf("named %q although the program may be a short one", got)
	}
	if w.pass(500 * time.Millisecond); title() != "vim" {
		got := title()
		t.Errorf("named %q", got)
	}
	saved := len(w.marked)
	w.tell(o, wire.Frame{Seq: 2, Rows: 22, Cols: 80, Full: true, Dir: "/src"})
	if got := title(); got != "src" || len(w.marked) != saved {
		t.Errorf("named %q at the prompt, saved %d times", got, len(w.marked)-saved)
	}
	w.tell(o, wire.Frame{Seq: 3, Rows: 22, Cols: 80, Full: true, Dir: "/src", Program: "ls"})
	w.tell(o, wire.Frame{Seq: 4, Rows: 22, Cols: 80, Full: true, Dir: "/src"})
	if w.pass(500 * time.Millisecond); title() != "src" {
		t.Errorf("named %q after a short command", title())
	}
	w.tell(o, wire.Frame{Seq: 5, Rows: 22, Cols: 80, Full: true, Dir: "/src", Program: "vim", Title: "notes"})
	if got := title(); got != "notes" {
		t.Errorf("named %q with its own title", got)
	}
}

func workspaceTitle(s workspace.State, t workspace.Tab) string { return s.TabTitle(t) }

// happened records an event of a session at the current time.
func (w *world) happened(id session.ID, why attention.Reason, text string) {
	w.m.alert(w.m.alerts.Record(w.m.alertsEnv(), id, why, w.now, text))
}
