//go:build linux

package stories

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// The files of a session are damaged, belong to another session, or name an unrelated process whose
// id was reused. A live session is found nevertheless. If its host is gone, the files are not
// trusted: the process gets no signal, whatever is done with the session, and the session starts
// again.
func TestF16DamagedStateIsNotTrusted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lives bool // whether its host lives
		state func(good string, stranger int) string
	}{
		{"empty, the host lives", true, func(string, int) string { return "" }},
		{"another's, the host lives", true, anothers},
		{"empty", false, func(string, int) string { return "" }},
		{"cut off", false, func(good string, _ int) string { return good[:len(good)/2] }},
		{"another's", false, anothers},
		{"a stranger's process", false, func(good string, stranger int) string {
			return strings.Replace(good, `"updated_by":`, fmt.Sprintf(`"updated_by": %d, "was":`, stranger), 1)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stranger := exec.Command("sleep", "1000")
			stranger.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := stranger.Start(); err != nil {
				t.Fatal(err)
			}
			pid := stranger.Process.Pid
			t.Cleanup(func() { _, _ = stranger.Process.Kill(), stranger.Wait() })

			s := open(t, drive.Options{})
			s.run("clear; echo mine $((40+2))", "mine 42")
			was := s.waitComplete()
			for id := range was { // the file is written asynchronously
				eventually(t, "the state of the session", func() bool {
					st, err := os.Stat(filepath.Join(s.Home(), "state", "sessions", id, "state.json"))
					return err == nil && st.Size() > 0
				})
			}
			s.leave()
			for id, l := range was {
				if !c.lives {
					s.kill(l.host)
					s.ended("its shell", l.child.pid)
				}
				dir := filepath.Join(s.Home(), "state", "sessions", id)
				file := filepath.Join(dir, "state.json")
				writeAt(t, file, c.state(bytesOf(t, file), pid))
				if !c.lives {
					runtime := strings.Split(bytesOf(t, filepath.Join(dir, "host.lock")), "\n")[1]
					writeAt(t, filepath.Join(dir, "host.lock"), fmt.Sprintf("%d\n%s\n%-10d\n", pid, runtime, pid))
				}
			}
			s.dormer("ps", "--all")
			s.dormer("gc")
			r := s.relaunch()
			r.prompt("of the session", anywhere)
			now := r.waitComplete()
			for id, l := range was {
				if same := now[id] == l; same != c.lives || len(now) != 1 {
					t.Errorf("the sessions have the processes %+v, had %+v", now, was)
				}
			}
			r.Prefix("X")
			r.Press("y")
			r.WaitText("Nothing is open")
			r.leave()
			if !drive.Alive(pid) || stateOf(pid) == "T" {
				t.Error("an unrelated process was ended or stopped")
			}
		})
	}
}

func anothers(good string, _ int) string {
	return strings.Replace(good, `"session_id": "`, `"session_id": "00000000-0000-4000-8000-000000000000", "was": "`, 1)
}

// stateOf returns the state letter of a process, proc(5).
func stateOf(pid int) string {
	if fields := statOf(pid); len(fields) > 0 {
		return fields[0]
	}
	return ""
}
