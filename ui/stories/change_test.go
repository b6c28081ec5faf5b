//go:build linux

package stories

import (
	"fmt"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// Undo takes back every change of the layout and every close in order, and redo repeats them.
// Processes are not affected.
func TestUndoAndRedoEveryLayoutChange(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100, Reader: drive.Own})
	s.configure("[panes]\ntitle = \"{title}\"\n") // the title does not change when a command runs
	s.WaitText("the configuration was reloaded")
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	before := s.waitProcesses(3)

	var seen []string // the screen after each change
	look := func() { seen = append(seen, s.shape()) }
	look()
	for _, change := range []struct {
		name  string
		press func()
	}{
		{"resize", func() { s.Prefix("ctrl+left") }},
		{"rename", func() { s.Prefix("$"); s.WaitText("Name of this pane"); s.Press("ctrl+u"); s.Type("build\n") }},
		{"close", func() { s.Prefix("x") }},
		{"swap", func() { s.Prefix("{") }},
		{"break", func() { s.Prefix("!") }},
		{"name of a tab", func() { s.Prefix(","); s.WaitText("Name of this tab"); s.Press("ctrl+u"); s.Type("apart\n") }},
		{"order of tabs", func() { s.Prefix("<") }},
		{"join", func() { s.Prefix("@"); s.WaitText("Join this tab"); s.Type("one\n") }},
		{"float", func() { s.Prefix("alt+f") }},
	} {
		change.press()
		s.WaitFor(change.name, func(sc drive.Screen) bool { return settled(sc) && shapeOf(sc) != seen[len(seen)-1] })
		look()
	}
	s.sameProcesses("after all changes", before)
	for i := len(seen) - 2; i >= 0; i-- {
		s.Prefix("u")
		s.WaitFor(fmt.Sprintf("change %d to be taken back:\n%s", i+1, seen[i]), func(sc drive.Screen) bool { return shapeOf(sc) == seen[i] })
	}
	for i := 1; i < len(seen); i++ {
		s.Prefix("ctrl+r")
		s.WaitFor(fmt.Sprintf("change %d to be made again:\n%s", i, seen[i]), func(sc drive.Screen) bool { return shapeOf(sc) == seen[i] })
	}
	s.Prefix("ctrl+r")
	s.WaitText("nothing was undone since the last change")
	s.sameProcesses("after taking all back and making it again", before)
}

// settled reports whether no dialog and no pending prefix is shown.
func settled(sc drive.Screen) bool {
	return !sc.Contains("╭") && !strings.Contains(status(sc), "…")
}

func (s *story) shape() string { return shapeOf(s.Screen()) }

// shapeOf returns the tabs, lines and titles of a screen, without focus and contents of the panes.
func shapeOf(sc drive.Screen) string {
	heavy := strings.NewReplacer("━", "─", "┃", "│", "┏", "┌", "┓", "┐", "┗", "└", "┛", "┘", "┱", "┬", "┲", "┬", "┠", "├", "┡", "├", "┢", "├", "┹", "┴", "┺", "┴", "┣", "├", "┳", "┬", "┻", "┴", "┨", "┤", "┩", "┤", "┪", "┤", "┫", "┤", "╋", "┼")
	rows := []string{tabs(sc)}
	for y := 1; y < sc.Rows-1; y++ {
		row := heavy.Replace(sc.Row(y))
		if !strings.Contains(row, "──") {
			row = strings.Map(func(r rune) rune {
				if r != '│' {
					return ' '
				}
				return r
			}, row)
		}
		rows = append(rows, strings.TrimRight(row, " "))
	}
	return strings.Join(rows, "\n")
}

// A layout is saved under a name, is kept over a relaunch, and is restored.
func TestSavedLayouts(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100, Reader: drive.Own})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	before := s.waitProcesses(3)
	wide := s.shape()
	s.save("wide")
	s.Prefix("alt+2")
	s.WaitFor("even rows", func(sc drive.Screen) bool { return len(places(sc, "one", "two", "three")) == 3 && divider(sc, 3) < 0 })
	tall := s.shape()
	s.save("tall")
	s.arrange("wide", wide)
	s.Prefix("u")
	s.WaitFor("the layout before", func(sc drive.Screen) bool { return shapeOf(sc) == tall })

	s.leave()
	s = s.relaunch()
	s.WaitFor("the same layout", func(sc drive.Screen) bool { return shapeOf(sc) == tall })
	s.arrange("wide", wide)
	s.sameProcesses("after the relaunch", before)

	s.Prefix("alt+l")
	s.WaitText("Saved layouts")
	s.Type("tall")
	s.WaitGone("wide")
	s.Press("ctrl+x")
	s.Press("ctrl+u")
	s.WaitText("wide")
	s.WaitGone("tall")
	s.Press("esc")
	s.WaitGone("Saved layouts")
	s.splitBelow("new")
	s.Prefix("alt+l")
	s.WaitText("Saved layouts")
	s.Press("enter")
	s.WaitFor("the pane outside of the layout to float, hidden", func(sc drive.Screen) bool {
		return strings.Contains(status(sc), "1 hidden") && below(shapeOf(sc)) == below(wide)
	})
	s.Prefix("v")
	s.WaitFor("it above the layout", func(sc drive.Screen) bool { return frameOf(sc, "new") != frame{} })
}

// below returns a shape without the tab bar.
func below(shape string) string {
	_, rest, _ := strings.Cut(shape, "\n")
	return rest
}

// save saves the layout of the tab under a name.
func (s *story) save(name string) {
	s.t.Helper()
	s.Prefix("alt+a")
	s.WaitText("Save this layout as")
	s.Type(name + "\n")
	s.WaitText("saved this layout as `" + name + "`")
}

// arrange restores the saved layout with a name.
func (s *story) arrange(name, want string) {
	s.t.Helper()
	s.Prefix("alt+l")
	s.WaitText("Saved layouts")
	s.Type(name + "\n")
	s.WaitFor("the layout "+name+":\n"+want, func(sc drive.Screen) bool { return shapeOf(sc) == want })
}
