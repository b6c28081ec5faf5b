package persist

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// here returns a directory as it is written on this machine.
func here(dir string) string { return dir }

// two returns a workspace with two tabs; the second session has no history.
func two(t *testing.T) (s workspace.State, ids []session.ID) {
	t.Helper()
	s = workspace.New("work")
	for i := range 2 {
		id := uuid.New()
		next, _, err := workspace.Apply(s, workspace.OpenTab{
			View: workspace.MainView, Tab: uuid.New(), Index: -1, Size: session.Size{Rows: 24, Cols: 80},
			Record: workspace.Record{ID: id, Lifetime: session.Persistent, Provider: session.Hosted, Dir: "/", NoHistory: i == 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		s, ids = next, append(ids, id)
	}
	return s, ids
}

// The screen of a session is exported with it, under its new id. The screen of a session without history
// is not exported.
func TestScreensAreExported(t *testing.T) {
	s, ids := two(t)
	shown := Screen{Rows: 24, Cols: 80, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Text: "$ \x1b[31mmake\x1b[m\n"}
	data, err := Export(s, here, func(id session.ID) (Screen, bool) {
		if id == ids[1] {
			t.Error("the screen of a session without a history is requested")
		}
		return shown, true
	})
	if err != nil {
		t.Fatal(err)
	}
	back, screens, err := Import(strings.NewReader(string(data)), uuid.New, here)
	if err != nil || len(screens) != 1 {
		t.Fatalf("got %d screens, %v", len(screens), err)
	}
	if got := screens[back.OpenIDs()[0]]; got != shown {
		t.Errorf("got %+v, want %+v", got, shown)
	}
	data, err = Export(s, here, nil)
	if err != nil || strings.Contains(string(data), "screen") {
		t.Errorf("without screens: %v\n%s", err, data)
	}
}

func TestInvalidScreensAreRefused(t *testing.T) {
	s, _ := two(t)
	data, err := Export(s, here, func(session.ID) (Screen, bool) { return Screen{Rows: 24, Cols: 80, Text: "text"}, true })
	if err != nil {
		t.Fatal(err)
	}
	for old, hostile := range map[string]struct{ is, says string }{
		`"rows": 24`:     {`"rows": 1000000`, "session 1: it has a screen of 1000000 rows and 80 columns"},
		`"cols": 80`:     {`"cols": -1`, "session 1: it has a screen of 24 rows and -1 columns"},
		`"text": "text"`: {fmt.Sprintf(`"text": %q`, strings.Repeat("x", maxScreen+1)), "session 1: it has a screen of 524289 bytes, more than"},
		`"screen": {`:    {`"screen": 7, "other": {`, "session 1: it has an invalid screen"},
	} {
		text := strings.Replace(string(data), old, hostile.is, 1)
		if text == string(data) {
			t.Fatalf("no %s in %s", old, data)
		}
		if _, _, err := Import(strings.NewReader(text), uuid.New, here); err == nil || !strings.Contains(err.Error(), hostile.says) {
			t.Errorf("%.30s: got %v, want %s", hostile.is, err, hostile.says)
		}
	}
}
