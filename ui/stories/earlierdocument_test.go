//go:build linux

package stories

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// refused runs a dormer command that must fail and returns what it prints.
func (s *story) refused(args ...string) string {
	s.t.Helper()
	cmd := exec.Command(drive.Build(s.t), args...)
	cmd.Env = []string{"DORMER_HOME=" + s.Home(), "HOME=" + s.Home()}
	out, err := cmd.CombinedOutput()
	if err == nil {
		s.t.Fatalf("dormer %s was not refused:\n%s", strings.Join(args, " "), out)
	}
	return string(out)
}

// An earlier document is restored, with the running sessions, but never while a program shows the
// workspace.
func TestRestoreEarlierDocument(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.newTab(2, "two")
	pids := s.waitProcesses(2)
	s.leave()
	r := s.relaunch() // which keeps the document that it opens
	r.prompt("after the relaunch", anywhere)
	if got := r.refused("workspace", "restore", "1"); !strings.Contains(got, "another dormer") {
		t.Errorf("beside a program that shows it: %s", got)
	}
	r.Prefix("&")
	r.WaitFor("the tab to close", func(sc drive.Screen) bool { return tabs(sc) == "1 one" })
	r.leave()
	if list := r.command("workspace", "restore", "--list"); !regexp.MustCompile(`(?m)^1 +20\S+ \S+ +2 +2 `).MatchString(list) {
		t.Errorf("the list is\n%s", list)
	}
	r.command("workspace", "restore", "1")
	back := r.relaunch()
	back.prompt("of the restored document", func(sc drive.Screen) bool { return tabs(sc) == "1 one  2 two" })
	back.sameProcesses("after it was put back", pids)
}

// A document that was replaced stays in the list after programs have opened, changed and left the
// restored one, and it is listed once.
func TestReplacedDocumentIsKept(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	tab := 1
	for range 6 { // so that recent saves fill all places
		s.leave()
		s = s.relaunch()
		s.prompt("after a relaunch", anywhere)
		tab++
		s.newTab(tab, fmt.Sprintf("tab%d", tab))
	}
	s.leave()
	s.command("workspace", "restore", "2")
	for n := range 3 {
		s = s.relaunch()
		s.prompt("of the restored workspace", anywhere)
		s.rename(fmt.Sprintf("changed%d", n))
		s.leave()
		list := s.command("workspace", "restore", "--list")
		if n := len(regexp.MustCompile(`(?m)^\d+ +20\S+ \S+ +7 +7 `).FindAllString(list, -1)); n != 1 {
			t.Fatalf("the list has the replaced document with 7 tabs %d times:\n%s", n, list)
		}
	}
}

// Restoring a document in which a session was closed does not end the session if it was reopened
// since.
func TestOldDocumentEndsNothingInUse(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.newTab(2, "two")
	pids := s.waitProcesses(2)
	s.Prefix("&")
	s.WaitDocument("the closed tab", func(d drive.Document) bool { return len(d.Undo) == 1 })
	old := bytesOf(t, s.documentPath())
	s.Prefix("u")
	s.WaitFor("the tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 two" })
	s.leave()
	s.writeDocument(regexp.MustCompile(`"expiresAt": *"[^"]*"`).ReplaceAllString(old, `"expiresAt": "2020-01-01T00:00:00Z"`))
	r := s.relaunch()
	r.prompt("of the old document", func(sc drive.Screen) bool { return tabs(sc) == "1 one" })
	r.sameProcesses("with the old document", pids)
	r.rename("changed")
	r.leave()
	r = r.relaunch()
	r.prompt("after another relaunch", anywhere)
	r.adopt("two")
	r.sameProcesses("after it was found", pids)
}
