//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

func TestWelcomePageIsShownOnce(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{FirstRun: true})
	s.WaitText("Welcome to dormer", "Ctrl-Shift-T", "Mouse", "Esc closes this page")
	s.Press("esc")
	s.WaitGone("Welcome to dormer")
	s.prompt("without the page", anywhere)
	s.run("echo typed $((40+2))", "typed 42")
	s.leave()
	again := s.relaunch()
	sc := again.WaitText("typed 42")
	if sc.Contains("Welcome") {
		t.Errorf("the welcome page is shown again:\n%s", sc.Boxed())
	}
}

// A user who types at once sees the output, not the welcome page.
func TestWelcomePageDoesNotCoverOutput(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{FirstRun: true})
	s.WaitText("Welcome to dormer")
	s.Type("clear; for i in 1 2 3 4 5 6 7 8 9; do echo line $((i+40)) of it; done\n")
	s.WaitGone("Welcome to dormer")
	s.WaitText("line 41 of it", "line 45 of it", "line 49 of it")
}

// The preset zellij shows zellij's keys on the welcome page.
func TestWelcomePageShowsKeysOfThePreset(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{FirstRun: true})
	s.configure("[keys]\npreset = \"zellij\"\n")
	sc := s.WaitText("Welcome to dormer", "Ctrl-t n", "Ctrl-p n, Ctrl-p d", "Ctrl-p x", "Ctrl-o d")
	if sc.Contains("Ctrl-b c") {
		t.Errorf("the page lists tmux's keys:\n%s", sc.Boxed())
	}
}
