//go:build linux

package stories

import (
	"fmt"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// attachViewer attaches another terminal with a size to the story's session. Its reader must know wide
// characters, because text after one is written without moving the cursor.
func (s *story) attachViewer(id string, rows, cols int) *story {
	s.t.Helper()
	return &story{drive.Start(s.t, drive.Options{
		Home: s.Home(), Dir: s.Dir(), Rows: rows, Cols: cols, Args: []string{"attach", id}, Reader: drive.Tmux,
	}), s.t}
}

// waitViewer waits until a terminal shows a screen of a size for which is returns true, with only dots
// outside of it.
func (s *story) waitViewer(what string, rows, cols int, is func(drive.Screen) bool) {
	s.t.Helper()
	s.WaitFor(what, func(sc drive.Screen) bool {
		for y := range sc.Rows {
			for x := range sc.Cols {
				if dotted := sc.At(x, y).Text == "·"; dotted != (x >= cols || y >= rows) {
					return false
				}
			}
		}
		return is(sc)
	})
}

// Several programs show one session: its size follows the one in which the user types, and each
// shows as much as fits, with dots outside of the session.
func TestF50ViewersOfOtherSizesSeeTheSameSession(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 80})
	s.Type("clear; PS1='$ '; printf '\\033[21;70Hcorner'; printf '\\033[Hleft 日本 top\\n'")
	id := s.WaitDocument("the session", func(d drive.Document) bool { return len(d.Sessions) == 1 }).Sessions[0].ID
	large := s.attachViewer(id, 40, 120)
	large.WaitText("left 日本 top") // in the typed command, before it runs
	s.Type("\n")
	large.waitViewer("all of it in a large terminal", 22, 80, func(sc drive.Screen) bool {
		return sc.Row(0)[:4] == "left" && strings.Contains(sc.Row(20), "corner")
	})
	small, tiny := s.attachViewer(id, 10, 8), s.attachViewer(id, 1, 1)
	small.waitViewer("the upper left in a small one", 22, 80, func(sc drive.Screen) bool { return sc.Row(0) == "left 日" })
	tiny.waitViewer("a character in a tiny one", 22, 80, func(sc drive.Screen) bool { return sc.Row(0) == "l" })

	small.Type("clear; stty size\n")
	small.WaitFor("its size", func(sc drive.Screen) bool { return sc.Contains("10 8") })
	large.waitViewer("the small screen in a large terminal", 10, 8, func(sc drive.Screen) bool { return sc.Contains("10 8") })
	s.WaitFor("the small screen in the pane", func(sc drive.Screen) bool { return sc.Contains("10 8") })

	s.Type("clear; stty size\n")
	s.WaitText("22 80")
	large.waitViewer("the pane's screen again", 22, 80, func(sc drive.Screen) bool { return sc.Contains("22 80") })
	for i, v := range []*story{tiny, small, large} {
		v.Hangup()
		v.WaitExit()
		s.run(fmt.Sprintf("clear; echo still $((%d+40))", i), fmt.Sprintf("still %d", i+40))
	}
	s.leave()
}
