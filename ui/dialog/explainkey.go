package dialog

import (
	"strings"

	"dormer/session"
	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// ExplainKey explains each key sequence that is pressed instead of running it. Esc closes it,
// except within a sequence.
type ExplainKey struct {
	keymap *bind.Keymap
	// at is the node that the pressed keys lead to, nil outside of a sequence.
	at      *bind.Node
	pressed []string
	said    []string
}

// NewExplainKey returns a dialog that explains the keys of a keymap.
func NewExplainKey(m *bind.Keymap) *ExplainKey { return &ExplainKey{keymap: m} }

func (e *ExplainKey) Key(k keys.Key) Result {
	switch {
	case k.Modifier():
		return stays
	case k.Name() == "esc" && e.at == nil:
		return closes
	case e.at == nil:
		e.at, e.pressed = e.keymap.Root(config.Normal), nil
	}
	e.pressed = append(e.pressed, k.Name())
	if e.at = e.at.Find(k); e.at != nil && !e.at.IsPrefix() {
		e.at = nil
	}
	said, err := e.keymap.Explain(strings.Join(e.pressed, " "))
	if err != nil {
		said = []string{err.Error()}
	}
	e.said = said
	return stays
}

// TakesAll implements [TakesAll].
func (e *ExplainKey) TakesAll() {}

func (e *ExplainKey) Paste(string) Result { return stays }

// Mouse closes it with a click.
func (e *ExplainKey) Mouse(ev input.Mouse) Result {
	return Result{Done: ev.Kind == keys.MousePress && ev.Button == keys.ButtonLeft}
}

func (e *ExplainKey) Render(size session.Size, l theme.Looks) Overlay {
	inner := max(min(size.Cols-frameCols, 76), 1)
	lines := Wrapped("Press a key, or several, to see what they do. Esc closes.", inner)
	for i := range lines {
		lines[i] = l.Head.Render(lines[i])
	}
	if len(e.said) > 0 {
		lines = append(lines, "")
	}
	for _, said := range e.said {
		lines = append(lines, Wrapped(said, inner)...)
	}
	o, _ := box{lines: lines[:max(min(len(lines), size.Rows), 1)], cols: inner}.over(l, size)
	return o
}
