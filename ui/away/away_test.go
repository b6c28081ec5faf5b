package away

import (
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

var (
	left = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	back = left.Add(3*time.Hour + 12*time.Minute)

	claude, tests, shell, codex = session.ID{1}, session.ID{2}, session.ID{3}, session.ID{4}
)

func ago(d time.Duration) time.Time { return back.Add(-d) }

var facts = Facts{
	Since: left, Until: back,
	Happened: []Happening{
		{Session: shell, Mark: attention.MarkDone, Name: "bash", Text: "finished after 3m: `make`", At: ago(5 * time.Second)},
		{Session: tests, Worktree: "/p/fix", Mark: attention.MarkFailed, Name: "tests", Text: "exited with code 1", At: ago(2 * time.Hour)},
		{Session: claude, Worktree: "/p/fix", Mark: attention.MarkBlocked, Name: "claude", Text: "waits for a permission", At: ago(50 * time.Minute)},
		{Session: codex, Worktree: "/p/日本語", Mark: attention.MarkFailed, Name: "日本語日本語日本語", Text: "failed: rate limit", At: ago(time.Hour)},
	},
	Changed: []Change{
		{Path: "/p/fix", Name: "fix-login", Commits: []string{"c5", "c4", "c3", "c2", "c1"}, Files: 1},
		{Path: "/p/日本語", Name: "日本語"},
		{Path: "/p/quiet", Name: "quiet"},
		{Path: "/p/only", Name: "only", Files: 2},
	},
}

// written returns lines as text.
func written(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		text := strings.TrimSpace(l.Mark + " " + l.Text)
		if l.Ago != "" {
			text += " | " + l.Ago
		}
		if !l.Head {
			text = "  " + text
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for name, tt := range map[string]struct {
		facts Facts
		want  string
	}{
		"everything": {facts, `fix-login: 5 commits, 1 changed file
  ⚑ claude  waits for a permission | 50m ago
  ✗ tests  exited with code 1 | 2h 0m ago
  + c5
  + c4
  + c3
  and 2 more commits
日本語
  ✗ 日本語日本語日本語  failed: rate limit | 1h 0m ago
elsewhere
  ✓ bash  finished after 3m: ` + "`make`" + ` | just now
only: 2 changed files
`},
		"no_worktrees":         {Facts{Since: left, Until: back, Happened: facts.Happened[:1]}, "  ✓ bash  finished after 3m: `make` | just now\n"},
		"one_commit":           {Facts{Changed: []Change{{Path: "/p", Name: "p", Commits: []string{"c"}}}}, "p: 1 commit\n  + c\n"},
		"not_looked_at_yet":    {Facts{Until: back, Happened: facts.Happened[1:2]}, "fix\n  ✗ tests  exited with code 1 | 2h 0m ago\n"},
		"nothing_has_happened": {Facts{Since: left, Until: back, Changed: facts.Changed[1:3]}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := written(Lines(tt.facts)); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestRough(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0m", 59*time.Minute + 59*time.Second: "59m", time.Hour: "1h 0m", 3*time.Hour + 12*time.Minute: "3h 12m", 49 * time.Hour: "2d 1h",
	} {
		if got := Rough(d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}

// page returns a page that has been drawn.
func page(size session.Size) *Page {
	p := &Page{Facts: func() Facts { return facts }}
	p.Refresh()
	p.Render(size, theme.Looks{})
	return p
}

var wide = session.Size{Rows: 40, Cols: 120}

func press(name string) keys.Key {
	k, err := keys.Parse(name)
	if err != nil {
		panic(err)
	}
	return k
}

func TestAnyKeyClosesThePage(t *testing.T) {
	for _, name := range []string{"esc", "x", "space", "ctrl+c", "tab", "q"} {
		if r := page(wide).Key(press(name)); !r.Done || r.Passes || r.Asks != (command.Result{}) {
			t.Errorf("%s: got %+v", name, r)
		}
	}
	if r := page(wide).Paste("ls\n"); r.Done || r.Passes {
		t.Errorf("a paste: got %+v", r)
	}
	empty := &Page{Facts: func() Facts { return Facts{} }}
	empty.Refresh()
	if r := empty.Key(press("enter")); !r.Done {
		t.Errorf("Enter on an empty page: got %+v", r)
	}
}

func TestEnterGoesToTheSelection(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want session.ID
	}{
		{nil, claude},                             // the heading of the first group
		{[]string{"down", "down"}, tests},         //
		{[]string{"down", "down", "down"}, codex}, // past the commits, to the next heading
		{[]string{"down", "down", "up", "up", "up"}, claude},
		{[]string{"down", "down", "down", "down", "down", "down", "down", "down"}, shell}, // the end
	} {
		p := page(wide)
		for _, name := range tt.keys {
			if r := p.Key(press(name)); r.Done {
				t.Errorf("%s closes the page", name)
			}
		}
		if r := p.Key(press("enter")); !r.Done || r.Asks != command.Ask(command.GoTo{Session: tt.want}) {
			t.Errorf("%v: got %+v, want %v", tt.keys, r, tt.want)
		}
	}
}

// New lines do not move the selection to another session.
func TestSelectionIsKept(t *testing.T) {
	known := facts
	known.Changed, known.Happened = nil, facts.Happened[:2]
	p := &Page{Facts: func() Facts { return known }}
	p.Refresh()
	p.Key(press("down")) // tests, below the heading of its worktree
	known = facts
	p.Refresh()
	if r := p.Key(press("enter")); r.Asks != command.Ask(command.GoTo{Session: tests}) {
		t.Errorf("got %+v", r)
	}
}

// A click on a line goes to its session, wherever the page is drawn. A click beside the page closes
// it.
func TestClicks(t *testing.T) {
	for _, size := range []session.Size{wide, {Rows: 24, Cols: 80}, {Rows: 8, Cols: 30}} {
		p := page(size)
		o := p.Render(size, theme.Looks{})
		clicked := 0
		for y, row := range strings.Split(ansi.Strip(o.Text), "\n") {
			i := strings.Index(row, "tests")
			if i < 0 {
				continue
			}
			clicked++
			click := input.Mouse{Mouse: keys.Mouse{Kind: keys.MousePress, Button: keys.ButtonLeft, X: o.Rect.X + lipgloss.Width(row[:i]), Y: o.Rect.Y + y}}
			if r := p.Mouse(click); r.Asks != command.Ask(command.GoTo{Session: tests}) || !r.Done {
				t.Errorf("%v: got %+v", size, r)
			}
		}
		if clicked != 1 {
			t.Errorf("%v: the line is shown %d times\n%s", size, clicked, o.Text)
		}
		if r := p.Mouse(input.Mouse{Mouse: keys.Mouse{Kind: keys.MousePress, Button: keys.ButtonLeft}}); !r.Done || r.Asks != (command.Result{}) {
			t.Errorf("%v: a click beside the page: %+v", size, r)
		}
		if r := p.Mouse(input.Mouse{Mouse: keys.Mouse{Kind: keys.MouseMotion}}); r.Done {
			t.Errorf("%v: the mouse moves: %+v", size, r)
		}
	}
}

// The page fits on a screen of any size, no line is wider than it, and the selected line is visible.
func TestEverySize(t *testing.T) {
	for rows := 1; rows <= 30; rows++ {
		for _, cols := range []int{1, 2, 5, 12, 20, 30, 60, 80, 200} {
			size := session.Size{Rows: rows, Cols: cols}
			p := page(size)
			for range 6 {
				o := p.Render(size, theme.Looks{})
				lines := strings.Split(o.Text, "\n")
				if o.Rect.H > rows || o.Rect.W > cols || o.Rect.X < 0 || o.Rect.Y < 0 || len(lines) < o.Rect.H {
					t.Fatalf("%v: %d lines in %+v", size, len(lines), o.Rect)
				}
				if at := p.at(); at < p.drawn.first || at >= p.drawn.first+p.drawn.count {
					t.Fatalf("%v: line %d is selected, and %+v drawn", size, at, p.drawn)
				}
				p.Key(press("down"))
			}
		}
	}
}
