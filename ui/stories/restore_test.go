//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S3-43.
func TestQuitAndRelaunchRestoresTabsSplitsNamesFocusZoomAndDirectories(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Rows: 40, Bashrc: reportDir})
	dirs := map[string]string{}
	for _, d := range []string{"red", "green", "blue"} {
		dirs[d] = filepath.Join(s.Dir(), d)
		if err := os.Mkdir(dirs[d], 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.name("solo")
	s.newTab(2, "left")
	s.splitRight("upper")
	s.splitBelow("lower")
	s.splitRight("corner")
	s.run("cd "+dirs["red"], dirs["red"]+"$")
	s.Prefix(",")
	s.WaitText("Name of this tab")
	s.Type("nested\n")
	s.WaitFor("the name", func(sc drive.Screen) bool { return activeTab(sc) == "2 nested" })
	s.newTab(3, "wide")
	s.splitBelow("under")
	s.run("cd "+dirs["blue"], "blue$")
	s.Prefix("z")
	s.WaitText("zoomed")
	s.Prefix("2")
	s.WaitFor("tab 2", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
	s.focus("upper", "up")
	shown := s.Screen()
	s.leave()
	saved := s.Document()

	r := s.relaunch()
	r.WaitFor("the same tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 nested" && sc.Cursor.Visible })
	again := r.Screen()
	if got, want := outline(again), outline(shown); got != want {
		t.Errorf("the lines after relaunch:\n%s\nbefore:\n%s", again.Boxed(), shown.Boxed())
	}
	if c := again.Cursor; c.Col < 60 || c.Row > 20 {
		t.Errorf("the cursor is not in the upper right pane\n%s", again.Boxed())
	}
	r.Prefix("down") // to the lower pane that had the focus last
	r.Type("clear; pwd\n")
	r.WaitText(dirs["red"])
	r.Prefix("3")
	r.WaitFor("the zoomed pane of tab 3", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "3 ") && strings.Contains(status(sc), "zoomed")
	})
	r.Type("clear; pwd\n")
	r.WaitText(dirs["blue"])
	r.Prefix("z")
	r.Prefix("2")
	r.Prefix("up")
	r.WaitFor("tab 2 again", func(sc drive.Screen) bool { return activeTab(sc) == "2 nested" })
	r.Prefix("3")
	r.Prefix("z")
	r.WaitText("zoomed")
	r.Prefix("2")
	r.WaitFor("tab 2 again", func(sc drive.Screen) bool { return activeTab(sc) == "2 nested" })
	r.leave()
	sameLayout(t, saved, r.Document())
}

// reportDir makes the shell report its directory (OSC 7), as most shells do, and show it in its
// prompt.
const reportDir = `PROMPT_COMMAND='printf "\033]7;file://%s%s\007" "$HOSTNAME" "$PWD"'; cd() { command cd "$@" && echo "$PWD$"; }`

// sameLayout compares the layouts of two documents.
func sameLayout(t *testing.T, a, b drive.Document) {
	t.Helper()
	if len(a.Tabs()) != len(b.Tabs()) {
		t.Fatalf("%d tabs, were %d", len(b.Tabs()), len(a.Tabs()))
	}
	for i := range a.Tabs() {
		x, y := a.Tabs()[i], b.Tabs()[i]
		if x.ID != y.ID || x.Name != y.Name || x.Active != y.Active || x.Zoomed != y.Zoomed || !reflect.DeepEqual(x.Layout, y.Layout) {
			t.Errorf("tab %d is\n%+v, was\n%+v", i+1, y, x)
		}
	}
	if a.ActiveTab().ID != b.ActiveTab().ID {
		t.Errorf("the active tab is %q, was %q", b.ActiveTab().ID, a.ActiveTab().ID)
	}
}

func TestUndoWorksAfterRelaunch(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.newTab(2, "second")
	s.Prefix(",")
	s.WaitText("Name of this tab")
	s.Type("closed\n")
	s.WaitFor("the name", func(sc drive.Screen) bool { return activeTab(sc) == "2 closed" })
	s.Prefix("&")
	s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "closed") })
	s.leave()
	r := s.relaunch()
	r.prompt("after the relaunch", anywhere)
	r.Prefix("u")
	r.prompt("of the reopened tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 closed" })
}

func TestKillingDormerWhileItSavesLeavesAReadableDocument(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("one")
	s.splitRight("two")
	s.WaitDocument("two panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
	for round := range 8 {
		// Each change starts a save. The kill comes right after a save was seen to begin or end, at
		// a different moment each time.
		for i := range round + 3 {
			s.Prefix([]string{"H", "L"}[i%2])
		}
		panes := round%2 + 2
		s.Prefix(map[int]string{2: `"`, 3: "x"}[panes])
		s.WaitDocument("the change", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) != panes })
		s.Prefix("space")
		s.Kill()
		d := s.Document()
		if n := len(d.ActiveTab().Layout.Leaves()); n < 2 || n > 3 {
			t.Fatalf("round %d: the document has %d panes: %+v", round, n, d)
		}
		s = s.relaunch()
		s.prompt(fmt.Sprintf("after kill %d", round), anywhere)
		if sc := s.Screen(); strings.Contains(status(sc), "could not be read") {
			t.Fatalf("round %d: %s", round, status(sc))
		}
	}
}

func TestDocumentIsNeverHalfWritten(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	for n := range 6 {
		s.Prefix("c")
		s.WaitDocument("one more tab", func(d drive.Document) bool { return len(d.Tabs()) == n+2 })
	}
	s.Kill()
	if got := len(s.Document().Tabs()); got != 7 {
		t.Errorf("the document has %d tabs, want 7", got)
	}
	r := s.relaunch()
	r.prompt("after kill -9", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "7 ") })
}
