//go:build linux

package stories

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"dormer/ui/drive"
)

// A program that has started gives back what it has mapped of its file for that. Nearly
// all of it is mapped then; what it uses afterwards is a fraction.
func TestWhatOnlyStartingNeedsIsGivenBack(t *testing.T) {
	s := open(t, drive.Options{})
	eventually(t, "most of the program's file to be given back", func() bool {
		mapped, size := mappedOfFiles(t, s.PID())
		return mapped < size/3
	})
	s.responds("afterwards")
	s.leave()
}

// mappedOfFiles is how much of its files a process has mapped, and could map, in kB: smaps
// of proc(5), for the sums in status are not exact.
func mappedOfFiles(t *testing.T, pid int) (mapped, size int) {
	t.Helper()
	list, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps", pid))
	if err != nil {
		t.Skip("proc(5) does not tell what is mapped here")
	}
	file := false
	for line := range strings.Lines(string(list)) {
		f := strings.Fields(line)
		if len(f) > 1 && strings.Contains(f[0], "-") {
			file = strings.HasPrefix(f[len(f)-1], "/")
		}
		var kB int
		if !file || len(f) < 2 || !scan(f[1], &kB) {
			continue
		}
		switch f[0] {
		case "Rss:":
			mapped += kB
		case "Size:":
			size += kB
		}
	}
	return mapped, size
}
