//go:build linux

package stories

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

var (
	monkeySeed  = flag.Uint64("monkey.seed", 1, "first seed of the monkey")
	monkeySeeds = flag.Uint64("monkey.seeds", 3, "how many seeds it plays")
)

// TestMonkey presses keys, clicks, drags, types, pastes and resizes at random. Afterwards dormer
// still answers, every process belongs to a session of the document, and a relaunch shows the same
// layout.
func TestMonkey(t *testing.T) {
	t.Parallel()
	for seed := *monkeySeed; seed < *monkeySeed+*monkeySeeds; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Reader: drive.Own, Terminal: drive.Kitty})
			s.play(rand.New(rand.NewPCG(seed, 0)), 250)
			s.settle()
			s.everyProcessHasARecord()
			s.leave()
			saved := s.Document()
			r := s.relaunch()
			r.WaitFor("a frame", func(sc drive.Screen) bool { return sc.Modes.AltScreen && strings.Contains(tabs(sc), " ") })
			r.settle()
			r.leave()
			again := r.Document()
			if n, m := len(saved.Tabs())+1, len(again.Tabs()); n != m {
				t.Errorf("%d tabs after the relaunch and one more, want %d", m, n)
			}
		})
	}
}

// TestMonkeyWithKills also kills the program again and again. Processes go on running and are
// listed once; at the end all of them are in the document or can be recovered. With DORMER_LONG it
// takes ten minutes, with several rounds of about thirty sessions.
func TestMonkeyWithKills(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*monkeySeed, 7))
	long := time.Duration(rounds(0, 10)) * time.Minute
	for life, began := 0, time.Now(); life == 0 || time.Since(began) < long && !t.Failed(); life++ {
		t.Run(fmt.Sprintf("life %d", life), func(t *testing.T) {
			s := open(t, drive.Options{Reader: drive.Own, Terminal: drive.Kitty})
			s.endAShell()
			for round := 0; round < 3 || time.Since(began) < long && len(s.lineages()) < 30; round++ {
				s = s.playAndKill(r, fmt.Sprintf("after kill %d", round))
			}
			s.Prefix("R")
			s.everyProcessHasARecord()
			s.leave()
		})
	}
}

// endAShell opens a tab with a shell that ends by SIGINT, as a shell does that gets ctrl+c before
// it is ready. The session stays, with a host and without a child.
func (s *story) endAShell() {
	s.t.Helper()
	s.prompt("of a shell that goes on", anywhere)
	s.Prefix("c")
	s.prompt("of a shell that ends", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.run("exec sh -c 'kill -INT $$'", "SIGINT")
}

// playAndKill makes random moves, kills the program and starts it again.
func (s *story) playAndKill(r *rand.Rand, when string) *story {
	s.t.Helper()
	s.play(r, 20+r.IntN(60))
	before := s.lineages()
	s.Kill()
	s.Resize(30, 100)
	s = s.relaunch()
	s.WaitFor("a frame", func(sc drive.Screen) bool { return sc.Modes.AltScreen && strings.Contains(tabs(sc), " ") })
	s.settle()
	now := s.waitCompleteBut(s.isOver())
	for id, was := range before {
		if !drive.Alive(was.child.pid) || identify(was.child.pid) != was.child {
			continue // the session has ended, or was about to
		}
		if is := now[id]; is.child != was.child {
			s.t.Errorf("%s: session %s has the process %+v, had %+v", when, id, is.child, was.child)
		}
	}
	s.listed(when, now)
	if s.t.Failed() {
		s.t.FailNow()
	}
	return s
}

// isOver returns a function that reports whether the program has ended a session, since typed text
// may end one. It asks the command line, once for each ended session.
func (s *story) isOver() func(id string) bool {
	known := map[string]bool{}
	return func(id string) bool {
		if known[id] {
			return true
		}
		var list struct {
			Sessions []struct{ ID, Runtime string }
		}
		if err := json.Unmarshal([]byte(s.dormer("ps", "--all", "--json")), &list); err != nil {
			s.t.Fatal(err)
		}
		for _, row := range list.Sessions {
			known[row.ID] = row.Runtime == "exited"
		}
		return known[id]
	}
}

// play makes n random moves.
func (s *story) play(r *rand.Rand, n int) {
	s.t.Helper()
	prefixed := strings.Fields(`c c % % " " & x T u u n p 1 2 3 , $ z { } ! space E H J K L ? [ o O m @ < > r left right up down V ) ( ctrl+v alt+1 alt+5 tab ; ctrl+b`)
	direct := strings.Fields("ctrl+shift+t ctrl+shift+left ctrl+shift+up enter enter esc esc q y n a 1 2 backspace tab f5 pgup ctrl+c")
	rows, cols := 24, 80
	for range n {
		x, y := r.IntN(cols), r.IntN(rows)
		switch r.IntN(12) {
		case 0, 1, 2, 3:
			s.Prefix(prefixed[r.IntN(len(prefixed))])
		case 4, 5:
			s.Press(direct[r.IntN(len(direct))])
		case 6:
			s.Type("echo 日本 hello; seq 30\n")
		case 7:
			s.Click(x, y)
		case 8:
			s.Drag(x, y, r.IntN(cols), r.IntN(rows))
		case 9:
			s.Wheel(x, y, r.IntN(7)-3)
		case 10:
			rows, cols = 1+r.IntN(40), 1+r.IntN(120)
			s.Resize(rows, cols)
		case 11:
			s.Paste("pasted\ntext")
		}
		if !s.Running() {
			return
		}
	}
}

// settle leaves dialogs and copy mode, opens a tab and waits until its shell answers.
func (s *story) settle() {
	s.t.Helper()
	s.Resize(30, 100)
	for range 6 {
		s.Press("esc")
	}
	s.Press("ctrl+b", "esc", "esc")
	s.Prefix("c")
	s.Type("clear; echo settled $((40+2))\n")
	s.WaitText("settled 42")
}

// everyProcessHasARecord fails the test for each process without a session in the saved document.
func (s *story) everyProcessHasARecord() {
	s.t.Helper()
	children := s.waitChildrenAreRecords()
	if len(children) == 0 {
		s.t.Error("no process is left")
	}
}

func (s *story) waitChildrenAreRecords() map[string]int {
	s.t.Helper()
	var children map[string]int
	s.WaitDocument("a record for every process", func(d drive.Document) bool {
		children = s.Children()
		for id := range children {
			if !slices.ContainsFunc(d.Sessions, func(r drive.Session) bool { return r.ID == id }) {
				return false
			}
		}
		return true
	})
	return children
}
