package command

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
	"dormer/workspace"
)

// Results of archive, cancel, restore, remove and resume by the state of the session: by key for
// the active pane, and by the id of a session.
func TestDispositionCommands(t *testing.T) {
	one, two, agent, away, passing, gone := session.ID{101}, session.ID{102}, session.ID{103}, session.ID{104}, session.ID{105}, session.ID{9}
	f := focusOn(t, 5)
	next, _, err := workspace.Apply(f.State, workspace.ArchiveSession{Session: away, At: f.Maker.Now()})
	if err != nil {
		t.Fatal(err)
	}
	next, _, err = workspace.Apply(next, workspace.SuspendSessions{Sessions: []session.ID{two, agent}, At: f.Maker.Now()})
	if err != nil {
		t.Fatal(err)
	}
	f.State = next
	change := func(id session.ID, edit func(*workspace.Record)) {
		r := f.State.Sessions[id]
		edit(&r)
		f.State.Sessions[id] = r
	}
	change(agent, func(r *workspace.Record) { r.Agent = "claude" })
	change(passing, func(r *workspace.Record) { r.Lifetime = session.Temporary })
	f.Pane = one
	f.Ended = func(id session.ID) bool { return id == two }
	f.Retries = func(session.ID) bool { return false }

	for _, tt := range []struct {
		line string
		of   session.ID // appended to the line if set
		want Result
	}{
		{"session.archive", session.ID{}, Ask(AskArchive{one})},
		{"session.archive", two, Act(workspace.ArchiveSession{Session: two, At: f.Maker.Now(), Area: f.SplitSize()})}, // nothing runs in it
		{"session.archive", away, Cannot("Session is archived: <session.archived> lists what is archived")},
		{"session.archive", passing, Cannot("it is temporary and never saved: <pane.kill> ends it")},
		{"session.archive", gone, Cannot("that session is not in this workspace: dormer ps --all says where it is")},
		{"session.cancel", session.ID{}, Ask(AskArchive{one})},
		{"session.cancel", two, Cannot("nothing runs in it to cancel: <session.archive> archives it")},
		{"session.archived", session.ID{}, Ask(OpenArchived{})},
		{"session.unarchive", away, Act(workspace.UnarchiveSession{Session: away, At: f.Maker.Now(), View: workspace.MainView, Tab: workspace.TabID{1}})},
		{"session.unarchive", one, Cannot("it is not archived: <overview> shows where it is")},
		{"session.remove", away, Ask(AskRemove{away})},
		{"session.remove", one, Cannot("it has a pane: <session.archive> archives it first")},
		{"session.resume", two, Ask(Resume{two})},
		{"session.resume", one, Cannot("it is not suspended: <session.start> starts again what has ended")},
		{"session.resume", agent, Ask(Resume{agent})},
		{"session.resume", away, Cannot("Session is archived: <session.archived> brings it back")},
	} {
		line := tt.line
		if tt.of != (session.ID{}) {
			line += " " + tt.of.String()
		}
		c, err := NewTable(nil).Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if diff := cmp.Diff(tt.want, c.Resolve(f)); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
	for line, want := range map[string]string{
		"session.unarchive":     "it needs the id of one session; write session.unarchive ID",
		"session.archive build": `"build" is not the id of a session; write session.archive [ID]`,
	} {
		if _, err := NewTable(nil).Parse(line); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
}
