package dialog

import (
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Question asks for confirmation. Only y confirms: every other key that types text declines, as in
// tmux's confirm-before, because it may have been meant for something else. A chord leaves the
// question open: in some presets the key after it is a command.
type Question struct {
	Title, Detail string
	Yes           command.Result
	// Danger makes the button red, for changes that cannot be undone.
	Danger bool
	// answers is the rectangle of the buttons; empty if there is no room for them.
	answers workspace.Rect
}

func (q *Question) Key(k keys.Key) Result {
	switch k.Name() {
	case "y", "Y":
		return closing(q.Yes)
	case "enter", "esc", "tab", "backspace", "ctrl+c", "ctrl+g":
		return closes
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt) == 0 {
		return closes
	}
	return stays
}

func (q *Question) Paste(string) Result { return stays }

// Mouse handles a click on a button.
func (q *Question) Mouse(e input.Mouse) Result {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft || !q.answers.Contains(e.X, e.Y) {
		return stays
	}
	switch x := e.X - q.answers.X; {
	case x < len(answerYes):
		return closing(q.Yes)
	case x >= len(answerYes+answerGap):
		return closes
	}
	return stays
}

// The buttons of a question. The capital N is the default.
const (
	answerYes = "  y yes  "
	answerGap = "   "
	answerNo  = "  N no  "
)

// Render draws the question with its buttons. No is highlighted, because Enter means no.
func (q *Question) Render(size session.Size, l theme.Looks) Overlay {
	const answers = answerYes + answerGap + answerNo
	q.answers = workspace.Rect{}
	inner := min(size.Cols-frameCols, 60)
	if inner >= len(answers) {
		yes := l.Button
		if q.Danger {
			yes = l.Danger
		}
		lines := Wrapped(q.Title, inner)
		for i := range lines {
			lines[i] = l.Head.Render(lines[i])
		}
		for _, line := range Wrapped(q.Detail, inner) {
			lines = append(lines, l.Dim.Render(line))
		}
		if len(lines)+4 <= size.Rows {
			lines = append(lines, "")
		}
		left := inner - len(answers)
		lines = append(lines, strings.Repeat(" ", left)+yes.Render(answerYes)+answerGap+l.Selected.Render(answerNo))
		if len(lines)+frameRows <= size.Rows {
			o, text := box{lines: lines, cols: inner}.over(l, size)
			q.answers = workspace.Rect{X: text.X + left, Y: text.Y + len(lines) - 1, W: len(answers), H: 1}
			return o
		}
	}
	return bottomLine(grid.Cut(q.Title, max(size.Cols-4, 0))+" y/N", size)
}
