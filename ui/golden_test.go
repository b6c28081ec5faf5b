package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/export"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// The frames in testdata/frames can be viewed with cat; they are written anew by
//
//	go test ./ui -run TestGoldenFrames -update
var update = flag.Bool("update", false, "write the golden frames afresh")

// furnished returns a world with a sidebar, four panes with contents, a second tab and something
// closed.
func furnished(t testing.TB, size session.Size, name string) *world {
	t.Helper()
	w := newWorld(t, size)
	w.m.deps.NewID = func() session.ID { return sid(byte(len(w.m.state.Sessions) + 100)) }
	w.m.outer.theme = theme.Of(config.Theme{Name: name}, grid.DefaultColor, grid.DefaultColor)
	w.press("ctrl+b", "c", "ctrl+b", "&", "ctrl+b", "%", "ctrl+b", `"`, "ctrl+b", "left", "ctrl+b", `"`, "ctrl+b", "b")
	w.m.notices.Clear()
	for i, id := range workspace.Leaves(w.m.activeTab().Root) {
		w.do(w.m.apply(workspace.RenameSession{Session: id, Name: []string{"editor", "tests", "日本語 log", "server"}[i]}))
		w.shows(id, 0, "$ echo "+fmt.Sprint(i), fmt.Sprint(i), "$")
	}
	return w
}

func TestGoldenFrames(t *testing.T) {
	scenes := []struct {
		name string
		keys []string
	}{
		{"marks", nil},
		{"inbox", []string{"ctrl+b", "A"}},
		{"queue", []string{"ctrl+b", "A"}},
		{"floats", []string{"ctrl+b", "alt+f", "ctrl+b", "F", "ctrl+b", "shift+down", "shift+right"}},
		{"sidebar", nil},
		{"hints", []string{"ctrl+b"}},
		{"palette", []string{"ctrl+b", ":", "s", "p", "l"}},
		{"overview", []string{"ctrl+b", "w"}},
		{"shelf", []string{"ctrl+b", "U"}},
		{"help", []string{"ctrl+b", "?"}},
		{"menu", []string{"ctrl+b", ".", "down", "down"}},
		{"numbers", []string{"ctrl+b", "q"}},
		{"menu-of-tab", []string{"ctrl+b", "alt+.", "end", "up"}},
	}
	for _, s := range scenes {
		forEachLook(t, s.name, func(w *world) {
			if s.name == "marks" || s.name == "inbox" || s.name == "queue" {
				w.happens()
			}
			if s.name == "queue" {
				w.agentsWait()
			}
			w.press(s.keys...)
			if s.name == "hints" {
				w.take(w.paused())
			}
		})
	}
}

// forEachLook applies act to the furnished world and compares it with the golden frames, at two
// sizes and in two themes.
func forEachLook(t *testing.T, name string, act func(w *world)) {
	for _, size := range []session.Size{{Rows: 24, Cols: 80}, {Rows: 45, Cols: 140}} {
		for _, look := range []string{"", "solarized-light"} {
			full := fmt.Sprintf("%s-%dx%d", name, size.Cols, size.Rows)
			if look != "" {
				full += "-" + look
			}
			t.Run(full, func(t *testing.T) {
				w := furnished(t, size, look)
				act(w)
				golden(t, full, newCanvas(t, w).ansi())
			})
		}
	}
}

// happens makes events happen in panes without the focus and in another view.
func (w *world) happens() {
	w.t.Helper()
	w.press("ctrl+b", "V", "l", "o", "g", "s", "enter", "ctrl+b", "c")
	far := w.m.activePane()
	w.do(w.m.apply(workspace.RenameSession{Session: far, Name: "deploy"}))
	w.press("ctrl+b", ")")
	w.m.notices.Clear()
	ids := w.panes()
	for i, what := range []struct {
		id   session.ID
		why  attention.Reason
		text string
	}{
		{ids[0], attention.Finished, "finished after 1m 12s: `make test`"}, {ids[2], attention.Rang, "rang the bell"},
		{ids[3], attention.Failed, "failed with code 2 after 12s: `server --port 日本語`"}, {far, attention.Notified, "deployed to staging"},
	} {
		w.m.alert(w.m.alerts.Record(w.m.alertsEnv(), what.id, what.why, w.now.Add(-time.Duration(i+1)*time.Minute), what.text))
	}
}

// agentsWait makes agents wait in two background panes.
func (w *world) agentsWait() {
	w.t.Helper()
	ids := w.panes()
	for i, id := range ids[2:4] {
		w.m.live.Get(id).Agent = agent.Verdict{
			State: agent.Blocked, Kind: agent.Permission, Message: []string{"rm -rf 日本語/build", ""}[i], Since: w.now.Add(-time.Duration(i+2) * time.Minute),
		}
	}
}

// ansi paints the world and returns the frame with its colours.
func (c *canvas) ansi() string {
	c.t.Helper()
	c.paint()
	return export.Picture(c.buf, grid.Cursor{}).ANSI()
}

// golden compares a frame with its golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "frames", name+".ansi")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the frame differs; go test ./ui -run TestGoldenFrames -update writes it anew. Got:\n%s\nwant:\n%s", got, want)
	}
}

// A frame with everything shown takes less than 2 ms.
func BenchmarkFrameWithSidebarFourPanesAndOverlay(b *testing.B) {
	w := furnished(b, session.Size{Rows: 45, Cols: 140}, "")
	w.press("ctrl+b", "w")
	p := paint.New(&fakeTerminal{})
	defer processorTime(b)()
	for b.Loop() {
		w.m.layOut()
		if err := p.Paint(w.m.scene()); err != nil {
			b.Fatal(err)
		}
	}
}

// The palette's first result among a thousand sessions takes less than a frame (8 ms).
func BenchmarkPaletteOfAThousandSessions(b *testing.B) {
	w := newWorld(b, standard)
	w.m.state = manyTabs(b, w, 1000)
	defer processorTime(b)()
	for b.Loop() {
		w.m.dispatch(command.OpenPalette{})
		f, _ := w.m.dialog().(*dialog.Finder)
		f.Paste("sess 12")
		w.m.scene()
		w.m.dialogs = nil
	}
}

// Tabs beyond the bar have no labels, but their number is right and their most urgent mark is
// shown.
func TestHiddenTabsAreCounted(t *testing.T) {
	w := newWorld(t, standard)
	w.m.state = manyTabs(t, w, 300)
	w.do(w.m.apply(workspace.FocusTab{Tab: w.m.activeView().Tabs[150].ID}))
	far := w.m.activeView().Tabs[290].Active
	w.m.live.Fail(far, "out of reach")
	spots := w.m.tabSpots()
	first, last := spots[0], spots[len(spots)-2]
	shown := len(spots) - 3
	var before, after int
	if _, err := fmt.Sscanf(first.Label, " ‹%d", &before); err != nil || !first.More {
		t.Fatalf("the first is %+v", first)
	}
	if _, err := fmt.Sscanf(last.Label, " "+attention.MarkFailed+"%d", &after); err != nil || !last.More {
		t.Fatalf("the last is %+v", last)
	}
	if before+shown+after != 301 {
		t.Errorf("%d before, %d shown, %d after, of 301", before, shown, after)
	}
	for _, s := range spots[1 : len(spots)-2] {
		if s.Label == " "+" " {
			t.Errorf("a tab on the bar has no label")
		}
	}
}

// manyTabs adds n tabs to a workspace.
func manyTabs(t testing.TB, w *world, n int) workspace.State {
	t.Helper()
	state := w.m.state
	for i := range n {
		r := w.m.deps.record(fmt.Sprintf("/src/project-%d", i%17), nil)
		r.Name = fmt.Sprintf("session %d", i)
		next, _, err := workspace.Apply(state, workspace.OpenTab{View: workspace.MainView, Tab: w.m.deps.NewID(), Index: -1, Record: r, Size: standard})
		if err != nil {
			t.Fatal(err)
		}
		state = next
	}
	return state
}

// A scene with a thousand tabs and the sidebar that lists them.
func BenchmarkSceneWithSidebarOfAThousandTabs(b *testing.B) {
	w := newWorld(b, session.Size{Rows: 45, Cols: 140})
	w.m.state = manyTabs(b, w, 1000)
	w.press("ctrl+b", "b")
	defer processorTime(b)()
	for b.Loop() {
		w.m.changed()
		w.m.layOut()
		w.m.scene()
	}
}

// processorTime reports the processor time of one round, with garbage collection. On a busy machine
// this says more than elapsed time.
func processorTime(b *testing.B) func() {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(time.Millisecond)/float64(b.N), "cpu-ms/op") }
}
