package ui

import (
	"cmp"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/textfield"
	"dormer/ui/theme"
)

// prompt asks for one line of text.
type prompt struct {
	title string
	field textinput.Model
	// selected says that the text is the one that it began with and was not touched:
	// what is typed takes its place, keys that move edit it.
	selected bool
	accept   func(string) command.Result
}

// newPrompt asks for a text that is value at first, selected; empty says what an empty
// one stands for.
func newPrompt(title, value, empty string, accept func(string) command.Result) *prompt {
	return &prompt{title: title, field: textfield.New(value, empty), selected: value != "", accept: accept}
}

// newNaming asks for the name of something that is called automatic where it has none:
// an empty one gives that back, and one that is not touched stays as it was.
func newNaming(title, name, automatic string, accept func(string) command.Result) *prompt {
	p := newPrompt(title, cmp.Or(name, automatic), automatic, nil)
	p.accept = func(typed string) command.Result {
		if p.selected {
			return command.Result{}
		}
		return accept(strings.TrimSpace(typed))
	}
	return p
}

func (p *prompt) key(k keys.Key) result {
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		return closes
	case "enter":
		return closing(p.accept(p.field.Value()))
	case "backspace", "ctrl+h", "delete", "ctrl+d", "ctrl+u", "ctrl+w":
		if p.selected {
			p.replace()
			return stays
		}
	}
	if k.Modifier() {
		return stays
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt) == 0 {
		p.replace()
	}
	p.selected = false
	p.field, _ = p.field.Update(textfield.Key(k))
	return stays
}

// replace takes a text that is selected away, for what is typed instead.
func (p *prompt) replace() {
	if p.selected {
		p.field.SetValue("")
		p.selected = false
	}
}

func (p *prompt) paste(text string) result {
	p.replace()
	p.field, _ = p.field.Update(tea.PasteMsg{Content: text})
	return stays
}

// shown is the text in a number of columns, and the column of the cursor in it.
func (p *prompt) shown(cols int, l theme.Looks) (text string, cursor int) {
	text, cursor = textfield.Window(p.field, cols, l.Dim.Render)
	if p.selected {
		text = l.Selected.Render(text)
	}
	return text, cursor
}

func (p *prompt) mouse(input.Mouse) result { return stays }

func (p *prompt) render(size session.Size, l theme.Looks) paint.Overlay {
	const rows, least = 5, 24
	if size.Rows < rows || size.Cols < least {
		return p.renderLine(size, l)
	}
	inner := min(size.Cols-8, 48)
	shown, x := p.shown(inner, l)
	does := "Enter accepts, Esc cancels"
	if p.selected {
		does = "Typing replaces it. " + does
	}
	o := framed(l, []string{
		l.Head.Render(cut(p.title, inner)), shown, l.Dim.Render(cut(does, inner)),
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
	shown, x := p.shown(size.Cols-at, l)
	o := bottomLine(label+shown, size)
	o.Cursor = &geometry.Point{X: at + x, Y: o.Rect.Y}
	return o
}
