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

// Question asks for a yes before something is done for good. Only y says so: every other key that
// types something is no, as in tmux's confirm-before, for it may well have been meant for
// something else. A chord leaves it open: in some presets the key after it is a command.
type Question struct {
	Title, Detail string
	Yes           command.Result
	// Danger says that a yes ends something for good: the button is red.
	Danger bool
	// answers is where the answers are on the screen; empty where they have no line of
	// their own.
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

// Mouse takes a click on an answer.
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

// The answers of a question as they stand in its last line, the capital for what all
// others say.
const (
	answerYes = "  y yes  "
	answerGap = "   "
	answerNo  = "  N no  "
)

// Render draws the question with its answers as buttons. No is the one that is lit, for it
// is what Enter says.
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
