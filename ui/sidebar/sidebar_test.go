package sidebar

import (
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/labels"
	"dormer/ui/lists"
	"dormer/ui/statuses"
	"dormer/workspace"
)

func TestLines(t *testing.T) {
	items := make([]dialog.Item, 9)
	for i := range items {
		items[i] = dialog.Item{Text: "pane " + strconv.Itoa(i), Session: uuid.UUID{byte(i + 1)}}
	}
	items[7].Mark, items[8].Depth = "!", 1
	l := &labels.Labels{Of: func(session.ID) labels.Session { return labels.Session{} }}
	var s Sidebar
	tests := []struct {
		name   string
		wheel  int
		active int
		want   string
	}{
		{"begins_at_the_top", 0, 0, " 0 open|› pane 0|  pane 1|  pane 2"},
		{"the_wheel_scrolls", 2, 0, " 0 open|  pane 2|  pane 3|  pane 4"},
		{"the_focus_is_followed", 0, 7, " 0 open|  pane 6|! pane 7|    pane 8"},
		{"scrolling_stops_at_the_end", 50, 7, " 0 open|  pane 6|! pane 7|    pane 8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.Top += tt.wheel
			got := ansi.Strip(strings.Join(s.Lines(l, linesOf(items...), items[tt.active].Session, 20, 4), "|"))
			if got != tt.want {
				t.Errorf("lines are %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for _, tt := range []struct{ given, cols, want int }{{0, 120, 27}, {40, 120, 40}, {3, 120, 14}, {90, 120, 60}, {0, 20, 0}} {
		if got := Width(tt.given, session.Size{Rows: 30, Cols: tt.cols}); got != tt.want {
			t.Errorf("Width(%d) on %d columns = %d, want %d", tt.given, tt.cols, got, tt.want)
		}
	}
}

// A session in a worktree shows its branch, or only the counts of changes if there is less room.
func TestSessionBranch(t *testing.T) {
	id := uuid.UUID{1}
	for _, tt := range []struct {
		status, detail string
		cols           int
		want           string
	}{
		{"running", "web fix-it *3 +2", 40, "  api  web fix-it *3 +2"},
		{"running", "web fix-it *3 +2", 22, "  api  fix-it *3 +2"},
		{"running", "web fix-it *3 +2", 16, "  api  *3 +2"},
		{"failed (exit 2)", "web fix-it *3 +2", 22, "  api  failed *3 +2"},
		{"failed (exit 2)", "web fix-it *3 +2", 18, "  api  failed"},
		{"running (blocked: permission, 4s)", "web fix-it *3 +2", 30, "  api  blocked *3 +2"},
		{"", "2 worktrees, 3 tabs", 16, "  api"},
	} {
		l := &labels.Labels{State: workspace.State{Sessions: map[session.ID]workspace.Record{id: {ID: id, Dir: "/r/agent/fix-it/web"}}}}
		l.Of = func(session.ID) labels.Session {
			return labels.Session{Status: statuses.Status{Text: tt.status}, Branch: "fix-it *3 +2"}
		}
		var s Sidebar
		lines := s.Lines(l, linesOf(dialog.Item{Text: "api", Detail: tt.detail, Session: id}), uuid.UUID{2}, tt.cols, 2)
		if got := ansi.Strip(lines[1]); got != tt.want {
			t.Errorf("%q in %d columns: got %q, want %q", tt.detail, tt.cols, got, tt.want)
		}
	}
}

// A session that is not simply running shows its status in place of its directory.
func TestSessionStatus(t *testing.T) {
	id := uuid.UUID{1}
	for _, tt := range []struct {
		status string
		cols   int
		want   string
	}{
		{"", 40, "  api  ~/src"},
		{"running", 40, "  api  ~/src"},
		{"running (idle 2m 15s)", 40, "  api  running (idle 2m 15s)"},
		{"running (idle 2m 15s)", 20, "  api  idle 2m 15s"},
		{"failed (exit 2)", 18, "  api  failed"},
		{"orphaned (runs)", 14, "  api  ~/src"},
	} {
		l := &labels.Labels{Home: "/home/me", State: workspace.State{Sessions: map[session.ID]workspace.Record{id: {ID: id, Dir: "/home/me/src"}}}}
		l.Of = func(session.ID) labels.Session { return labels.Session{Status: statuses.Status{Text: tt.status}} }
		var s Sidebar
		lines := s.Lines(l, linesOf(dialog.Item{Text: "api", Detail: "~/src", Session: id}), uuid.UUID{2}, tt.cols, 2)
		if got := ansi.Strip(lines[1]); got != tt.want {
			t.Errorf("%q in %d columns: got %q, want %q", tt.status, tt.cols, got, tt.want)
		}
	}
}

func linesOf(items ...dialog.Item) (lines []lists.Line) {
	for _, it := range items {
		lines = append(lines, lists.Line{Session: it.Session, Item: func() dialog.Item { return it }})
	}
	return lines
}
