//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

// configure writes the configuration as editors do: to a new file, which is then renamed.
func (s *story) configure(text string) {
	s.t.Helper()
	path := filepath.Join(s.Home(), "config", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil { // the program makes it only some time after its first frame
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path+"~", []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		s.t.Fatal(err)
	}
}

func TestConfigurationIsReloaded(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\nprefix = \"ctrl+a\"\n[keys.bind]\n\"prefix g g\" = \"tab.new --name notes -- cat\"\n[status]\ntab = \"{number}={title}\"\n")
	s.WaitText("the configuration was reloaded", "1=")
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

func TestConfigurationMistakeKeepsOtherSettings(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\nprefix = \"ctrl+a\"\n")
	s.WaitText("the configuration was reloaded")
	s.Press("ctrl+a", "d")
	s.WaitExit()
	s.configure("[keys]\nprefix = \"ctrl+a\"\npreset = \"emacs\"\n")
	s = s.relaunch()
	s.WaitText("config.toml:3:1: keys.preset:")
	s.Press("ctrl+a", "?")
	s.WaitText("Ctrl-a c")
}

func TestZellijModesAndCustomTheme(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.configure("[keys]\npreset = \"zellij\"\n[theme]\nborders = \"double\"\n")
	s.WaitText("the configuration was reloaded")
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
	s.WaitText("Keep the colours `nord`?")
	s.Press("n")
	s.WaitGone("Keep the colours")
}

// A saved theme is written to the file, whose other lines stay, and is there after a relaunch.
func TestChosenThemeIsSaved(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	path := filepath.Join(s.Home(), "config", "config.toml")
	s.configure("# mine\n[status]\nclock = false # never\n")
	s.Prefix("C")
	s.WaitText("Colours", "dracula")
	s.Type("dracula\n")
	s.WaitText("Keep the colours `dracula`?", "theme.name")
	s.Press("y")
	s.WaitText("kept in ")
	const want = "# mine\n[status]\nclock = false # never\n\n[theme]\nname = \"dracula\"\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Fatalf("the file is %q, %v", got, err)
	}
	s.leave()
	again := s.relaunch()
	sc := again.WaitFor("the tab bar", func(sc drive.Screen) bool { return activeTab(sc) != "" })
	const violet = 141 // the nearest of 256 colours to dracula's
	if got := sc.At(1, 0).Style.FG; got != grid.Indexed(violet) {
		t.Errorf("after a relaunch the active tab is %x", got)
	}
}

// The command line writes, checks and shows the configuration, and explains keys by the user's
// bindings.
func TestConfigInitCheckShowAndKeysExplain(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	path := strings.TrimSpace(s.command("config", "path"))
	s.command("config", "init")
	text := bytesOf(t, path)
	if !strings.Contains(text, "prefix") || !strings.Contains(text, "[theme]") {
		t.Fatalf("the file that config init writes is\n%s", text)
	}
	s.command("config", "check")
	if got := s.refused("config", "init"); !strings.Contains(got, path) {
		t.Errorf("a second config init prints %q", got)
	}
	s.configure("[keys]\nprefix = \"ctrl+a\"\n[keys.bind]\n\"prefix g\" = \"pane.split-right\"\n")
	s.WaitText("the configuration was reloaded")
	if got := s.command("keys", "explain", "ctrl+a", "g"); !strings.Contains(got, "pane.split-right") || !strings.Contains(got, "config.toml") {
		t.Errorf("keys explain prints %s", got)
	}
	if got := s.command("keys", "explain", "ctrl+a", "x"); !strings.Contains(got, "pane.close") || !strings.Contains(got, "tmux") {
		t.Errorf("keys explain of a key of the preset prints %s", got)
	}
	if got := s.command("config", "show", "keys.prefix"); !strings.Contains(got, "ctrl+a") {
		t.Errorf("config show prints %q", got)
	}
	s.Press("ctrl+a", "g")
	s.prompt("of the pane on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 60 })

	s.configure("[keys]\nprefix = \"ctrl+a\"\n[theme]\nnme = \"nord\"\n")
	s.WaitText("config.toml:4:1", `did you mean "name"?`)
	if got := s.refused("config", "check"); !strings.Contains(got, "config.toml:4:1") {
		t.Errorf("config check prints %q", got)
	}
	s.Press("ctrl+a", "g")
	s.WaitFor("the previous configuration to stay in effect", func(sc drive.Screen) bool { return sc.Cursor.Col > 90 })
}

// With the preset none, dormer takes only keys that the user has bound.
func TestPresetNoneHasOnlyBoundKeys(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100, Terminal: drive.Kitty})
	s.configure("[keys]\npreset = \"none\"\n[keys.bind]\n\"alt+n\" = \"tab.new\"\n\"alt+q\" = \"leave\"\n")
	s.WaitText("the configuration was reloaded")
	s.Type(showKeys)
	s.WaitText("ready.")
	s.Press("ctrl+b", "c", "ctrl+shift+t", "ctrl+a")
	s.WaitText("^Bc", "^A")
	s.Press("alt+n")
	s.prompt("of the tab that a bound key opened", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
	s.Press("alt+q")
	if got := s.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}
