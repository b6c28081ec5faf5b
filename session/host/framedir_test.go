package host

import (
	"os"
	"testing"
	"time"
)

func TestFramesAskForTheDirectory(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const before = "/before"
	for _, c := range []struct {
		name, printed string
		after         time.Duration
		want          string
	}{
		{"at once, at a prompt", "$ ", 1, here},
		{"not at once, on the alternate screen", "\x1b[?1049h", 1, before},
		{"after a while, on the alternate screen", "\x1b[?1049h", dirTime, here},
		{"at once, where the child says it", "\x1b[?1049h\x1b]7;file:///said\x07", 1, "/said"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStill(t)
			s.run.cwd = newCwd(os.Getpid())
			s.print(c.printed)
			s.dir, s.dirAsked = before, s.start
			if got := s.frameDir(s.start.Add(c.after)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
