package dialog

import (
	"testing"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/geometry"
)

// rowsOfMenu has the rows of a menu.
type rowsOfMenu []MenuRow

func (rowsOfMenu) Title(command.Subject) string     { return "日本語 and more" }
func (r rowsOfMenu) Rows(command.Subject) []MenuRow { return r }

// A menu stays on the screen, whatever its size and wherever it is opened.
func TestMenuStaysOnTheScreen(t *testing.T) {
	var rows rowsOfMenu
	for _, part := range (command.Subject{Kind: command.AboutPane}).Menu() {
		if rows != nil {
			rows = append(rows, MenuRow{})
		}
		for _, name := range part {
			rows = append(rows, MenuRow{Name: name, Title: "what it does", Keys: "Ctrl-b x", Why: "not now"})
		}
	}
	for _, size := range []session.Size{{Rows: 24, Cols: 80}, {Rows: 6, Cols: 20}, {Rows: 3, Cols: 9}, {Rows: 2, Cols: 2}, {Rows: 1, Cols: 1}, {Rows: 50, Cols: 200}} {
		for _, at := range []geometry.Point{{}, {X: size.Cols - 1, Y: size.Rows - 1}, {X: size.Cols / 2, Y: size.Rows / 2}, {Y: size.Rows - 1}} {
			d := NewMenu(rows, command.Subject{}, at, false)
			o := d.Render(size, looks)
			if !within(size, o.Rect) || o.Rect.Empty() {
				t.Fatalf("%+v at %+v: it is at %+v", size, at, o.Rect)
			}
			for range rows { // every row is scrolled into view
				press(t, d, "down")
				d.Render(size, looks)
				if i := d.selected(); i < d.Top || i >= d.Top+d.Area.H {
					t.Fatalf("%+v: row %d is selected, but the first visible row is %d", size, i, d.Top)
				}
			}
		}
	}
}
