package dialog

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// A question shows its answers at every size; without them the screen would seem to hang.
func TestQuestionShowsItsAnswersAtEverySize(t *testing.T) {
	eachSize(func(size session.Size) {
		q := &Question{Title: "Kill `a rather long title of a pane`?", Detail: "Its process ends and cannot be brought back."}
		o := q.Render(size, looks)
		text := strings.Join(rowsOf(o), "\n")
		if !within(size, o.Rect) {
			t.Errorf("%+v: box %+v", size, o.Rect)
		}
		if size.Cols >= 4 && !strings.Contains(text, "y/N") && !strings.Contains(text, "y yes") {
			t.Errorf("%+v shows no answers:\n%s", size, text)
		}
		for _, row := range rowsOf(o) {
			if size.Cols >= 4 && grid.StringWidth(row) > size.Cols {
				t.Errorf("%+v cuts %q", size, row)
			}
		}
	})
}

// Confirming something irreversible is a red button, and No is highlighted, for Enter. A click on
// either button presses it.
func TestDestructiveQuestionHasARedButton(t *testing.T) {
	for _, danger := range []bool{false, true} {
		q := &Question{Title: "Kill `make`?", Detail: "It ends.", Yes: command.Cannot("yes"), Danger: danger}
		o := q.Render(standard, looks)
		if red := strings.Contains(o.Text, looks.Danger.Render(answerYes)); red != danger {
			t.Errorf("danger %v: red %v", danger, red)
		}
		if !strings.Contains(o.Text, looks.Selected.Render(answerNo)) {
			t.Error("No is not highlighted")
		}
		for _, tt := range []struct {
			text string
			want Result
		}{{"y yes", closing(q.Yes)}, {"N no", closes}, {"It ends", stays}} {
			for y, row := range rowsOf(o) {
				if before, _, found := strings.Cut(row, tt.text); found {
					e := input.Mouse{Mouse: keys.Mouse{X: o.Rect.X + grid.StringWidth(before), Y: o.Rect.Y + y, Kind: keys.MousePress, Button: keys.ButtonLeft}}
					if got := q.Mouse(e); got != tt.want {
						t.Errorf("a click on %q gives %+v", tt.text, got)
					}
				}
			}
		}
	}
}
