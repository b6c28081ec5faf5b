//go:build linux

package stories

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

// ticker is a shell function that prints its name and a number two hundred times a second, and
// appends each number to its own log.
const ticker = `ticker() { n=0; exec 9<> <(:); echo $DORMER_SESSION_ID >"$1.id"
while :; do echo "$1 $((++n))"; echo $n >&8; read -t 0.005 -u 9; done 8>>"$1.log"; }`

// fleet is a workspace in which every session runs a ticker. It knows what must not change,
// whatever happens to the program.
type fleet struct {
	*story
	names map[string]string // of the tickers, by session id
	born  map[string]lineage
}

// lineage is the processes of a session. A process is identified by its id and its start time,
// since ids are reused.
type lineage struct{ host, child process }

type process struct{ pid, started int }

// tickers opens a workspace with len(keys)+1 tickers. Each key of the prefix opens a tab or
// splits a pane for the next.
func tickers(t *testing.T, keys ...string) *fleet {
	t.Helper()
	f := &fleet{names: map[string]string{}, story: open(t, drive.Options{Rows: 30, Cols: 120, Bashrc: ticker})}
	for i, key := range append([]string{""}, keys...) {
		name := "q" + string(rune('a'+i))
		if key != "" {
			f.Prefix(key)
			f.prompt("for "+name, anywhere)
		}
		f.run("clear; ticker "+name, name+" 3")
		id, err := os.ReadFile(filepath.Join(f.Dir(), name+".id"))
		if err != nil {
			t.Fatal(err)
		}
		f.names[strings.TrimSpace(string(id))] = name
	}
	f.WaitDocument("all sessions", func(d drive.Document) bool { return len(d.Sessions) == len(f.names) })
	f.born = f.lineages()
	if len(f.born) != len(f.names) {
		t.Fatalf("%d sessions of %d have their processes: %v", len(f.born), len(f.names), f.born)
	}
	return f
}

// lineages returns the processes of all sessions of a home, by session id.
func (s *story) lineages() map[string]lineage {
	s.t.Helper()
	found := map[string]lineage{}
	for _, pid := range drive.Hosts(s.Home()) {
		log, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/2", pid))
		if err != nil {
			continue // it has just ended
		}
		id, other := filepath.Base(filepath.Dir(log)), 0
		if other = found[id].host.pid; other != 0 && parent(pid) == other {
			continue // the child has not executed its program yet
		}
		if other != 0 && parent(other) != pid && drive.Alive(other) && drive.Alive(pid) {
			s.t.Errorf("session %s has another host, %d beside %d", id, pid, other)
		}
		found[id] = lineage{host: identify(pid)}
	}
	for id, pid := range s.Children() {
		l := found[id]
		l.child = identify(pid)
		found[id] = l
	}
	return found
}

// parent returns the parent's id of a process, or 0 if the process is gone: proc_pid_stat(5),
// ppid.
func parent(pid int) int {
	fields := statOf(pid)
	if len(fields) < 2 {
		return 0
	}
	ppid, _ := strconv.Atoi(fields[1])
	return ppid
}

// statOf returns the fields of proc_pid_stat(5) after the name, starting with the state, or nil
// if the process is gone.
func statOf(pid int) []string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}

// identify returns a process id with the start time of the process: proc_pid_stat(5),
// starttime.
func identify(pid int) process {
	fields := statOf(pid)
	if len(fields) < 20 {
		return process{pid: pid}
	}
	started, _ := strconv.Atoi(fields[19])
	return process{pid, started}
}

// survived fails the test unless every session still has its first processes and is in the
// document exactly once.
func (f *fleet) survived(when string) {
	f.t.Helper()
	now := f.lineages()
	for id, born := range f.born {
		if now[id] != born {
			f.t.Errorf("%s: %s has the processes %+v, started with %+v", when, f.names[id], now[id], born)
		}
	}
	if len(now) != len(f.born) {
		f.t.Errorf("%s: there are %d sessions, want %d: %+v", when, len(now), len(f.born), now)
	}
	f.inTheDocument(when)
}

// inTheDocument fails the test unless the document on disk has one record and one place, in a
// layout or on the undo stack, for each session.
func (f *fleet) inTheDocument(when string) {
	f.t.Helper()
	d := f.Document() // fails if it cannot be decoded
	records, places := map[string]int{}, map[string]int{}
	for _, r := range d.Sessions {
		records[r.ID]++
	}
	for _, v := range d.Views {
		for i := range v.Tabs {
			for _, id := range v.Tabs[i].Layout.Leaves() {
				places[id]++
			}
		}
	}
	for _, e := range d.Undo {
		for _, id := range e.Sessions {
			places[id]++
		}
	}
	for id, name := range f.names {
		if records[id] != 1 || places[id] != 1 {
			f.t.Errorf("%s: %s has %d records and %d places in the document", when, name, records[id], places[id])
		}
	}
	if len(records) != len(f.names) || len(places) != len(f.names) {
		f.t.Errorf("%s: the document has %d sessions in %d places, want %d", when, len(records), len(places), len(f.names))
	}
}

// logged returns the last number in a ticker's own log.
func (f *fleet) logged(name string) int {
	f.t.Helper()
	log, err := os.ReadFile(filepath.Join(f.Dir(), name+".log"))
	if err != nil {
		f.t.Fatal(err)
	}
	whole := log[:bytes.LastIndexByte(log, '\n')+1]
	lines := bytes.Fields(whole[max(0, len(whole)-64):])
	if len(lines) == 0 {
		return 0
	}
	n, err := strconv.Atoi(string(lines[len(lines)-1]))
	if err != nil {
		f.t.Fatal(err)
	}
	return n
}

// shows reports whether the screen shows a ticker at or after a number.
func shows(s drive.Screen, name string, at int) bool { return number(s, name+" ") >= at }

// checkNoGaps fails the test unless the session's history and screen hold every number up to the last
// one that the ticker logged.
func (f *fleet) checkNoGaps(id string) {
	f.t.Helper()
	name := f.names[id]
	want := f.logged(name)
	deadline := time.Now().Add(drive.Patience)
	for {
		last := f.consecutive(id)
		if last >= want || f.t.Failed() {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("%s has logged %d, and its screen is at %d", name, want, last)
		}
	}
}

// consecutive returns the last number of a ticker in a capture. It fails the test if a number
// does not follow the one before it.
func (f *fleet) consecutive(id string) int {
	f.t.Helper()
	last := 0
	for line := range strings.Lines(f.dormer("capture", "--scrollback", id)) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), f.names[id]+" ")
		n, err := strconv.Atoi(rest)
		if !ok || err != nil {
			continue
		}
		if n != last+1 {
			f.t.Errorf("%s shows %d after %d", f.names[id], n, last)
		}
		last = n
	}
	return last
}

// dormer runs a command of dormer's command line in the workspace's home and returns its
// output.
func (s *story) dormer(args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), drive.Build(s.t), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(s.Home(), "user"), "DORMER_HOME=" + s.Home()}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("dormer %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// eventually waits until is returns true. It polls, for conditions that no event reports.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	drive.Eventually(t, what, is)
}
