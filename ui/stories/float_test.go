//go:build linux

package stories

import (
	"fmt"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// frame is the rectangle of cells of a floating pane, with its border.
type frame struct{ x, y, w, h int }

// frameOf returns the frame of the floating pane with a title, or the zero frame if it is not
// shown.
func frameOf(sc drive.Screen, title string) frame {
	for y := range sc.Rows {
		at := columnOf(sc, y, " "+title+" ")
		for x := at; x >= 0; x-- {
			if corner := sc.At(x, y).Text; corner == "┏" || corner == "┌" {
				return frame{x, y, run(sc, x, y, 1, 0), run(sc, x, y, 0, 1)}
			}
		}
	}
	return frame{}
}

// run returns the number of cells from one corner to the next in a direction.
func run(sc drive.Screen, x, y, dx, dy int) int {
	n := 1
	for !strings.Contains("┓┐┗└", sc.At(x+n*dx, y+n*dy).Text) && n < sc.Cols {
		n++
	}
	return n + 1
}

// size is the terminal size that a child in a frame gets, as stty prints it.
func (f frame) size() string { return fmt.Sprintf("%d %d", f.h-2, f.w-4) }

func (s *story) floats(title string, want frame) drive.Screen {
	s.t.Helper()
	return s.WaitFor(fmt.Sprintf("%s to float at %+v", title, want), func(sc drive.Screen) bool { return frameOf(sc, title) == want })
}

func TestFloatingPaneIsMovedResizedHiddenAndKept(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty, Reader: drive.Own})
	s.name("base")
	s.Prefix("F")
	s.prompt("of the floating pane", func(sc drive.Screen) bool { return sc.Cursor.Row > 2 && sc.Contains("┏") })
	s.name("scratch")
	before := s.waitProcesses(2)
	f := frameOf(s.Screen(), "scratch")

	s.Prefix("shift+right")
	s.Press("shift+right", "shift+down") // once more without the prefix
	f.x, f.y = f.x+4, f.y+1
	s.floats("scratch", f)
	s.Prefix("ctrl+left")
	s.Press("ctrl+up", "ctrl+up")
	f.w, f.h = f.w-2, f.h-2
	s.floats("scratch", f)
	s.run("clear; stty size", f.size())

	s.Drag(f.x+3, f.y, f.x-2, f.y-2)
	f.x, f.y = f.x-5, f.y-2
	s.floats("scratch", f)
	s.Drag(f.x+f.w-1, f.y+f.h-1, f.x+f.w+7, f.y+f.h+1)
	f.w, f.h = f.w+8, f.h+2
	s.floats("scratch", f)
	s.run("clear; stty size", f.size())

	s.Click(1, 20)
	s.WaitFor("the pane below", func(sc drive.Screen) bool { return frameOf(sc, "scratch") == f && sc.Cursor.Row == 1 })
	s.run("echo below $((40+2))", "below 42")
	s.Prefix("v")
	s.WaitFor("it to be hidden", func(sc drive.Screen) bool { return frameOf(sc, "scratch") == frame{} && sc.Contains("below 42") })
	s.Prefix("v")
	s.WaitFor("it to be shown with the focus", func(sc drive.Screen) bool { return frameOf(sc, "scratch") == f && activeTitle(sc) == "scratch" })
	s.Click(1, 20)
	s.WaitFor("the pane below again", func(sc drive.Screen) bool { return frameOf(sc, "scratch") == f && activeTab(sc) == "1 base" })
	s.Click(f.x+4, f.y+4)
	s.WaitFor("the floating pane", func(sc drive.Screen) bool { return activeTitle(sc) == "scratch" })
	s.run("clear; echo above $((40+2))", "above 42")

	s.leave()
	s = s.relaunch()
	s.floats("scratch", f)
	s.WaitText("above 42", "below 42")
	s.sameProcesses("after the relaunch", before)

	s.Prefix("x")
	s.WaitFor("it to be closed", func(sc drive.Screen) bool { return frameOf(sc, "scratch") == frame{} })
	s.Prefix("T")
	s.floats("scratch", f)
	s.WaitText("above 42")
	s.Prefix("alt+f")
	s.WaitFor("it beside the other", func(sc drive.Screen) bool { return divider(sc, 5) > 20 && places(sc, "scratch")["scratch"][1] == 1 })
	s.Prefix("u")
	s.floats("scratch", f)
	s.Resize(12, 40)
	s.WaitFor("it on a smaller screen", func(sc drive.Screen) bool {
		g := frameOf(sc, "scratch")
		return sc.Cols == 40 && g.w > 3 && g.x+g.w <= 40 && g.y+g.h < 12
	})
	s.Resize(24, 80)
	s.floats("scratch", f)
	s.sameProcesses("after all that", before)
}
