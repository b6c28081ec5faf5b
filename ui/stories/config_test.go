//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/drive"
)

// configure writes the configuration as an editor does: another file, renamed.
func (s *story) configure(text string) {
	s.t.Helper()
	path := filepath.Join(s.Home(), "config", "config.toml")
	if err := os.WriteFile(path+"~", []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		s.t.Fatal(err)
	}
}

func TestTheConfigurationIsFollowedAsItIsWritten(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\nprefix = \"ctrl+a\"\n[keys.bind]\n\"prefix g g\" = \"tab.new --name notes -- cat\"\n[status]\ntab = \"{number}={title}\"\n")
	s.WaitText("the configuration was read again", "1=")
	s.Press("ctrl+a", "g")
	s.WaitText("new tab: --name notes -- cat")
	s.Press("g")
	s.WaitFor("the bound program's tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2=notes") })
	s.Type("typed into cat\n")
	s.WaitText("typed into cat")

	s.configure("[keys]\nprefx = \"ctrl+x\"\n")
	s.WaitText(`config.toml:2:1: unknown key "prefx": did you mean "prefix"?`)
	s.Press("ctrl+a", "x")
	s.WaitText("closed `notes`: ", " brings it back")
	s.Press("ctrl+a", "u")
	s.WaitFor("the tab again", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2=notes") })
}

func TestAConfigurationWithAMistakeHoldsForTheRest(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\nprefix = \"ctrl+a\"\n")
	s.WaitText("the configuration was read again")
	s.Press("ctrl+a", "d")
	s.WaitExit()
	s.configure("[keys]\nprefix = \"ctrl+a\"\npreset = \"emacs\"\n")
	s = s.relaunch()
	s.WaitText("config.toml:3:1: keys.preset:")
	s.Press("ctrl+a", "?")
	s.WaitText("Ctrl-a c")
}

func TestZellijsModesAndAThemeOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\npreset = \"zellij\"\n[theme]\nborders = \"double\"\n")
	s.WaitText("the configuration was read again")
	s.Press("ctrl+p", "n")
	s.prompt("of the pane on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 60 && sc.Contains("║") })
	s.name("right")
	s.Press("ctrl+p", "left")
	s.WaitFor("the mode to stay", func(sc drive.Screen) bool { return sc.Cursor.Col < 60 && strings.Contains(status(sc), "Ctrl-p …") })
	s.Press("esc")
	s.prompt("on the left", func(sc drive.Screen) bool { return sc.Cursor.Col < 60 && !strings.Contains(status(sc), "Ctrl-p …") })
	s.Prefix("C")
	s.WaitText("follows your terminal", "tokyo-night")
	s.Type("nord")
	s.Press("enter")
	s.WaitText(`name = "nord"`)
}
