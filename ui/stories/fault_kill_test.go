//go:build linux

package stories

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

// randomDelay waits for a random time. It waits for nothing in particular: these stories are about
// events at a random moment.
func randomDelay(r *rand.Rand, most time.Duration) {
	<-time.After(time.Duration(r.Int64N(int64(most))))
}

// restart restarts the program after its end and waits until every shown ticker has advanced.
func (f *fleet) restart(when string) time.Duration {
	f.t.Helper()
	at := map[string]int{}
	for _, name := range f.names {
		at[name] = f.logged(name)
	}
	shown := f.Document().ActiveTab().Layout.Leaves()
	began := time.Now()
	f.story = f.relaunch()
	f.WaitFor("the tickers to go on "+when, func(sc drive.Screen) bool {
		return len(shown) > 0 && !slices.ContainsFunc(shown, func(id string) bool { return !shows(sc, f.names[id], at[f.names[id]]) })
	})
	return time.Since(began)
}

// reopen reopens what the document has as closed.
func (f *fleet) reopen() {
	f.t.Helper()
	for _, e := range slices.Backward(f.Document().Undo) {
		f.Prefix("u")
		f.WaitFor("the closed sessions", func(sc drive.Screen) bool {
			return !slices.ContainsFunc(e.Sessions, func(id string) bool { return !shows(sc, f.names[id], 1) })
		})
	}
}

// S3-47.
func TestF1KillingTheProgramAtRandomMoments(t *testing.T) {
	t.Parallel()
	f := tickers(t, "%", `"`, "c", "%", `"`, "c", "%")
	ids := slices.Sorted(maps.Keys(f.names))
	r := rand.New(rand.NewPCG(3, 1))
	var took []time.Duration
	within, last := 0, time.Time{}
	for round, kind := range r.Perm(30) {
		when := fmt.Sprintf("after kill %d (of kind %d)", round, kind%3)
		saved := f.Saves()
		switch kind % 3 {
		case 0: // at a random moment while focus and tabs change, which is saved too
			for range r.IntN(4) {
				f.Prefix([]string{"n", "p", "o", "space"}[r.IntN(4)])
			}
			randomDelay(r, 700*time.Millisecond)
		case 1: // during a save, which begins with a temporary file
			f.Prefix([]string{"space", "}", "n"}[r.IntN(3)])
			saved()
		case 2: // during a close
			f.Prefix([]string{"x", "&"}[r.IntN(2)])
			randomDelay(r, 20*time.Millisecond)
		}
		f.Kill()
		if at := f.unfinishedSave(); at.After(last) {
			within, last = within+1, at
		}
		took = append(took, f.restart(when))
		f.survived(when)
		f.checkNoGaps(ids[round%len(ids)])
		f.reopen()
		if t.Failed() {
			t.Fatalf("%s\n%s", when, f.Screen().Boxed())
		}
	}
	for _, id := range ids {
		f.checkNoGaps(id)
	}
	slices.Sort(took)
	t.Logf("start to a complete screen of live sessions: median %v, longest %v; %d kills within a write", took[len(took)/2], took[len(took)-1], within)
}

// unfinishedSave returns when an unfinished write of the document began, or the zero time.
func (s *story) unfinishedSave() time.Time {
	left, _ := filepath.Glob(drive.DocumentPath(s.Home(), "default") + ".tmp*") // the pattern is valid
	for _, path := range left {
		if st, err := os.Stat(path); err == nil {
			return st.ModTime()
		}
	}
	return time.Time{}
}

// After a kill the document on disk has a layout that was on the screen a short time ago, also
// during continuous changes.
func TestF2KillingTheProgramWhileItSaves(t *testing.T) {
	t.Parallel()
	const (
		fresh = persistDelay + time.Second // age of what is on disk
		slack = 2 * time.Second            // allowance for a busy machine
	)
	f := tickers(t, "%", `"`)
	r := rand.New(rand.NewPCG(3, 2))
	n := 0
	for round, ms := range []int{100, 300, 450, 520, 700, 1000, 4500} {
		burst := time.Duration(ms) * time.Millisecond
		when := fmt.Sprintf("after kill %d", round)
		seen := map[string]time.Time{} // when each name was seen to replace the previous one
		var names []string
		for began := time.Now(); time.Since(began) < burst; {
			n++
			name := fmt.Sprintf("m%d", n)
			f.Prefix([]string{"space", "}", "H", "L"}[r.IntN(4)])
			f.Prefix(",")
			f.WaitText("Name of this tab")
			f.Press("ctrl+u")
			f.Type(name + "\n")
			f.WaitFor("the name "+name, func(sc drive.Screen) bool { return activeTab(sc) == "1 "+name })
			seen[name], names = time.Now(), append(names, name)
			randomDelay(r, 100*time.Millisecond)
		}
		f.Kill()
		killed := time.Now()
		f.inTheDocument(when)
		name := f.Document().ActiveTab().Name
		if i := slices.Index(names, name); i >= 0 && i+1 < len(names) {
			if age := killed.Sub(seen[names[i+1]]); age > fresh+slack {
				t.Errorf("%s: the document is %v old, with a delay of %v", when, age, persistDelay)
			}
		} else if i < 0 && burst > fresh+slack {
			t.Errorf("%s: the document has %q, which is older than all of %v", when, name, names)
		}
		f.restart(when)
		f.survived(when)
		if got := activeTab(f.Screen()); name != "" && got != "1 "+name {
			t.Errorf("%s: the tab is %q, the document has %q", when, got, name)
		}
	}
}

// persistDelay is how long a change in a burst of changes waits to be saved, as the README
// promises.
const persistDelay = 500 * time.Millisecond

// If the program is killed while a session starts, the session comes back in its place, because it
// was recorded first. If the disk was too slow for that, the next program offers it.
//
// S3-22.
func TestF3KillingTheProgramWhileASessionStarts(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.WaitDocument("the first session", func(d drive.Document) bool { return len(d.Sessions) == 1 })
	r := rand.New(rand.NewPCG(3, 3))
	for round := range 10 {
		when := fmt.Sprintf("after kill %d", round)
		before := s.waitComplete()
		s.Prefix([]string{"c", "%"}[r.IntN(2)])
		randomDelay(r, 60*time.Millisecond)
		s.Kill()
		s = s.relaunch()
		s.prompt(when, anywhere)
		now := s.waitComplete()
		for id, was := range before {
			if now[id] != was {
				t.Errorf("%s: session %s has the processes %+v, had %+v", when, id, now[id], was)
			}
		}
		s.listed(when, now)
		if t.Failed() {
			t.Fatalf("%s\n%s", when, s.Screen().Boxed())
		}
	}
	s.leave()
	s = s.relaunch()
	all := s.waitComplete()
	strays := len(all) - len(s.Document().Sessions)
	if strays > 0 {
		s.WaitText("recovered: ")
		s.Prefix("R")
	}
	if strays > 3 { // out of ten; it would be all of them if the document were written later
		t.Errorf("of %d sessions %d had to be recovered", len(all), strays)
	}
	s.WaitDocument("every session that runs", func(d drive.Document) bool {
		for id := range all {
			if d.Session(id).ID != id {
				return false
			}
		}
		return len(d.Sessions) == len(all)
	})
}

// waitComplete returns the processes of all sessions once none is half started: a host that was being
// started when its program was killed finishes starting.
func (s *story) waitComplete() map[string]lineage {
	s.t.Helper()
	return s.waitCompleteBut(func(string) bool { return false })
}

// waitCompleteBut is like complete, but a session that has ended may have a host without a child.
func (s *story) waitCompleteBut(ended func(id string) bool) map[string]lineage {
	s.t.Helper()
	var now map[string]lineage
	defer func() {
		if s.t.Failed() {
			s.logIncomplete(now)
		}
	}()
	eventually(s.t, "each session to have its process", func() bool {
		now = s.lineages()
		for id, l := range now {
			if l.host.pid == 0 || l.child.pid == 0 && !ended(id) {
				return false
			}
		}
		return true
	})
	return now
}

// logIncomplete logs the processes and files of half started sessions.
func (s *story) logIncomplete(now map[string]lineage) {
	for id, l := range now {
		if l.host.pid != 0 && l.child.pid != 0 {
			continue
		}
		s.t.Logf("session %s has the processes %+v", id, l)
		for _, name := range []string{"host.lock", "host.log", "state.json", "exit_status"} {
			text, err := os.ReadFile(filepath.Join(s.Home(), "state", "sessions", id, name))
			s.t.Logf("%s: %s %v", name, text, err)
		}
	}
}

// listed fails the test unless dormer ps lists each session exactly once.
func (s *story) listed(when string, now map[string]lineage) {
	s.t.Helper()
	listing := s.dormer("ps", "--all", "--json")
	for id := range now {
		if n := strings.Count(listing, `"id": "`+id+`"`); n != 1 {
			s.t.Errorf("%s: session %s is listed %d times\n%s", when, id, n, listing)
		}
	}
}
