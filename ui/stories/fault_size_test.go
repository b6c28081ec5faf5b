//go:build linux

package stories

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

func TestF27HundredsOfResizes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Own})
	s.run("clear; for i in {1..3000}; do echo \"kept $i of three thousand lines\"; done", "kept 3000 of")
	s.Prefix("%")
	s.prompt("beside it", anywhere)
	// A child is never told a size of zero, and in the end it is told the right one. A shell may
	// miss a signal that arrives while it handles one, so the trap only records it.
	s.Type(`clear; bash -c 'trap w=1 WINCH; echo hears $((40+2)); while :; do if [ "$w" ]; then w=; stty size >>sizes; fi; sleep 0.02; done'` + "\n")
	s.WaitText("hears 42")
	s.Prefix("left")
	s.WaitDocument("both panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
	id := s.Document().ActiveTab().Layout.Leaves()[0]
	r := rand.New(rand.NewPCG(27, 1))
	odd := [][2]int{{1, 1}, {1, 200}, {200, 1}, {200, 500}, {0, 0}, {0, 80}, {24, 0}, {2, 2}}
	began := time.Now()
	for i := range 300 {
		size := [2]int{1 + r.IntN(60), 1 + r.IntN(200)}
		if i%10 == 0 {
			size = odd[i/10%len(odd)]
		}
		s.Resize(size[0], size[1])
	}
	t.Logf("300 sizes in %v", time.Since(began).Round(time.Millisecond))
	hears := func(size string) (heard string) {
		t.Helper()
		defer func() {
			if t.Failed() {
				t.Logf("the other child got the sizes %q", heard[max(len(heard)-80, 0):])
			}
		}()
		eventually(t, "the other child to hear of "+size, func() bool {
			all, err := os.ReadFile(filepath.Join(s.Dir(), "sizes"))
			heard = "\n" + string(all)
			return err == nil && strings.HasSuffix(heard, "\n"+size+"\n")
		})
		return heard[1:]
	}
	s.Resize(30, 100) // a burst that ends with its first size may go unnoticed
	s.WaitFor("a size in between", func(sc drive.Screen) bool { return divider(sc, 3) == 50 })
	hears("27 49")
	s.Resize(24, 80)
	s.prompt("after it all", func(sc drive.Screen) bool { return sc.Contains("kept 3000 of") && divider(sc, 3) == 40 })
	s.run("clear -x; stty size", "21 40")
	heard := hears("21 39")
	s.Prefix("right") // waits for an answer of its host
	s.Type("round")
	s.WaitText("round")
	s.Prefix("left")
	if now, _ := os.ReadFile(filepath.Join(s.Dir(), "sizes")); strings.Count(string(now), "\n")-strings.Count(heard, "\n") > 1 {
		t.Errorf("the child still gets sizes:\n%s", now[len(heard):])
	}
	if n := strings.Count(heard, "\n"); n > 302 {
		t.Errorf("the child got %d of 302 sizes", n)
	}
	for size := range strings.Lines(heard) {
		var rows, cols int
		if _, err := fmt.Sscan(size, &rows, &cols); err != nil || rows < 1 || cols < 1 {
			t.Errorf("the child got the size %q", size)
		}
	}
	s.historyIsComplete(id)
}

// historyIsComplete fails the test unless the session's history has all three thousand lines, complete and
// once.
func (s *story) historyIsComplete(id string) {
	s.t.Helper()
	n := 0
	for line := range strings.Lines(s.dormer("capture", "--scrollback", id)) {
		if !strings.HasPrefix(line, "kept ") {
			continue
		}
		n++
		if want := fmt.Sprintf("kept %d of three thousand lines\n", n); line != want {
			s.t.Fatalf("line %d of the history is %q, want %q", n, line, want)
		}
	}
	if n != 3000 {
		s.t.Errorf("the history has %d lines, want 3000", n)
	}
}

// With as many panes as fit, a screen without room, and back, the layout is unchanged. It is also
// unchanged after everything was closed and reopened.
func TestF28PanesWithoutRoom(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Rows: 40, Cols: 120, Reader: drive.Own})
	for _, key := range []string{"%", "%", "space", "%", "%", "space", `"`, `"`, "space", `"`} { // each fits
		before := outline(s.Screen())
		s.Prefix(key)
		s.WaitFor("another layout", func(sc drive.Screen) bool { return outline(sc) != before })
	}
	s.Prefix("]") // replaces a notice that an arrangement had no room
	s.WaitText("nothing was copied yet")
	for refused := false; !refused; {
		was := outline(s.Screen())
		s.Prefix("%")
		sc := s.WaitFor("a split or a refusal", func(sc drive.Screen) bool {
			return outline(sc) != was || strings.Contains(status(sc), "no room")
		})
		refused = strings.Contains(status(sc), "no room")
	}
	s.Prefix(",")
	s.Type("full\n")
	d := s.WaitDocument("all panes", func(d drive.Document) bool { return d.ActiveTab().Name == "full" })
	panes := len(d.ActiveTab().Layout.Leaves())
	t.Logf("there is room for %d panes", panes)
	before := s.waitProcesses(panes)
	layout := outline(s.Screen())
	for _, size := range [][2]int{{1, 1}, {40, 120}, {1, 120}, {40, 1}, {2, 2}, {40, 120}} {
		s.Resize(size[0], size[1])
		s.Prefix("%") // no room
		s.Prefix("o")
		s.Prefix("O")
	}
	s.WaitFor("the layout as it was", func(sc drive.Screen) bool { return outline(sc) == layout })
	s.sameProcesses("after a screen without room", before)
	for n := len(before); n > 0; n-- {
		if n%2 == 0 {
			s.Resize(1, 1) // closing needs no space
		}
		s.Prefix("x")
		s.Resize(40, 120)
	}
	s.WaitText("Nothing is open")
	for range min(len(before), 10) { // as many as can be undone
		s.Prefix("u")
	}
	s.waitProcesses(min(len(before), 10))
	s.run("clear; echo back $((40+2))", "back 42")
}
