package dialog

import (
	"cmp"
	"strings"

	"charm.land/bubbles/v2/textinput"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
)

// Prompt asks for one line of text.
type Prompt struct {
	title string
	field textinput.Model
	// selected is set while the initial text is untouched: typing replaces it, and keys that
	// move the cursor start editing it.
	selected bool
	accept   func(string) command.Result
}

// NewPrompt returns a prompt with value as its initial text, selected. The placeholder empty
// says what an empty text stands for.
func NewPrompt(title, value, empty string, accept func(string) command.Result) *Prompt {
	return &Prompt{title: title, field: textfield.New(value, empty), selected: value != "", accept: accept}
}

// NewNaming returns a prompt for the name of something that is called automatic if it has no
// name. An empty text restores that name; an untouched text changes nothing.
func NewNaming(title, name, automatic string, accept func(string) command.Result) *Prompt {
	p := NewPrompt(title, cmp.Or(name, automatic), automatic, nil)
	p.accept = func(typed string) command.Result {
		if p.selected {
			return command.Result{}
		}
		return accept(strings.TrimSpace(typed))
	}
	return p
}

func (p *Prompt) Key(k keys.Key) Result {
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

// replace clears the text if it is selected.
func (p *Prompt) replace() {
	if p.selected {
		p.field.SetValue("")
		p.selected = false
	}
}

func (p *Prompt) Paste(text string) Result {
	p.replace()
	var cut string
	p.field, cut = textfield.Paste(p.field, text)
	return Result{Asks: command.Cannot(cut)}
}

// shown renders the text in a number of columns and returns the column of the cursor.
func (p *Prompt) shown(cols int, l theme.Looks) (text string, cursor int) {
	text, cursor = textfield.Window(p.field, cols, l.Dim.Render)
	if p.selected {
		text = l.Selected.Render(text)
	}
	return text, cursor
}

func (p *Prompt) Mouse(input.Mouse) Result { return stays }

func (p *Prompt) Render(size session.Size, l theme.Looks) Overlay {
	const rows, least = 6, 24
	if size.Rows < rows || size.Cols < least {
		return p.renderLine(size, l)
	}
	inner := min(size.Cols-frameCols, 54)
	shown, x := p.shown(inner-grid.StringWidth(sign), l)
	does := []keyHelp{{"Enter", "accepts"}, {"Esc", "cancels"}}
	if p.selected {
		does = append([]keyHelp{{"typing", "replaces it"}}, does...)
	}
	b := box{title: p.title, cols: inner, lines: append([]string{l.Key.Render(sign) + shown, ""}, footOf(does, inner, 1, l)...)}
	o, text := b.over(l, size)
	o.Cursor = &geometry.Point{X: text.X + grid.StringWidth(sign) + x, Y: text.Y}
	return o
}

// renderLine renders the prompt in the last line of a screen that is too small for a box. The
// title takes at most half of the line.
func (p *Prompt) renderLine(size session.Size, l theme.Looks) Overlay {
	label := grid.Cut(p.title, size.Cols/2-1)
	if label != "" {
		label += " "
	}
	at := grid.StringWidth(label)
	shown, x := p.shown(size.Cols-at, l)
	o := bottomLine(label+shown, size)
	o.Cursor = &geometry.Point{X: at + x, Y: o.Rect.Y}
	return o
}
