package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
)

// At every screen size the typed text is visible, with the cursor after it.
func TestPromptShowsItsTextAtEverySize(t *testing.T) {
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
			t.Errorf("%+v: before the cursor is %q", size, before)
		}
	})
}

// A field takes a long command in full, and reports when it had to cut a longer one.
func TestLongPasteIntoAField(t *testing.T) {
	for name, d := range map[string]Dialog{
		"prompt": NewPrompt("Log the pane to", "a.log", "", nil),
		"finder": NewFinder("Find anything", &listed{}),
		"form":   NewForm("New worktree", []Field{{Title: "Prompt"}}, 0, nil),
	} {
		t.Run(name, func(t *testing.T) {
			typed := func() string {
				switch d := d.(type) {
				case *Prompt:
					return d.field.Value()
				case *Finder:
					return d.field.Value()
				case *Form:
					return d.fields[0].input.Value()
				}
				return ""
			}
			long := "tab.new -- rm -r " + strings.Repeat("directory/", 60) + "build"
			if r := d.Paste(long); r != stays || typed() != long {
				t.Errorf("the notice is %q and the field has %q", r.Asks.Why, typed())
			}
			more := strings.Repeat(long, 7)
			if r := d.Paste(more); !strings.Contains(r.Asks.Why, "cut off") || !strings.HasPrefix(long+more, typed()) {
				t.Errorf("after a longer paste the notice is %q and the field has %d characters", r.Asks.Why, len(typed()))
			}
		})
	}
}
