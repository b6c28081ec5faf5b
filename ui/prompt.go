package ui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
)

// prompt asks for one line of text.
type prompt struct {
	title  string
	field  textinput.Model
	accept func(*Model, string) tea.Cmd
}

// newPrompt asks for a text that is value at first; empty says what an empty one
// stands for.
func newPrompt(title, value, empty string, accept func(*Model, string) tea.Cmd) *prompt {
	return &prompt{title: title, field: newField(value, empty), accept: accept}
}

// newField is a field for one line of text.
func newField(value, empty string) textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.CharLimit = 200
	f.Placeholder = empty
	f.SetValue(value)
	f.CursorEnd()
	f.SetVirtualCursor(false)
	f.Focus()
	return f
}

func (p *prompt) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		return true, nil
	case "enter":
		return true, p.accept(m, p.field.Value())
	}
	p.field, _ = p.field.Update(teaKey(k))
	return false, nil
}

func (p *prompt) paste(text string) { p.field, _ = p.field.Update(tea.PasteMsg{Content: text}) }

func (p *prompt) mouse(*Model, input.Mouse) (bool, tea.Cmd) { return false, nil }

func (p *prompt) render(size session.Size, l theme.Looks) paint.Overlay {
	const rows, least = 5, 24
	if size.Rows < rows || size.Cols < least {
		return p.renderLine(size, l)
	}
	inner := min(size.Cols-8, 48)
	shown, x := window(p.field, inner, l)
	o := framed(l, []string{
		l.Head.Render(cut(p.title, inner)), shown, l.Dim.Render(cut("Enter accepts, Esc cancels", inner)),
	}, inner, size)
	o.Cursor = &geometry.Point{X: o.Rect.X + 2 + x, Y: o.Rect.Y + 2}
	return o
}

// renderLine is the prompt in the last line of a screen that is too small for a
// box: what is typed, and as much of the title as leaves it room.
func (p *prompt) renderLine(size session.Size, l theme.Looks) paint.Overlay {
	label := cut(p.title, size.Cols/2-1)
	if label != "" {
		label += " "
	}
	at := grid.StringWidth(label)
	shown, x := window(p.field, size.Cols-at, l)
	o := bottomLine(label+shown, size)
	o.Cursor = &geometry.Point{X: at + x, Y: o.Rect.Y}
	return o
}

// window is the part of the text around the cursor that has room in a number of
// columns, and the column of the cursor in it. (The field itself counts code
// points where columns are meant, and would cut clusters.)
func window(f textinput.Model, cols int, l theme.Looks) (shown string, cursor int) {
	value := []rune(f.Value())
	if len(value) == 0 {
		return l.Dim.Render(cut(f.Placeholder, cols)), 0
	}
	before, after := string(value[:f.Position()]), string(value[f.Position():])
	for before != "" && grid.StringWidth(before) > cols-1 {
		cluster, _ := grid.NextCluster(before)
		before = before[len(cluster):]
	}
	shown, cursor = before, grid.StringWidth(before)
	for width := cursor; after != ""; {
		cluster, w := grid.NextCluster(after)
		if width += w; width > cols {
			break
		}
		shown += cluster
		after = after[len(cluster):]
	}
	return shown, cursor
}
