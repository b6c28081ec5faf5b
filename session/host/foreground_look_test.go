package host

import (
	"os"
	"testing"
	"time"
)

// The output determines how soon after a frame the foreground is checked.
func TestFramesTriggerForegroundChecks(t *testing.T) {
	for _, c := range []struct {
		name, shown, printed string
		want                 time.Duration
	}{
		{"later for the echo of a key", "$ ", "x", lookDelay},
		{"at once after a line", "$ ", "x\r\n", 0},
		{"at once at a mark of the shell", "", "\x1b]133;A\x07$ ", 0},
		{"at once when a program takes the alternate screen", "$ ", "\x1b[?1049h", 0},
		{"later for a line on it", "\x1b[?1049h", "a line\r\n", lookDelay},
		{"at once when a program leaves it", "\x1b[?1049h", "\x1b[?1049l", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStill(t)
			s.print(c.shown)
			s.checkForegroundNext = false
			s.print(c.printed)
			s.mu.Lock() // the timer needs this lock
			defer s.mu.Unlock()
			now := time.Now()
			s.foreground.compared, s.foreground.due = now, now.Add(time.Hour)
			s.checkForegroundAfterFrame(now)
			defer s.foreground.timer.Stop()
			if got := s.foreground.due.Sub(now); got != c.want {
				t.Errorf("checked after %v, want %v", got, c.want)
			}
		})
	}
}

// The next frame contains a reported directory.
func TestReportedDirectory(t *testing.T) {
	s := newStill(t)
	s.print("\x1b]7;file:///said\x07$ ")
	if s.at(0); s.replica.Dir() != "/said" {
		t.Errorf("got %q", s.replica.Dir())
	}
}

// Of frames that follow each other closely, only some compare the foreground group, and checks keep a
// minimum distance.
func TestForegroundChecksKeepADistance(t *testing.T) {
	s := newStill(t)
	for _, c := range []struct {
		after time.Duration
		asks  bool
	}{{0, true}, {lookInterval / 5, false}, {lookInterval / 2, false}, {lookInterval, true}, {lookInterval + lookInterval/2, false}, {time.Second, true}} {
		at := s.start.Add(c.after)
		s.checkForegroundAfterFrame(at)
		if got := s.foreground.compared.Equal(at); got != c.asks {
			t.Errorf("a frame after %v compares: %v, want %v", c.after, got, c.asks)
		}
	}
	now := time.Now()
	s.checkForegroundNext, s.foreground.looked, s.foreground.due = true, now, now.Add(time.Hour)
	s.checkForegroundAfterFrame(now.Add(lookInterval / 5))
	defer s.foreground.timer.Stop()
	if got := s.foreground.due.Sub(now); got != lookInterval {
		t.Errorf("next check %v after the last, want %v", got, lookInterval)
	}
	if s.checkForegroundNext {
		t.Error("a second check is due")
	}
}

// If a check finds a change, a frame follows.
func TestAForegroundChangeWakesViewers(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := newStill(t)
	s.print("$ ")
	s.at(0)
	s.ack()
	s.woken()
	s.run.pid = os.Getpid()
	s.foregroundTimerFired()
	if !s.woken() {
		t.Error("no frame although the directory has changed")
	}
	if s.at(2 * interval); s.replica.Dir() != here {
		t.Errorf("got %q, want %q", s.replica.Dir(), here)
	}
	s.foregroundTimerFired()
	if s.woken() {
		t.Error("a frame although nothing has changed")
	}
}

// A reported directory is valid until the foreground process changes its directory.
func TestReportedDirectoryAndForeground(t *testing.T) {
	s := newStill(t)
	for _, c := range []struct{ name, reported, seen, want string }{
		{"before a report", "", "/home", "/home"},
		{"a report", "/link", "/home", "/link"},
		{"the same place", "/link", "/home", "/link"},
		{"elsewhere", "/link", "/tmp", "/tmp"},
		{"unreadable", "/link", "", "/tmp"},
		{"back", "/link", "/home", "/link"},
		{"another report", "/other", "/home", "/other"},
		{"a withdrawn report", "", "/home", "/home"},
	} {
		if s.applyForeground(foregroundInfo{dir: c.seen}, c.reported); s.dir != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s.dir, c.want)
		}
	}
	for _, c := range []struct {
		name string
		foregroundInfo
		want string
	}{
		{"a child of the shell before its exec", foregroundInfo{group: 7, program: "bash", forked: true}, ""},
		{"after its exec", foregroundInfo{group: 7, program: "vim"}, "vim"},
		{"an unreadable name", foregroundInfo{group: 7}, "vim"},
		{"a bash in a bash", foregroundInfo{group: 8, program: "bash", forked: true}, "vim"},
		{"the same bash later", foregroundInfo{group: 8, program: "bash"}, "bash"},
		{"the shell is back", foregroundInfo{group: 6}, ""},
	} {
		if s.applyForeground(c.foregroundInfo, ""); s.foreground.program != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s.foreground.program, c.want)
		}
	}
}
