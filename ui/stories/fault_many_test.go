//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

// rounds returns how often a long story repeats: short by default, full if DORMER_LONG is set.
func rounds(short, full int) int {
	if os.Getenv("DORMER_LONG") != "" {
		return full
	}
	return short
}

// Two programs start at the same time and a third later. One gets the workspace, the others say
// which program has it, and there is only one session.
func TestF17TwoProgramsAtOnce(t *testing.T) {
	t.Parallel()
	home := ""
	for range rounds(5, 20) {
		first := begin(t, drive.Options{Home: home, Rows: 24, Cols: 200})
		home = first.Home()
		second := begin(t, drive.Options{Home: home, Rows: 24, Cols: 200})
		shown, refused := splitRefused(t, []*story{first, second})
		if shown == nil || len(refused) != 1 {
			t.Fatalf("%d of two programs were refused", len(refused))
		}
		shown.prompt("in the program that has the workspace", anywhere)
		third := begin(t, drive.Options{Home: home, Rows: 24, Cols: 200})
		third.oneSentence(1, "is open in another dormer", fmt.Sprint("pid ", shown.PID()), "--workspace")
		if n := len(shown.waitComplete()); n != 1 {
			t.Fatalf("there are %d sessions, want 1", n)
		}
		shown.leave()
	}
}

// holdings are kernel resources of a program or a host.
type holdings struct{ descriptors, threads, children int }

func holdingsOf(t testing.TB, pid int) holdings {
	t.Helper()
	count := func(dir string) int {
		entries, err := os.ReadDir(filepath.Join("/proc", fmt.Sprint(pid), dir))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	h := holdings{descriptors: count("fd"), threads: count("task")}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		stat, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if fields[1] == fmt.Sprint(pid) {
			h.children++ // zombies too
		}
	}
	return h
}

// heldBy lists a program's open descriptors and children, one per line.
func heldBy(pid int) string {
	var b strings.Builder
	descriptors, _ := filepath.Glob(filepath.Join("/proc", fmt.Sprint(pid), "fd", "*"))
	for _, d := range descriptors {
		to, _ := os.Readlink(d) // the link of a closed descriptor is empty
		fmt.Fprintf(&b, "\n\tdescriptor %s -> %s", filepath.Base(d), to)
	}
	for line, child := range childrenOf(pid) {
		fmt.Fprintf(&b, "\n\tchild %d: %s", child, line)
	}
	return b.String()
}

// filesOf lists the files in the directories of a home: sockets, states, locks. It omits the
// program's own socket, which exists while it runs.
func (s *story) filesOf() []string {
	s.t.Helper()
	var paths []string
	for _, dir := range []string{"run", "state/sessions"} {
		entries, err := os.ReadDir(filepath.Join(s.Home(), dir))
		if err != nil {
			s.t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), "workspace--") {
				paths = append(paths, filepath.Join(dir, e.Name()))
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// After a thousand sessions were opened and closed, a program holds as many resources as before.
func TestF31OpeningAndClosingLeaksNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Own})
	s.name("stays")
	s.child(s.PID(), "dormer-guard") // started late, and part of what the program holds
	once := func(n int) {
		s.Prefix([]string{"c", "%", `"`}[n%3])
		s.WaitFor("another pane", func(sc drive.Screen) bool {
			return strings.HasPrefix(activeTab(sc), "2 ") || divider(sc, 3) > 0 || len(titles(sc)) > 1
		})
		if n%4 > 0 { // every fourth is killed while it starts
			s.prompt("in it", anywhere)
		}
		s.Prefix("X")
		s.WaitText("Kill")
		s.Press("y")
		s.WaitFor("one pane", func(sc drive.Screen) bool {
			return tabs(sc) == "1 stays" && len(titles(sc)) == 0 && !sc.Contains("Kill")
		})
	}
	for n := range 8 { // as many threads as the program will ever need
		once(n)
	}
	eventually(t, "one session", func() bool { return len(s.lineages()) == 1 && len(s.filesOf()) == 2 })
	before, kept := holdingsOf(t, s.PID()), s.filesOf()
	resident := memory(t, s.PID())
	n := rounds(60, 1000)
	began := time.Now()
	for i := range n {
		once(i)
	}
	took := time.Since(began)
	eventually(t, "one session", func() bool { return len(s.lineages()) == 1 && len(s.filesOf()) == 2 })
	var after holdings
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("held %+v, then %+v, and now:%s", before, after, heldBy(s.PID()))
		}
	})
	eventually(t, "the descriptors and the processes as they were", func() bool { // the last host may not have been reaped yet
		after = holdingsOf(t, s.PID())
		return after.descriptors <= before.descriptors && after.children <= before.children
	})
	t.Logf("%d sessions in %v: held %+v, now %+v; resident %d kB, now %d kB", n, took.Round(time.Millisecond), before, after, resident>>10, memory(t, s.PID())>>10)
	if after.threads > before.threads+4 {
		t.Errorf("it holds %+v, held %+v", after, before)
	}
	if got := s.filesOf(); !slices.Equal(got, kept) {
		t.Errorf("there are %v, were %v", got, kept)
	}
	if now := memory(t, s.PID()); now > resident+resident/10+8<<20 {
		t.Errorf("it has %d kB, had %d", now>>10, resident>>10)
	}
}

// titles returns the titles of the panes of a tab with several panes.
func titles(s drive.Screen) []string {
	var found []string
	for y := 1; y < s.Rows-1; y++ {
		if strings.ContainsAny(s.Row(y), "─━") {
			found = append(found, s.Row(y))
		}
	}
	return found
}

// After many relaunches of the program, the session's host holds as many resources as before, and
// the same files are on disk.
func TestF31RelaunchingLeaksNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("stays")
	var host process
	for _, l := range s.waitComplete() {
		host = l.host
	}
	again := func(n int) {
		if n%2 == 0 {
			s.leave()
		} else {
			s.Kill()
		}
		s = s.relaunch()
		s.prompt("after a start", func(sc drive.Screen) bool { return activeTab(sc) == "1 stays" })
	}
	for n := range 4 {
		again(n)
	}
	s.WaitDocument("one session", func(d drive.Document) bool { return len(d.Sessions) == 1 })
	eventually(t, "the files of one session", func() bool { return len(s.filesOf()) == 2 })
	before, resident, kept := holdingsOf(t, host.pid), memory(t, host.pid), s.filesOf()
	n := rounds(20, 500)
	for i := range n {
		again(i)
	}
	eventually(t, "the descriptors as they were", func() bool { return holdingsOf(t, host.pid).descriptors <= before.descriptors })
	after := holdingsOf(t, host.pid)
	t.Logf("%d starts: the host held %+v, now %+v; resident %d kB, now %d kB", n, before, after, resident>>10, memory(t, host.pid)>>10)
	if after.children != before.children || after.threads > before.threads+4 {
		t.Errorf("the host holds %+v, held %+v", after, before)
	}
	if now := memory(t, host.pid); now > resident+resident/10+4<<20 {
		t.Errorf("the host has %d kB, had %d", now>>10, resident>>10)
	}
	eventually(t, "the files as they were", func() bool { return slices.Equal(s.filesOf(), kept) }) // a socket may still be about to be removed
}
