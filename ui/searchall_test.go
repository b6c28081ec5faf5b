package ui

import (
	"errors"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/wire"
	"dormer/workspace"
)

// shows sets the rows on a session's screen, below a number of history lines.
func (w *world) shows(id session.ID, history uint64, rows ...string) {
	w.t.Helper()
	f := wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "sh", History: wire.Range{End: history}, Styles: []wire.Style{{}}}
	for y, text := range rows {
		f.Lines = append(f.Lines, wire.Line{Row: y, Spans: []wire.Span{{Kind: wire.Narrow, Cols: len(text), Text: text}}})
	}
	w.tell(w.owners[id], f)
}

// finds answers the last search of a session.
func (w *world) finds(id session.ID, matches ...wire.Match) wire.Search {
	w.t.Helper()
	q := expect[wire.Search](w.t, w.owners[id])
	w.tell(w.owners[id], wire.SearchReply{Tag: q.Tag, Matches: matches, Total: len(matches)})
	return q
}

func matchAt(line uint64, col, end int) wire.Match {
	return wire.Match{First: wire.Position{Line: line, Col: col}, End: wire.Position{Line: line, Col: end}}
}

func TestTextSearchFindsAllSessionsAndShowsTheLine(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.do(w.m.apply(workspace.RenameSession{Session: first, Name: "one"}))
	w.press("ctrl+b", "c")
	second := w.m.activePane()
	w.shows(first, 100, "  an error here")
	w.shows(second, 0, "no such thing")
	w.press("ctrl+b", "f", "e")
	if f := w.top(); len(f.Shown) != 0 || !strings.Contains(f.News, "at least two") {
		t.Errorf("one character gives %d lines, %q", len(f.Shown), f.News)
	}
	w.press("r")
	if q := w.finds(second); q.Query.Text != "er" || !q.Backward {
		t.Errorf("the query is %+v", q)
	}
	if news := w.top().News; !strings.Contains(news, "searching") {
		t.Errorf("before the last answer it shows %q", news)
	}
	w.finds(first, matchAt(100, 5, 7), matchAt(40, 0, 2))
	f := w.top()
	if f.News != "2 found in 1 of 2 sessions" || len(f.Shown) != 2 {
		t.Fatalf("it shows %q and %d items", f.News, len(f.Shown))
	}
	it, _ := f.Selected()
	if it.Text != "an error here" || len(it.Lit) != 2 || it.Text[it.Lit[0]:it.Lit[1]+1] != "er" || it.Right != "one" {
		t.Errorf("the first is %+v", it)
	}
	w.press("down", "enter")
	if w.m.activePane() != first || w.m.dialog() != nil {
		t.Fatal("Enter does not go to the session")
	}
	if v := w.m.copyModes.Open[first]; v == nil || !v.Keyed() || v.Shown().Top > 40 || v.Shown().Top < 20 {
		t.Errorf("it shows %+v", v)
	}
}

func TestTextSearchIsCancelledWhenClosedOrChanged(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.press("ctrl+b", "f", "a", "b")
	stale := expect[wire.Search](t, w.owners[id])
	w.press("c")
	if q := expect[wire.Search](t, w.owners[id]); q.Tag != 0 {
		t.Errorf("the previous search goes on: %+v", q)
	}
	if q := expect[wire.Search](t, w.owners[id]); q.Query.Text != "abc" || q.Tag == stale.Tag {
		t.Errorf("the query is %+v", q)
	}
	w.press("esc")
	if q := expect[wire.Search](t, w.owners[id]); q.Tag != 0 || w.m.texts.Query != "" {
		t.Errorf("after Escape the query is %+v", q)
	}
}

// Sessions of another view are not connected yet. They are searched nevertheless, at their current
// size, and sessions without a process are not started.
func TestTextSearchFindsUnattachedSessions(t *testing.T) {
	w := newWorld(t, standard)
	w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"}))
	w.press("ctrl+b", "c")
	there := w.m.activePane()
	w.press("ctrl+b", "c")
	dead := w.m.activePane()
	w.press("ctrl+b", "(")
	w.mu.Lock() // the health monitor runs meanwhile
	for _, id := range []session.ID{there, dead} {
		w.do(w.m.live.Drop(id)) // as after a launch
		delete(w.owners, id)
	}
	w.lost[dead] = true
	w.mu.Unlock()
	w.press("ctrl+b", "f", "a", "b")
	if a := expect[wire.Attach](t, w.owners[there]); a.Size != (session.Size{}) {
		t.Errorf("the search asks for the size %+v", a.Size)
	}
	w.shows(there, 0, "abba")
	w.finds(there, matchAt(0, 0, 2))
	if it, _ := w.top().Selected(); it.Session != there || it.Text != "abba" {
		t.Errorf("found %+v", it)
	}
}

// A session of another view without a process is searched in its saved screen and not started. The
// search ends with or without a saved screen. The session starts when it is shown.
func TestTextSearchOfSessionsWithoutAProcess(t *testing.T) {
	for _, kept := range []bool{true, false} {
		w := newWorld(t, standard)
		first := w.m.activePane()
		w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"}))
		w.press("ctrl+b", "c")
		dead := w.m.activePane()
		w.press("ctrl+b", "(")
		w.mu.Lock()
		w.do(w.m.live.Drop(dead))
		delete(w.owners, dead)
		w.lost[dead] = true
		if !kept {
			w.fail = errors.New("nothing is kept")
		}
		w.mu.Unlock()
		w.press("ctrl+b", "f", "a", "b")
		want := "0 found in 0 of 2 sessions"
		if kept {
			want = "1 found in 1 of 2 sessions"
			w.shows(dead, 0, "abba")
			w.finds(dead, matchAt(0, 0, 2))
		}
		w.finds(first)
		w.take(searchLate{w.m.texts.Serial})
		if news := w.top().News; news != want {
			t.Errorf("with a screen %v: %q, want %q", kept, news, want)
		}
		if l := w.m.live.Get(dead); l == nil || l.Kept == nil {
			t.Error("a session without a process was started for a search")
		}
		w.press("esc", "ctrl+b", ")")
		if l := w.m.live.Get(dead); l == nil || l.Kept != nil {
			t.Error("the shell does not start when it is shown")
		}
	}
}

// A search does not wait for an unreachable session.
func TestTextSearchSkipsUnreachableSessions(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "c")
	w.m.live.Fail(w.m.activePane(), "out of reach")
	w.press("ctrl+b", "f", "a", "b")
	w.finds(first)
	w.take(searchLate{w.m.texts.Serial})
	if news := w.top().News; news != "0 found in 0 of 2 sessions" {
		t.Errorf("it shows %q", news)
	}
}

func TestTextSearchReopensAClosedSession(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c")
	closed := w.m.activePane()
	w.shows(closed, 0, "needle")
	w.press("ctrl+b", "&", "ctrl+b", "f", "n", "e")
	w.finds(closed, matchAt(0, 0, 2))
	if it, _ := w.top().Selected(); !strings.HasPrefix(it.Right, "↶") {
		t.Errorf("it is not listed as closed: %q", it.Right)
	}
	w.press("enter")
	if w.m.activePane() != closed || len(w.m.state.Undo) != 0 {
		t.Error("it was not reopened")
	}
}

func TestTextSearchNamesHostsWithoutAnswer(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "f", "a", "b")
	expect[wire.Search](t, w.owner())
	w.take(searchLate{w.m.texts.Serial})
	if news := w.top().News; !strings.Contains(news, "1 still searching") {
		t.Errorf("it shows %q", news)
	}
}

func TestPaletteListsRecentCommandsAndDirectories(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ":")
	w.typed(">equal")
	w.press("enter")
	w.press("esc", "ctrl+b", ":")
	w.typed(">split below")
	w.press("enter")
	w.press("ctrl+b", ":")
	if got := w.typed(">"); got[0] != "split below" {
		t.Errorf("the first command is %q", got[0])
	}
	w.press("esc")
	other := w.m.deps.record("/elsewhere", nil)
	w.do(w.m.apply(workspace.OpenTab{View: workspace.MainView, Tab: w.m.deps.NewID(), Index: -1, Record: other, Size: standard}))
	w.do(w.m.apply(workspace.FocusTab{Tab: w.m.activeView().Tabs[0].ID}))
	w.press("ctrl+b", ":")
	if got := w.typed("~else"); len(got) != 1 || got[0] != "/elsewhere" {
		t.Fatalf("directories: %q", got)
	}
	w.press("enter")
	if r := w.m.state.Sessions[w.m.activePane()]; w.tabs() != 3 || r.Dir != "/elsewhere" {
		t.Errorf("%d tabs, in %q", w.tabs(), r.Dir)
	}
}
