package host

import (
	"os"
	"testing"
)

func TestFramesAskForTheDirectory(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const before = "/before"
	for _, c := range []struct {
		name, shown, printed, want string
	}{
		{"not for the echo of a key", "$ ", "x", before},
		{"after a line", "$ ", "x\r\n", here},
		{"at a mark of the shell", "", "\x1b]133;A\x07$ ", here},
		{"when a program takes the alternate screen", "$ ", "\x1b[?1049h", here},
		{"not after a line there", "\x1b[?1049h", "a line\r\n", before},
		{"when a program leaves it", "\x1b[?1049h", "\x1b[?1049l", here},
		{"at once, where the child says it", "$ ", "\x1b]7;file:///said\x07", "/said"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStill(t)
			s.run.cwd = newCwd(os.Getpid())
			s.print(c.shown)
			s.dir, s.turned = before, false
			s.print(c.printed)
			if got, _ := s.surroundings(s.start); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A frame that did not ask is followed by a look, and by a frame where that finds
// something.
func TestWhatAFrameDidNotAskIsLookedAt(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := newStill(t)
	s.print("$ ")
	s.at(0)
	s.ack()
	s.poked()
	s.run.cwd = newCwd(os.Getpid())
	s.print("x")
	s.at(interval)
	s.ack()
	s.poked()
	if got := s.replica.Dir(); got != "" {
		t.Errorf("the echo of a key came with the directory %q", got)
	}
	s.look()
	if !s.poked() {
		t.Error("a directory was found, and no frame follows")
	}
	if s.at(2 * interval); s.replica.Dir() != here {
		t.Errorf("got %q, want %q", s.replica.Dir(), here)
	}
	s.look()
	if s.poked() {
		t.Error("nothing was found, and a frame follows")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.surroundings(s.start.Add(3 * interval)); s.front.due.IsZero() {
		t.Error("nobody will look")
	}
	s.front.timer.Stop()
}
