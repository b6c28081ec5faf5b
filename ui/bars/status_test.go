package bars

import (
	"strings"
	"testing"

	"dormer/ui/config"
)

// aLine is a status line with the parts that it has at first.
func aLine() Status {
	keys := map[string]string{"inbox": "Ctrl-b A", "undo.close": "Ctrl-b T"}
	return Status{
		Layout: config.Default().Status, Workspace: "work", Dir: "/src", Hint: "Ctrl-b ? keys",
		KeyOf: func(command string) string { return keys[command] },
		Host:  func() (string, error) { return "here", nil },
	}
}

// No column of the status line is in two pieces, whatever its width.
func TestPiecesOfTheStatusLineDoNotOverlap(t *testing.T) {
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

// What is new stays in sight where there is little room: the words about it go first.
func TestANarrowStatusLineSaysWhatIsNew(t *testing.T) {
	s := aLine()
	s.Undo, s.Unread, s.News = 3, 2, "build failed"
	for _, tt := range []struct {
		cols int
		want string
	}{
		{120, " work  /src              2 new, the last: build failed, Ctrl-b A shows   3 closed, Ctrl-b T brings back   Ctrl-b ? keys"},
		{80, " work  /src            2 new, the last: build failed   3 closed   Ctrl-b ? keys"},
		{60, " work  /src                2 new   3 closed   Ctrl-b ? keys"},
		{40, " work  /src            2 new   3 closed"},
		{28, " work  /src           2 new"},
		{20, " work  /src"},
	} {
		line := strings.Repeat(" ", tt.cols)
		for _, spot := range s.Spots(tt.cols) {
			line = line[:spot.X] + spot.Text + line[spot.End:]
		}
		if got := strings.TrimRight(line, " "); got != strings.TrimRight(tt.want, " ") {
			t.Errorf("%d columns:\n%q, want\n%q", tt.cols, got, tt.want)
		}
	}
}
