package bars

import (
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/config"
)

// aLine returns a status line with the default layout.
func aLine() Status {
	keys := map[string]string{"inbox": "Ctrl-b A", "undo.close": "Ctrl-b T", "attention.next": "Ctrl-b a"}
	return Status{
		Layout: config.Default().Status, Workspace: "work", Dir: "/src", Hint: "Ctrl-b ? keys",
		KeyOf: func(command string) string { return keys[command] },
		Host:  func() (string, error) { return "here", nil },
	}
}

// Segments of the status line do not overlap at any width.
func TestStatusLineSegmentsDoNotOverlap(t *testing.T) {
	s := aLine()
	s.Undo, s.Unread, s.Zoomed, s.Synced = 3, 2, true, 4
	s.Elsewhere = []View{{"日本語 !", "view.select x"}, {"logs ✓", "view.select logs"}}
	for _, change := range []func(){func() {}, func() { s.Prefix = "Ctrl-b" }, func() { s.Doing = "copy mode" }, func() { s.Notice = "a sentence" }} {
		change()
		for cols := range 200 {
			x := 0
			for _, spot := range s.Spots(cols) {
				if spot.X < x || spot.End > cols || spot.End <= spot.X {
					t.Fatalf("%d columns: %+v after column %d", cols, spot, x)
				}
				x = spot.End
			}
		}
	}
}

// drawn returns a status line as text.
func drawn(s Status, cols int) string {
	line := ""
	for _, spot := range s.Spots(cols) {
		line += strings.Repeat(" ", spot.X-grid.StringWidth(line)) + spot.Text
	}
	return strings.TrimRight(line, " ")
}

// New messages stay visible in a narrow line: the words about them are dropped first.
func TestNarrowStatusLineShowsWhatIsNew(t *testing.T) {
	s := aLine()
	s.Layout.Right = []string{"{new}", "{closed}", "{help}"}
	s.Undo, s.Unread, s.News = 3, 2, "build failed"
	for _, tt := range []struct {
		cols int
		want string
	}{
		{120, " work  /src              2 new, the last: build failed, Ctrl-b A shows │ 3 closed, Ctrl-b T brings back │ Ctrl-b ? keys"},
		{80, " work  /src            2 new, the last: build failed │ 3 closed │ Ctrl-b ? keys"},
		{60, " work  /src                2 new │ 3 closed │ Ctrl-b ? keys"},
		{40, " work  /src            2 new │ 3 closed"},
		{28, " work  /src           2 new"},
		{20, " work  /src   2 new"},
		{15, " work    2 new"},
		{8, " work"},
	} {
		if got := drawn(s, tt.cols); got != tt.want {
			t.Errorf("%d columns:\n%q, want\n%q", tt.cols, got, tt.want)
		}
	}
}

// Segments that do not fit are dropped whole, the least important first. No word is cut.
func TestStatusLineSegmentsAreDroppedWhole(t *testing.T) {
	s := aLine()
	s.Dir, s.Branch, s.Output, s.Clock, s.Undo = "~/src/dormer/ui", "main", "load 0.42", "14:05", 1
	s.Waiting = []Waiting{{1, "✗", "failed", "make", Bad}, {2, "✓", "finished", "", Good}}
	for _, tt := range []struct {
		cols int
		want string
	}{
		{160, " work  ~/src/dormer/ui main            ✗ 1 failed: make  ✓ 2 finished  Ctrl-b a goes there │ 1 closed, Ctrl-b T brings back │ load 0.42 │ Ctrl-b ? keys │ 14:05"},
		{110, " work  ~/src/dormer/ui main       ✗ 1 failed: make  ✓ 2 finished │ 1 closed │ load 0.42 │ Ctrl-b ? keys │ 14:05"},
		{80, " work  …/dormer/ui main     ✗ 1 failed  ✓ 2 finished │ 1 closed │ Ctrl-b ? keys"},
		{60, " work  …/ui main        ✗ 1 failed  ✓ 2 finished │ 1 closed"},
		{40, " work  …/ui main                  ✗1 ✓2"},
		{20, " work  …/ui   ✗1 ✓2"},
		{15, " work   ✗1 ✓2"},
		{6, " work"},
		{5, ""},
	} {
		got := drawn(s, tt.cols)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(tt.want), " ") {
			t.Errorf("%d columns:\n%q, want\n%q", tt.cols, got, tt.want)
		}
	}
	whole := map[string]bool{}
	for _, spot := range s.Spots(300) {
		whole[strings.TrimSpace(spot.Text)] = true
	}
	for _, text := range []string{"…/dormer/ui", "…/ui", "✗1", "✓2", "1 closed", "✗ 1 failed"} {
		whole[text] = true
	}
	for cols := range 200 {
		for _, spot := range s.Spots(cols) {
			if !whole[strings.TrimSpace(spot.Text)] {
				t.Fatalf("%d columns: %q is cut", cols, spot.Text)
			}
		}
	}
}

// Working agents are counted before waiting sessions; without waiting sessions no key is offered.
func TestWorkingAgentsAreCounted(t *testing.T) {
	s := aLine()
	s.Working, s.Hint = 3, ""
	for _, tt := range []struct {
		cols    int
		waiting []Waiting
		want    string
	}{
		{60, nil, "work /src 3 work"},
		{60, []Waiting{{1, "⚑", "waits", "", Asks}}, "work /src 3 work ⚑ 1 waits Ctrl-b a goes there"},
		{40, []Waiting{{1, "⚑", "waits", "", Asks}}, "work /src 3 work ⚑ 1 waits"},
		{25, []Waiting{{1, "⚑", "waits", "", Asks}}, "work /src work 3 ⚑1"},
	} {
		s.Waiting = tt.waiting
		if got := strings.Join(strings.Fields(drawn(s, tt.cols)), " "); got != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.cols, got, tt.want)
		}
	}
}

// If there is no room for both, a notice takes the place of the workspace's name.
func TestNoticeTakesTheWholeStatusLine(t *testing.T) {
	s := aLine()
	s.Waiting = []Waiting{{1, "✗", "failed", "", Bad}}
	s.Notice = "closed `greet`: Ctrl-b T brings it back"
	for _, tt := range []struct {
		cols int
		want string
	}{
		{80, " work  closed `greet`: Ctrl-b T brings it back       ✗ 1 failed │ Ctrl-b ? keys"},
		{60, " work  closed `greet`: Ctrl-b T brings it back   ✗ 1 failed"},
		{44, " closed `greet`: Ctrl-b T brings it back"},
		{20, " closed `greet`…"},
	} {
		if got := drawn(s, tt.cols); got != tt.want {
			t.Errorf("%d columns:\n%q, want\n%q", tt.cols, got, tt.want)
		}
	}
}
