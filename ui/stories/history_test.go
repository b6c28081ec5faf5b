//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// onDisk reports whether the files of a session contain a text.
func (s *story) onDisk(id, text string) bool {
	data, err := os.ReadFile(filepath.Join(s.Home(), "state", "sessions", id, "checkpoint"))
	return err == nil && strings.Contains(string(data), text)
}

// killAll kills all hosts with their children, and the program, as in a power failure.
func (s *story) killAll() {
	s.t.Helper()
	lineages := s.waitComplete()
	for id := range lineages {
		s.waitState(id, "running")
	}
	for _, l := range lineages {
		s.kill(l.host)
		s.ended("its child", l.child.pid)
	}
	s.Kill()
}

// The hosts of a shell and of a command are killed with the program. All their earlier output can
// be read, searched and copied: in the restarted shell, in the pane of the command that waits for
// Enter, and in that pane after the restart. New output comes below it.
func TestHistorySurvivesReboot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		print   func(s *story)
		started func(r *story)
	}{
		"shell": {
			print: func(s *story) { s.Type("seq -f 'row %g of the text' 500; echo end $((40+2))\n") },
			started: func(r *story) {
				r.prompt("of the new shell", func(sc drive.Screen) bool { return sc.Contains("started again --") })
			},
		},
		"command": {
			print: func(s *story) {
				s.dormer("do", "tab.new", "--", "sh", "-c", "seq -f 'row %g of the text' 500; echo end $((40+2)); exec cat")
			},
			started: func(r *story) { r.WaitText("end 42", "Enter: again") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100, Terminal: drive.Kitty})
			c.print(s)
			s.WaitText("end 42")
			var id string
			eventually(t, "it is kept", func() bool {
				id = s.Document().ActiveTab().Active
				return s.onDisk(id, "end 42")
			})
			s.killAll()

			r := s.relaunch()
			c.started(r)
			r.Prefix("[")
			r.WaitText("copying: v selects")
			r.Type("?row 3 of\n")
			r.WaitFor("the cursor on row 3", func(sc drive.Screen) bool {
				return sc.Row(sc.Cursor.Row) == "row 3 of the text" && sc.Cursor.Col == 0
			})
			r.Type("Vj")
			r.Type("y")
			r.copied("row 3 of the text\nrow 4 of the text")
			if name == "shell" {
				return
			}
			text := r.dormer("capture", "--scrollback", id)
			if !strings.Contains(text, "row 1 of the text\nrow 2 of the text\n") || strings.Count(text, " of the text\n") != 500 {
				t.Errorf("capture prints %d lines", strings.Count(text, " of the text\n"))
			}
			r.WaitText("Enter: again")
			r.Press("enter")
			r.WaitFor("it to run", func(sc drive.Screen) bool { return sc.Contains("end 42") && !sc.Contains("Enter: again") })
			eventually(t, "old lines and new", func() bool {
				text = r.dormer("capture", "--scrollback", id)
				return strings.Count(text, "row 3 of the text\n") == 2 && strings.Count(text, "started again --\n") == 1
			})
			if first, then, _ := strings.Cut(text, "started again --\n"); !strings.HasPrefix(first, "row 1 of the text\n") || !strings.HasPrefix(then, "row 1 of the text\n") {
				t.Errorf("the old lines are not above the new lines:\n%s", text)
			}
		})
	}
}

// Cleared history is soon removed from disk, whether the user or a program cleared it.
func TestClearedHistoryIsNotOnDisk(t *testing.T) {
	t.Parallel()
	for name, clear := range map[string]func(*story){
		"by the program": func(s *story) { s.Type("printf '\\033[3J'\n") },
		"by the user":    func(s *story) { s.Prefix("ctrl+l") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{})
			s.run("clear; seq -f 'secret%g' 100; echo end $((40+2))", "end 42")
			var id string
			for id = range s.waitComplete() {
			}
			eventually(t, "it is kept", func() bool { return s.onDisk(id, "secret3") })
			clear(s)
			eventually(t, "it is no longer on disk", func() bool { return !s.onDisk(id, "secret3") && s.onDisk(id, "end 42") })
		})
	}
}

// With history saving off, nothing above the screen is on disk.
func TestHistoryOffKeepsNothingOnDisk(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	first := s.waitComplete()
	s.configure("[history]\nkeep = false\n")
	s.WaitText("the configuration was reloaded")
	s.newTab(2, "two")
	s.run("clear; seq -f 'secret%g' 100; echo end $((40+2))", "end 42")
	for id := range s.waitComplete() {
		if _, before := first[id]; before {
			continue
		}
		eventually(t, "the screen is kept", func() bool { return s.onDisk(id, "end 42") })
		if s.onDisk(id, "secret3") {
			t.Error("lines above the screen are on disk")
		}
	}
}
