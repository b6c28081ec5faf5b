//go:build linux

package stories

import (
	"testing"

	"dormer/ui/drive"
)

func TestANewUserIsGreetedOnce(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{FirstRun: true})
	s.WaitText("Welcome to dormer", "Esc closes this page")
	s.prompt("under the page", anywhere)
	// What is typed in the first moments leaves it to be read, and reaches the shell.
	s.run("sleep 2; echo typed $((40+2))", "typed 42", "Welcome to dormer")
	s.run("echo and $((41+2))", "and 43")
	s.WaitGone("Welcome to dormer")
	s.leave()
	again := s.relaunch()
	sc := again.WaitText("typed 42")
	if sc.Contains("Welcome") {
		t.Errorf("greeted again:\n%s", sc.Boxed())
	}
}
