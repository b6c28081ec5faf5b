package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
)

// Whatever the size of the screen, what is typed can be seen and the cursor
// stands behind it.
func TestPromptShowsWhatIsTypedAtEverySize(t *testing.T) {
	eachSize(func(size session.Size) {
		p := NewPrompt("Name of this tab", "日本語 a name that is longer than most Z", "", nil)
		o := p.Render(size, looks)
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		if size.Cols < 8 {
			return
		}
		before := ansi.Cut(rowsOf(o)[o.Cursor.Y-o.Rect.Y], 0, o.Cursor.X-o.Rect.X)
		if !strings.HasSuffix(before, "Z") {
			t.Errorf("%+v: before the cursor stands %q", size, before)
		}
	})
}
