package dialog

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/grid"
)

// A question without its answers is a screen that hangs.
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
