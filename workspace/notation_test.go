package workspace

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// The notation of this package's tests. A layout is written as [a b] for a split
// of axis Row and {a b} for Column; a*3 has weight 3. Sessions are letters, tabs
// numbers. In a description of a workspace the focused pane has a star after it,
// the focused tab a star after its number, a zoomed tab a z; ~a floats, ~a? hidden,
// and =ab take together what is typed.

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// sid is the session that a letter stands for: a UUID of version 4.
func sid(letter byte) session.ID {
	return session.ID{0: letter, 6: 0x40, 8: 0x80, 15: 1}
}

func letter(id session.ID) string {
	if id == (session.ID{}) {
		return "-"
	}
	return string(rune(id[0]))
}

func letters(ids []session.ID) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(letter(id))
	}
	return b.String()
}

func tid(n int) TabID { return TabID{0: byte(n), 6: 0x40, 8: 0x80, 15: 2} }

// layout reads a layout.
func layout(t testing.TB, text string) *Node {
	t.Helper()
	p := &reader{text: text}
	n := p.node()
	if n == nil || strings.TrimSpace(p.text) != "" {
		t.Fatalf("layout %q: cannot read %q", text, p.text)
	}
	return n
}

type reader struct{ text string }

func (p *reader) node() *Node {
	p.text = strings.TrimLeft(p.text, " ")
	if p.text == "" {
		return nil
	}
	first := p.text[0]
	p.text = p.text[1:]
	switch first {
	case '[':
		return p.split(Row, "]")
	case '{':
		return p.split(Column, "}")
	}
	return Leaf(sid(first))
}

func (p *reader) split(a Axis, end string) *Node {
	n := &Node{Axis: a}
	for {
		p.text = strings.TrimLeft(p.text, " ")
		if rest, ok := strings.CutPrefix(p.text, end); ok {
			p.text = rest
			return n
		}
		sub := p.node()
		if sub == nil {
			return n
		}
		n.Children = append(n.Children, Child{Weight: p.weight(), Node: sub})
	}
}

func (p *reader) weight() int {
	rest, ok := strings.CutPrefix(p.text, "*")
	if !ok {
		return 1
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	w, _ := strconv.Atoi(rest[:digits])
	p.text = rest[digits:]
	return w
}

// written returns a layout in the notation, with a star after one pane.
func written(n *Node, active session.ID) string {
	if n == nil {
		return "nothing"
	}
	if n.Pane() {
		if n.Session == active {
			return letter(n.Session) + "*"
		}
		return letter(n.Session)
	}
	var subs []string
	for _, c := range n.Children {
		subs = append(subs, written(c.Node, active))
	}
	brackets := []string{"[]", "{}"}[n.Axis]
	return brackets[:1] + strings.Join(subs, " ") + brackets[1:]
}

// opened returns a workspace whose main view has one tab for each layout. The first tab has the
// focus, and in each tab the first pane.
func opened(t testing.TB, layouts ...string) State {
	t.Helper()
	s := New("test")
	for i, text := range layouts {
		s = withTab(s, MainView, tid(i+1), layout(t, text))
	}
	if len(layouts) > 0 {
		s.Views[0].ActiveTab = tid(1)
	}
	if err := Check(s); err != nil {
		t.Fatalf("the test's own workspace: %v", err)
	}
	return s
}

func withTab(s State, view ViewID, id TabID, root *Node) State {
	for i := range s.Views {
		if s.Views[i].ID == view {
			s.Views[i].Tabs = append(s.Views[i].Tabs, Tab{ID: id, Root: root, Active: Leaves(root)[0]})
			s.Views[i].ActiveTab = id
		}
	}
	for _, sess := range Leaves(root) {
		r := complete(Record{ID: sess, Name: letter(sess), Dir: "/home"})
		r.Residency = s.places()[sess]
		s.Sessions[sess] = r
	}
	return s
}

// described returns a whole workspace in one line.
func described(s State) string {
	var parts []string
	for _, v := range s.Views {
		if len(v.Tabs) == 0 && v.ID == MainView && len(s.Views) > 1 {
			continue
		}
		var b strings.Builder
		if len(s.Views) > 1 {
			b.WriteString(string(v.ID))
			if v.ID == s.ActiveView {
				b.WriteString("*")
			}
			b.WriteString(":")
		}
		for _, t := range v.Tabs {
			if b.Len() > 0 {
				b.WriteString(" ")
			}
			b.WriteString(describedTab(t, v.ActiveTab))
		}
		if b.Len() > 0 {
			parts = append(parts, b.String())
		}
	}
	var undo []string
	for _, c := range s.Undo {
		kind := "tab"
		if c.Pane != nil {
			kind = "pane"
		}
		undo = append(undo, kind+" "+letters(c.Sessions))
	}
	if len(undo) > 0 {
		parts = append(parts, "closed "+strings.Join(undo, ", "))
	}
	return strings.Join(parts, "; ")
}

func describedTab(t Tab, active TabID) string {
	mark := ""
	if t.ID == active {
		mark = "*"
	}
	if t.Zoomed {
		mark += "z"
	}
	out := fmt.Sprintf("%d%s %s", t.ID[0], mark, written(t.Root, t.Active))
	for _, f := range t.Floats {
		out += " ~" + written(Leaf(f.Session), t.Active)
		if f.Hidden {
			out += "?"
		}
	}
	if len(t.Synced) > 0 {
		out += " =" + letters(t.Synced)
	}
	return out
}

func describedEffects(effects []Effect) string {
	var parts []string
	for _, e := range effects {
		switch e := e.(type) {
		case Start:
			parts = append(parts, "start "+letter(e.Spec.ID))
		case Show:
			parts = append(parts, "show "+letter(e.Session))
		case Hide:
			until := ""
			if !e.Until.IsZero() {
				until = " until " + e.Until.Format("15:04")
			}
			parts = append(parts, "hide "+letter(e.Session)+until)
		case End:
			parts = append(parts, "end "+letter(e.Session))
		case Stop:
			parts = append(parts, "stop "+letter(e.Session))
		case Save:
			parts = append(parts, "save")
		case Notify:
			parts = append(parts, "say \""+e.Text+"\"")
		}
	}
	return strings.Join(parts, ", ")
}

// must applies actions, each of which has to succeed, and checks every state in between.
func must(t fataler, s State, actions ...Action) State {
	t.Helper()
	for _, a := range actions {
		next, _, err := Apply(s, a)
		if err != nil {
			t.Fatalf("%T: %v", a, err)
		}
		if err := Check(next); err != nil {
			t.Fatalf("after %T: %v\nbefore: %s\nafter:  %s", a, err, described(s), described(next))
		}
		s = next
	}
	return s
}

// drawn returns a picture of an arrangement: letters for panes, | and - for dividers, and dots
// for cells that nothing covers.
func drawn(a Arrangement) string {
	rows := make([][]byte, a.Area.H)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", a.Area.W))
	}
	fill := func(r Rect, with byte) {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				rows[y-a.Area.Y][x-a.Area.X] = with
			}
		}
	}
	for _, d := range a.Dividers {
		fill(d.Rect, "|-"[d.Axis])
	}
	for _, p := range a.Panes {
		fill(p.Rect, p.Session[0])
	}
	for _, f := range a.Floats {
		fill(f.Frame, '#')
		fill(f.Rect, f.Session[0])
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = string(row)
	}
	return strings.Join(lines, "\n")
}

// picture removes the indentation of a drawing in a test.
func picture(text string) string {
	lines := strings.Split(strings.Trim(text, "\n\t"), "\n")
	for i := range lines {
		lines[i] = strings.Trim(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}

// drawnTab returns a picture of the focused tab in an area.
func drawnTab(s State, w, h int) string {
	t, _ := s.ActiveTab()
	return drawn(ArrangeTab(t, Rect{W: w, H: h}))
}
