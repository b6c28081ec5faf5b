//go:build linux

package drive

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Screen returns the current screen of the terminal.
func (p *Program) Screen() Screen {
	s, _ := p.look()
	return s
}

// look returns the screen and a channel that is closed when it may have changed.
func (p *Program) look() (Screen, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cached == nil {
		s := p.outer.screen()
		p.cached = &s
	}
	return *p.cached, p.changed
}

// WaitFor waits until cond holds for the screen and returns that screen. It checks after
// each output, and from time to time without one, since cond may look at processes and
// files too. After [Patience] the test fails with the screen.
func (p *Program) WaitFor(what string, cond func(Screen) bool) Screen {
	p.t.Helper()
	s, err := p.waitFor(cond)
	if err != nil {
		p.t.Fatalf("waited for %s: %v\n%s", what, err, s.Boxed())
	}
	return s
}

// WaitChildren waits until cond holds for the result of [Program.Children] and returns that
// result. It polls, since processes come and go without output.
func (p *Program) WaitChildren(what string, cond func(map[string]int) bool) map[string]int {
	p.t.Helper()
	var children map[string]int
	defer func() {
		if p.t.Failed() {
			p.t.Logf("there are the processes %v\n%s", children, p.Screen().Boxed())
		}
	}()
	Eventually(p.t, what, func() bool {
		children = p.Children()
		return cond(children)
	})
	return children
}

// lookAgain is the longest time between two polls of something that does not report
// changes.
const lookAgain = 50 * time.Millisecond

// Eventually waits until is returns true. It polls, for conditions that no event reports. After
// [Patience] it fails the test.
func Eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	pause := 2 * time.Millisecond
	for deadline := time.Now().Add(Patience); !is(); <-time.After(pause) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
		pause = min(2*pause, lookAgain)
	}
}

func (p *Program) waitFor(cond func(Screen) bool) (Screen, error) {
	timer, again := time.NewTimer(Patience), time.NewTicker(lookAgain)
	defer timer.Stop()
	defer again.Stop()
	exited := p.exited
	for {
		s, changed := p.look()
		if cond(s) {
			return s, nil
		}
		if exited == nil {
			return s, fmt.Errorf("the program ended with status %d", p.status)
		}
		select {
		case <-changed:
		case <-again.C:
		case <-exited:
			exited = nil // look once more: the last output may satisfy cond
		case <-timer.C:
			return s, fmt.Errorf("not seen within %v", Patience)
		}
	}
}

// WaitText waits until a row shows each of the texts.
func (p *Program) WaitText(texts ...string) Screen {
	p.t.Helper()
	return p.WaitFor("text "+strings.Join(quoted(texts), ", "), func(s Screen) bool {
		for _, text := range texts {
			if !s.Contains(text) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until no row shows text.
func (p *Program) WaitGone(text string) Screen {
	p.t.Helper()
	return p.WaitFor(fmt.Sprintf("%q to go", text), func(s Screen) bool { return !s.Contains(text) })
}

// WaitMatch waits until the screen's text matches pattern, in multi-line mode. It returns the
// groups of the match, the whole match first.
func (p *Program) WaitMatch(pattern string) []string {
	p.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	s := p.WaitFor(fmt.Sprintf("a match of %q", pattern), func(s Screen) bool { return s.Matches(re) })
	return re.FindStringSubmatch(s.Text())
}

// WaitExit waits until the program has ended and returns its exit status: 128 plus the signal's
// number if a signal ended it.
func (p *Program) WaitExit() int {
	p.t.Helper()
	select {
	case <-p.exited:
	case <-time.After(Patience):
		p.t.Fatalf("the program still runs after %v\n%s", Patience, p.Screen().Boxed())
	}
	return p.status
}

// Running reports whether the program's process is still running.
func (p *Program) Running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

func quoted(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = fmt.Sprintf("%q", text)
	}
	return out
}
