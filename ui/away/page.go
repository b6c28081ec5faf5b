package away

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// Page is the page as a dialog. Facts is called by [Page.Refresh].
type Page struct {
	Facts func() Facts

	lines    []Line
	title    string
	selected session.ID // session of the selected line; the zero id for the first line
	head     bool       // the heading with that session is selected
	drawn    drawn
}

// drawn is where the lines were drawn last.
type drawn struct {
	top, left, right int // place of the first visible line, on the screen
	first, count     int // visible lines
}

// Refresh updates the page to the present facts.
func (p *Page) Refresh() {
	f := p.Facts()
	p.lines, p.title = Lines(f), "While you were away ("+Rough(f.Until.Sub(f.Since))+")"
}

// at returns the index of the selected line, -1 if no line can be selected.
func (p *Page) at() int {
	first := -1
	for i, l := range p.lines {
		switch {
		case l.Session == session.ID{}:
		case l.Session == p.selected && l.Head == p.head:
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// Key moves the selection, goes to the selected session, or closes the page.
func (p *Page) Key(k keys.Key) dialog.Result {
	switch k.Name() {
	case "up", "ctrl+p":
		p.step(-1)
	case "down", "ctrl+n":
		p.step(1)
	case "enter":
		if i := p.at(); i >= 0 {
			return p.choose(i)
		}
		return dialog.Result{Done: true}
	default:
		return dialog.Result{Done: true}
	}
	return dialog.Result{}
}

// step selects the next line above or below.
func (p *Page) step(by int) {
	for i := p.at() + by; i >= 0 && i < len(p.lines); i += by {
		if id := p.lines[i].Session; id != (session.ID{}) {
			p.selected, p.head = id, p.lines[i].Head
			return
		}
	}
}

func (p *Page) choose(i int) dialog.Result {
	return dialog.Result{Done: true, Asks: command.Ask(command.GoTo{Session: p.lines[i].Session})}
}

// Paste does nothing: a paste neither closes the page nor goes anywhere.
func (p *Page) Paste(string) dialog.Result { return dialog.Result{} }

// Mouse goes to the session of a clicked line. A click elsewhere closes the page.
func (p *Page) Mouse(e input.Mouse) dialog.Result {
	switch {
	case e.Kind != keys.MousePress:
	case e.Button == keys.WheelUp:
		p.step(-1)
	case e.Button == keys.WheelDown:
		p.step(1)
	default:
		row := e.Y - p.drawn.top
		if row < 0 || row >= p.drawn.count || e.X < p.drawn.left || e.X >= p.drawn.right {
			return dialog.Result{Done: true}
		}
		if i := p.drawn.first + row; p.lines[i].Session != (session.ID{}) {
			return p.choose(i)
		}
	}
	return dialog.Result{}
}

const (
	// widest and narrowest are the columns of text.
	widest, narrowest = 76, 20
	// aroundCols and aroundRows are the columns and rows that the frame, the title, the foot and the
	// margins take. On a screen with fewer rows than tallest, the page has only a frame, of frameRows.
	aroundCols, aroundRows, frameRows = 8, 7, 2
	tallest                           = 12
	foot                              = "Enter goes there; any other key closes this page."
	shortFoot                         = "Enter, Esc"
)

// Render draws the page, with as many lines around the selected one as fit.
func (p *Page) Render(size session.Size, l theme.Looks) dialog.Overlay {
	inner := max(min(size.Cols-aroundCols, widest), min(size.Cols, narrowest))
	tall := size.Rows >= tallest
	room := max(size.Rows-frameRows, 1)
	if tall {
		room = size.Rows - aroundRows
	}
	at := p.at()
	first := 0
	if len(p.lines) > room {
		first = min(max(at-room/2, 0), len(p.lines)-room)
	}
	shown := p.lines[first:min(first+room, len(p.lines))]
	var rows []string
	above := 0
	if tall {
		rows, above = []string{l.Head.Render(grid.Cut(p.title, inner)), ""}, 2
	}
	for i, line := range shown {
		rows = append(rows, line.render(inner, first+i == at, l))
	}
	if tall {
		note := foot
		if lipgloss.Width(note) > inner {
			note = shortFoot
		}
		if hidden := len(p.lines) - len(shown); hidden > 0 && inner > len(foot)+12 {
			note += fmt.Sprintf("  (%d more lines)", hidden)
		}
		rows = append(rows, "", l.Dim.Render(grid.Cut(note, inner)))
	}
	o := dialog.Framed(l, rows, inner, size)
	edge := (o.Rect.H - len(rows)) / 2
	p.drawn = drawn{top: o.Rect.Y + edge + above, left: o.Rect.X, right: o.Rect.X + o.Rect.W, first: first, count: len(shown)}
	return o
}

// render returns the line in cols columns.
func (t Line) render(cols int, selected bool, l theme.Looks) string {
	indent, text := "  ", t.Text
	if t.Head {
		indent = ""
	}
	if t.Mark != "" {
		indent += t.Mark + " "
	}
	room := cols - lipgloss.Width(indent)
	if ago := lipgloss.Width(t.Ago); t.Ago != "" && ago+12 < room {
		room -= ago + 2
	} else {
		t.Ago = ""
	}
	text = grid.Cut(text, max(room, 0))
	gap := strings.Repeat(" ", max(cols-lipgloss.Width(indent)-lipgloss.Width(text)-lipgloss.Width(t.Ago), 0))
	switch {
	case selected:
		return l.Selected.Render(indent + text + gap + t.Ago)
	case t.Head:
		return l.Head.Render(text)
	case t.Session == session.ID{}:
		return l.Dim.Render(indent + text)
	}
	return attention.ByTone(t.Mark, l.Bad, l.Warn, l.Good, l.Dim).Render(indent) + text + gap + l.Dim.Render(t.Ago)
}
