//go:build linux

package stories

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// S4-04, S4-09, S4-11, S4-13, S4-14, S4-24, S4-29: archiving a session asks first, and undo brings
// it back in place. At the next start it is still archived: the overview has it behind "Show
// archived" and brings it back with its screen.
func TestArchivedSessionComesBack(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 130, Rows: 30})
	s.name("one")
	s.splitRight("two")
	two := s.pid()
	archived := func(sc drive.Screen) bool {
		return !strings.Contains(sc.Row(1), "two") && sc.Contains("archived `two`")
	}
	archive := func(s *story) {
		s.Prefix("alt+x")
		s.WaitText("Archive `two`?")
		s.Press("y")
		s.WaitFor("two to go", archived)
	}

	s.Prefix("alt+x")
	s.WaitText("Archive `two`?", "Its process ends.")
	s.Press("n")
	s.run("echo kept $((40+2))", "kept 42")
	archive(s)
	s.WaitDocument("two archived", func(d drive.Document) bool { return len(d.Undo) == 1 && strings.Contains(d.Undo[0].Title, "two") })
	if out := s.dormer("ps"); strings.Contains(out, "two") {
		t.Errorf("ps lists the archived session:\n%s", out)
	}
	eventually(t, "ps --archived to say how it ended", func() bool { return strings.Contains(s.dormer("ps", "--archived"), "archived (stopped)") })

	s.Prefix("u")
	s.WaitText("kept 42", "stopped on request", "Enter: again")
	s.Press("enter")
	s.prompt("of two again", func(sc drive.Screen) bool { return strings.Contains(activeTitle(sc), "two") })
	s.ended("its first process", two)
	archive(s)

	s.leave()
	r := s.relaunch()
	r.prompt("of one", func(sc drive.Screen) bool { return !strings.Contains(sc.Row(1), "two") })
	r.dormer("undo") // reopens its pane for the next archive
	r.WaitText("kept 42", "stopped on request")
	r.dormer("do", "session.archive")
	r.WaitFor("two to go", archived)
	r.Prefix("U")
	r.WaitText("Shelf", "two")
	r.Press("ctrl+q")
	r.Press("y")
	r.Press("esc")
	r.WaitFor("the shelf to close", func(sc drive.Screen) bool { return !sc.Contains("Shelf") })
	r.WaitDocument("nothing closed", func(d drive.Document) bool { return len(d.Undo) == 0 })

	r.Prefix("w")
	sc := r.WaitText("Overview", "shows archived")
	if lineWith(sc, "two") >= 0 {
		t.Errorf("the overview shows the archived session\n%s", sc.Boxed())
	}
	r.Press("alt+a")
	r.WaitText("hides archived", "Session is archived")
	r.choose("two")
	r.Press("enter")
	r.WaitFor("two in a tab of its own", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 two") })
	r.WaitText("kept 42", "stopped on request")

	id := r.WaitDocument("two in a tab", func(d drive.Document) bool { return len(d.Tabs()) == 2 }).Tabs()[1].Active
	if out := r.dormer("archive", id); !strings.HasPrefix(out, "archived ") {
		t.Errorf("archive prints %q", out)
	}
	r.WaitFor("two to go", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "two") })
	r.Prefix("alt+u")
	r.WaitText("Archived sessions", "deletes it permanently")
	r.Press("ctrl+q")
	r.WaitText("Remove `two` for good?")
	r.Press("y")
	r.WaitText("removed `two`")
	eventually(t, "ps to no longer list it", func() bool { return !strings.Contains(r.dormer("ps", "--all"), "two") })
	r.leave()
}

// S4-10, S4-26: a command that ran when its host was lost is suspended at the next start. Its pane
// says so to anybody who types, and "resume" resumes it, also while no dormer shows it.
func TestSuspendedSessionIsResumed(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 130})
	s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand("sleep 1000"))
	s.WaitText("deployed 42")
	dd := s.rowOf("dd")
	s.waitState(dd.ID, "running")
	s.leave()
	s.endHost(dd.PID, unix.SIGKILL)
	r := s.relaunch()
	r.WaitText("it ran when its host or the machine went")
	r.WaitText("Enter starts it again")
	r.Type("abc")
	r.WaitText("it is suspended (may be resumable when agent supports it): Enter alone starts it again")
	eventually(t, "it is suspended", func() bool { return strings.Contains(r.dormer("ps", "--json"), `"disposition": "suspended"`) })
	r.ranTimes("before it is resumed", 1)
	r.dormer("resume", "dd")
	eventually(t, "it runs again", func() bool { return r.ran() == 2 })
	active := func() bool { return !strings.Contains(s.dormer("ps", "--json"), `"disposition": "suspended"`) }
	eventually(t, "it is active", active)

	again := r.rowOf("dd")
	r.waitState(again.ID, "running")
	r.leave()
	r.endHost(again.PID, unix.SIGKILL)
	last := r.relaunch()
	last.WaitText("it ran when its host or the machine went")
	last.leave()
	last.dormer("resume", "dd")
	eventually(t, "it runs once more", func() bool { return last.ran() == 3 })
	end := last.relaunch()
	end.WaitText("deployed 42")
	end.ranTimes("at the end", 3)
	eventually(t, "it is active", active)
	end.leave()
}
