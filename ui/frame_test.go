package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/workspace"
)

// sid is a fixed session id for tests.
func sid(n byte) session.ID { return uuid.UUID{0: n, 6: 0x40, 8: 0x80} }

func leaf(n byte) *workspace.Node { return workspace.Leaf(sid(n)) }

func splitOf(axis workspace.Axis, nodes ...*workspace.Node) *workspace.Node {
	n := &workspace.Node{Axis: axis}
	for _, c := range nodes {
		n.Children = append(n.Children, workspace.Child{Weight: 1, Node: c})
	}
	return n
}

// text returns the rows of a buffer, right-trimmed.
func text(b *screen.Buffer) []string {
	rows, _ := b.Size()
	var out []string
	for y := range rows {
		var line []byte
		for _, c := range b.Row(y) {
			line = b.Palette().AppendText(line, c)
		}
		out = append(out, strings.TrimRight(string(line), " "))
	}
	return out
}

// chromeOf draws the chrome of a tab without started sessions.
func chromeOf(t *testing.T, size session.Size, tab workspace.Tab, change func(*Model)) []string {
	t.Helper()
	m := newTestModel(size)
	m.state = workspace.New("work")
	m.state.Views[0].Tabs = []workspace.Tab{tab}
	m.state.Views[0].ActiveTab = tab.ID
	for i, id := range tab.Panes() {
		m.state.Sessions[id] = workspace.Record{ID: id, Title: string(rune('a' + i)), Dir: "/src"}
		m.live.Fail(id, " ")
	}
	if change != nil {
		change(m)
	}
	m.layOut()
	s := m.scene()
	s.Overlays = nil
	return text(emptied(t, s))
}

func newTestModel(size session.Size) *Model {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	return newModel(Deps{
		Size: size, Now: func() time.Time { return now }, NewID: uuid.New,
		State: workspace.New("work"), show: func(*paint.Scene) {}, tick: func(time.Duration, tea.Msg) tea.Cmd { return nil },
	})
}

func TestFrame(t *testing.T) {
	tab := func(active byte, root *workspace.Node) workspace.Tab {
		return workspace.Tab{ID: uuid.UUID{1}, Root: root, Active: sid(active)}
	}
	three := splitOf(workspace.Row, leaf(1), splitOf(workspace.Column, leaf(2), leaf(3)))
	tests := []struct {
		name   string
		size   session.Size
		tab    workspace.Tab
		change func(*Model)
		want   string
	}{
		{"one_pane", session.Size{Rows: 5, Cols: 40}, tab(1, leaf(1)), nil, `
 1 a ✗  +
.
.
.
 work  /src               Ctrl-b ? keys`},
		{"three_panes_focus_left", session.Size{Rows: 9, Cols: 30}, tab(1, three), nil, `
 1 a ✗  +
━ ✗ a /src ━━━━┱─ ✗ b /src ───
               ┃
               ┃
               ┃
               ┠─ ✗ c /src ───
               ┃
               ┃
 work  /src     Ctrl-b ? keys`},
		{"three_panes_focus_below_right", session.Size{Rows: 9, Cols: 30}, tab(3, three), nil, `
 1 c ✗  +
─ ✗ a /src ────┬─ ✗ b /src ───
               │
               │
               │
               ┢━ ✗ c /src ━━━
               ┃
               ┃
 work  /src     Ctrl-b ? keys`},
		{"zoomed_pane_fills_the_tab", session.Size{Rows: 5, Cols: 40}, func() workspace.Tab {
			tb := tab(2, three)
			tb.Zoomed = true
			return tb
		}(), nil, `
 1 b Z ✗  +
.
.
.
 work  /src      zoomed │ Ctrl-b ? keys`},
		{"notice_counts_down", session.Size{Rows: 3, Cols: 60}, tab(1, leaf(1)), func(m *Model) {
			m.notify("closed `make test`", m.now().Add(4*time.Minute+59*time.Second))
		}, `
.
.
 work  closed ` + "`make test`" + `: Ctrl-b T brings it back, 4:59`},
		{"notice_names_the_chord_where_it_can_be_sent", session.Size{Rows: 3, Cols: 70}, tab(1, leaf(1)), func(m *Model) {
			m.outer.chords = true
			m.notify("closed `make test`", m.now().Add(59*time.Second))
		}, `
.
.
 work  closed ` + "`make test`" + `: Ctrl-Shift-T brings it back, 0:59`},
		{"prefix_is_pending", session.Size{Rows: 3, Cols: 40}, tab(1, leaf(1)), func(m *Model) { m.prefix.At = prefixNode(m.keys()) }, `
.
.
 work  Ctrl-b …  /src     Ctrl-b ? keys`},
		{"two_columns_without_room_for_titles", session.Size{Rows: 3, Cols: 21}, tab(2, splitOf(workspace.Row, leaf(1), leaf(2))), nil, `
          ┃
          ┃
 work  /src`},
		{"two_rows_have_only_the_pane", session.Size{Rows: 2, Cols: 20}, tab(1, leaf(1)), nil, `
.
.`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := chromeOf(t, tt.size, tt.tab, tt.change)
			for i := range got {
				if got[i] == "" {
					got[i] = "."
				}
			}
			if g := "\n" + strings.Join(got, "\n"); g != tt.want {
				t.Errorf("got:%s\nwant:%s", g, tt.want)
			}
		})
	}
}

// Drawing works at every size.
func TestEverySizeDrawsSomething(t *testing.T) {
	root := splitOf(workspace.Row, leaf(1), splitOf(workspace.Column, leaf(2), leaf(3)), leaf(4))
	for rows := 1; rows < 30; rows++ {
		for _, cols := range []int{1, 2, 3, 5, 8, 13, 20, 21, 40, 80, 81} {
			for active := byte(1); active <= 4; active++ {
				tab := workspace.Tab{ID: uuid.UUID{1}, Root: root, Active: sid(active)}
				got := chromeOf(t, session.Size{Rows: rows, Cols: cols}, tab, func(m *Model) {
					m.dispatch(command.OpenHelp{})
					m.prefix.Hints, m.prefix.At = true, prefixNode(m.keys())
				})
				if len(got) != rows {
					t.Fatalf("%dx%d: %d rows", rows, cols, len(got))
				}
			}
		}
	}
}
