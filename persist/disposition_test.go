package persist

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// S4-16: an old document has the values completed and cancelled. They are migrated when it is read, and
// the rewritten document is read and written again without a change.
func TestOldDispositionsAreMigratedOnce(t *testing.T) {
	dir := saved(t)
	text := readFile(t, documentPath(dir))
	for n, word := range map[int]string{5: "completed", 3: "cancelled"} {
		before, after, found := strings.Cut(text, `"id": "`+id(n).String()+`",`)
		if !found {
			t.Fatalf("session %d is not in the document", n)
		}
		text = before + `"id": "` + id(n).String() + `",` + strings.Replace(after, `"disposition": "active"`, `"disposition": "`+word+`"`, 1)
	}
	writeFile(t, documentPath(dir), text)
	var written []string
	for range 3 {
		s, state, report := loaded(t, dir)
		if report.Cause != nil || report.Sentence() != "" {
			t.Errorf("the report says %q (%v)", report.Sentence(), report.Cause)
		}
		for n, want := range map[int]session.Disposition{1: session.DispositionActive, 2: session.Suspended, 3: session.Archived, 5: session.DispositionActive} {
			if got := state.Sessions[id(n)].Disposition; got != want {
				t.Errorf("session %d is %s, want %s", n, got, want)
			}
		}
		if _, _, open := state.TabOf(id(3)); open {
			t.Error("a cancelled session has a pane")
		}
		mustSave(t, s, state)
		mustClose(t, s)
		written = append(written, readFile(t, documentPath(dir)))
	}
	if written[0] != written[1] || written[1] != written[2] {
		t.Errorf("the second time gives\n%s\nthe first gave\n%s", written[1], written[0])
	}
	if strings.Contains(written[0], "cancelled") || strings.Contains(written[0], "completed") {
		t.Error("the old values were written again")
	}
}

// archivedIn returns the sample with an archived pane.
func archivedIn(t *testing.T, actions ...workspace.Action) workspace.State {
	t.Helper()
	s := sample()
	for _, a := range append([]workspace.Action{workspace.ArchiveSession{Session: id(4), At: now}}, actions...) {
		next, _, err := workspace.Apply(s, a)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	s.Past, s.Future = nil, nil
	return s
}

// S4-11, S4-24: archived sessions stay in the document for ever, apart from sessions with panes, so that a
// program that does not know them keeps them as unknown fields.
func TestArchivedSessionsAreKept(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	gone := archivedIn(t, workspace.DropClosed{Holding: id(4)})
	mustSave(t, s, gone)
	mustClose(t, s)
	var d struct {
		Sessions, Archived []struct {
			ID           session.ID
			Disposition  string
			LastActiveAt time.Time
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, documentPath(dir))), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Archived) != 1 || d.Archived[0].ID != id(4) || d.Archived[0].Disposition != "archived" || !d.Archived[0].LastActiveAt.Equal(now) || len(d.Sessions) != len(gone.Sessions)-1 {
		t.Errorf("the document has %d sessions and the archived %+v", len(d.Sessions), d.Archived)
	}
	_, again, report := loaded(t, dir)
	wantState(t, again, gone)
	if report.Sentence() != "" {
		t.Error(report.Sentence())
	}
}

// An archived session whose undo entry has expired while no program ran stays archived, and its host is
// not ended.
func TestArchivedSessionStaysWhenItsUndoHasExpired(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	mustSave(t, s, archivedIn(t))
	mustClose(t, s)
	options := fixedOptions()
	options.Now = func() time.Time { return now.Add(time.Hour) }
	late := openStore(t, dir, options)
	defer mustClose(t, late)
	state, report, err := late.Load()
	if err != nil {
		t.Fatal(err)
	}
	r, known := state.Sessions[id(4)]
	if !known || r.Disposition != session.Archived || r.Residency.Place != session.Backgrounded || len(state.Undo) != 0 {
		t.Errorf("got %+v, %d entries", r, len(state.Undo))
	}
	for _, ended := range report.Expired {
		if ended == id(4) {
			t.Error("it is listed as expired")
		}
	}
}
