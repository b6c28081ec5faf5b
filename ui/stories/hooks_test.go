//go:build linux

package stories

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// Events run the commands of the configuration with the event on their standard input. A failing
// command is reported.
func TestHooksRunWhenSomethingHappens(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[hooks]\nworkspace_opened = 'cat >>~/opened'\nsession_started = 'cat >>~/started'\n" +
		"session_failed = 'cat >>~/failed; echo no mail here >&2; exit 2'\nsession_waits = 'cat >>~/waits'\n")
	s.leave()
	s = s.relaunch()
	s.prompt("the first shell", anywhere)
	type event struct {
		Schema                 int
		Event, Workspace, Name string
		State                  string
		ExitCode               *int `json:"exit_code"`
	}
	ran := func(hook string, is func(event) bool) {
		t.Helper()
		eventually(t, "the hook "+hook, func() bool {
			data, _ := os.ReadFile(filepath.Join(s.Home(), "user", hook))
			for line := range strings.Lines(string(data)) {
				var e event
				if json.Unmarshal([]byte(line), &e) == nil && e.Schema == 1 && e.Workspace == "default" && is(e) {
					return true
				}
			}
			return false
		})
	}
	ran("opened", func(e event) bool { return e.Event == "workspace_opened" })
	// A program that has reported its start listens already; earlier bells are not reported.
	s.Type(drive.Build(t) + " do tab.new --name ring -- sh -c 'read x; printf \"\\a\"; read y'\n")
	ran("started", func(e event) bool { return e.Event == "started" && e.Name == "ring" })
	s.Press("enter")
	ran("waits", func(e event) bool { return e.Event == "bell" && e.Name == "ring" })
	s.Prefix("1")
	s.prompt("the first shell again", anywhere)
	s.Type(drive.Build(t) + " do tab.new --name build -- sh -c 'exit 3'\n")
	s.WaitText("hooks.session_failed failed: it exited with code 2: no mail here")
	ran("started", func(e event) bool { return e.Event == "started" })
	ran("failed", func(e event) bool { return e.Event == "ended" && *e.ExitCode == 3 })
}
