//go:build linux

package stories

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// clockVariable names the file with the number of seconds by which the clock of a [settableDormer]
// is ahead of the machine's.
const clockVariable = "DORMER_STORY_CLOCK"

// settable replaces the part of package time that reads the clock. The clock can then be set as an
// administrator or a time server sets a machine's; timers and elapsed times do not follow it.
const settable = `package time

import (
	"syscall"
	"unsafe"
)

// seconds is in a file that others write. The runtime reads it also for a timer that is due, on a
// stack without room for calls.
var seconds *int64

func init() {
	file, ok := syscall.Getenv("` + clockVariable + `")
	if !ok {
		return
	}
	fd, err := syscall.Open(file, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		panic("open " + file)
	}
	page, err := syscall.Mmap(fd, 0, 8, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		panic("map " + file)
	}
	syscall.Close(fd)
	seconds = (*int64)(unsafe.Pointer(&page[0]))
}

func ahead() int64 {
	if seconds == nil {
		return 0
	}
	return *seconds
}
`

// settableDormer builds the current dormer with a clock that can be set, in its hosts too, since
// the machine's clock must not be changed. It takes a minute, because everything is compiled anew.
func settableDormer(t *testing.T) string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Skip("the source of the standard library is not installed:", err)
	}
	const reads = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	if !strings.Contains(string(text), reads) {
		t.Skip("this version of Go reads the clock in another way")
	}
	return dormerWith(t, map[string]string{
		source: strings.Replace(string(text), reads, reads+"\tsec += ahead()\n", 1),
		filepath.Join(filepath.Dir(source), "ahead.go"): settable,
	})
}

// The clock is set a day ahead, a day back, and to 1970, while the program and its sessions run,
// and between two programs. No session ends, changes are saved, nothing wakes up again and again,
// and earlier closed sessions can be reopened, because their deadlines do not depend on the clock.
func TestF38ClockIsSet(t *testing.T) {
	if os.Getenv("DORMER_LONG") == "" {
		t.Skip("building a dormer with a clock that can be set takes a minute: set DORMER_LONG to run this")
	}
	t.Parallel()
	program := settableDormer(t)
	clock, err := os.Create(filepath.Join(t.TempDir(), "clock"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = clock.Close() }()
	set := func(d time.Duration) {
		t.Helper()
		if _, err := clock.WriteAt(binary.NativeEndian.AppendUint64(nil, uint64(d/time.Second)), 0); err != nil {
			t.Fatal(err)
		}
	}
	set(0)
	s := open(t, drive.Options{Cols: 160, Command: []string{program}, Env: []string{clockVariable + "=" + clock.Name()}})
	s.name("first")
	s.Prefix("%")
	s.prompt("beside it", func(sc drive.Screen) bool { return divider(sc, 5) > 0 })
	before := s.waitComplete()
	same := func(when string) {
		t.Helper()
		now := s.waitComplete()
		for id, was := range before {
			if now[id] != was {
				t.Errorf("%s: session %s has the processes %+v, had %+v", when, id, now[id], was)
			}
		}
	}
	closePane := func() {
		t.Helper()
		s.Prefix("x")
		s.WaitFor("the pane to go", func(sc drive.Screen) bool { return divider(sc, 5) < 0 })
	}
	undoes := func() {
		t.Helper()
		s.Press("ctrl+shift+t")
		s.WaitFor("the closed tab to be reopened", func(sc drive.Screen) bool { return divider(sc, 5) > 0 })
	}
	for _, c := range []struct {
		name  string
		ahead time.Duration
	}{
		{"a day on", 24 * time.Hour},
		{"a day back", -24 * time.Hour},
		{"to 1970", time.Until(time.Unix(1000, 0))},
		{"back to now", 0},
	} {
		closePane()
		set(c.ahead)
		s.run("clear; echo still $((40+2))", "still 42")
		s.Prefix("c")
		s.prompt("of a new tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
		s.WaitDocument("the new tab, "+c.name, func(d drive.Document) bool { return len(d.Tabs()) == 2 })
		s.checkIdle(c.name)
		same(c.name)
		s.Prefix("X")
		s.Press("y")
		s.WaitDocument("one tab less, "+c.name, func(d drive.Document) bool { return len(d.Tabs()) == 1 })
		undoes()
		s.leave()
		s = s.relaunch()
		s.WaitFor("both panes, "+c.name, func(sc drive.Screen) bool { return divider(sc, 5) > 0 })
		same("a new program, " + c.name)
	}
	closePane()
	s.WaitDocument("the closed tab", func(d drive.Document) bool { return len(d.Undo) == 1 })
	s.Kill()
	set(24 * time.Hour)
	s = s.relaunch()
	s.prompt("a day later", anywhere)
	undoes()
	same("brought back by another program, a day later")
}

// checkIdle fails the test if the program or a host uses the processor while nothing happens.
func (s *story) checkIdle(when string) {
	s.t.Helper()
	pids := append(drive.Hosts(s.Home()), s.PID())
	spent := make([]time.Duration, len(pids))
	for i, pid := range pids {
		spent[i] = cpu(s.t, pid)
	}
	<-time.After(2 * time.Second) // the test is that nothing happens
	for i, pid := range pids {
		if spent := cpu(s.t, pid) - spent[i]; spent > time.Second/5 {
			s.t.Errorf("%s: %s spent %v of a CPU in 2 s", when, drive.CommandLine(pid), spent)
		}
	}
}

// All processes are stopped for a while, as when the machine sleeps. Afterwards everything
// continues, pending changes are saved, and no expired timeout costs a session anything.
func TestF38MachineSleeps(t *testing.T) {
	t.Parallel()
	f := tickers(t, "%", "c")
	f.Prefix("1")
	f.WaitFor("the first tab", func(sc drive.Screen) bool { return divider(sc, 5) > 0 })
	f.Prefix(",")
	f.WaitText("Name of this tab")
	f.Press("ctrl+u")
	f.Type("asleep\n") // saved half a second later
	f.WaitFor("the name", func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), "asleep") })
	hosts := drive.Hosts(f.Home())
	f.Signal(unix.SIGSTOP)
	for _, pid := range hosts {
		stop(t, pid)
	}
	asleep := 3 * time.Second
	if os.Getenv("DORMER_LONG") != "" {
		asleep = time.Minute
	}
	<-time.After(asleep)
	for _, pid := range hosts {
		signal(t, pid, unix.SIGCONT)
	}
	f.Signal(unix.SIGCONT)
	f.WaitDocument("the new name", func(d drive.Document) bool { return d.ActiveTab().Name == "asleep" })
	at := number(f.Screen(), "qa ")
	f.WaitFor("the ticker to go on", func(sc drive.Screen) bool { return number(sc, "qa ") > at+3 })
	f.WaitFor("no mark of trouble", func(sc drive.Screen) bool { return !sc.Contains("does not answer") })
	for id, born := range f.born {
		if now := f.lineages()[id]; now != born {
			t.Errorf("%s has the processes %+v, started with %+v", f.names[id], now, born)
		}
		f.checkNoGaps(id)
	}
}
