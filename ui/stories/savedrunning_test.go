//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// A template includes the commands running in shells if asked to, and replaces an existing file
// only with force.
func TestTemplateSavesRunningCommands(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type("cat /dev/null - | cat\n")
	s.WaitDocument("the program", func(d drive.Document) bool { return len(d.Tabs()) == 1 })
	eventually(t, "the running command in the template", func() bool {
		return strings.Contains(s.dormer("template", "save", "--running"), `command = ["/bin/sh", "-c", "cat /dev/null - | cat"]`)
	})
	if got := s.dormer("template", "save"); strings.Contains(got, "command =") {
		t.Errorf("without --running the template is\n%s", got)
	}
	path := filepath.Join(s.Home(), "user", "x.toml")
	s.dormer("template", "save", path)
	if err := os.WriteFile(path, []byte("# mine"), 0o640); err != nil {
		t.Fatal(err)
	}
	s.Press("ctrl+c")
	s.prompt("after Ctrl-C", anywhere)
	s.run("clear; "+drive.Build(t)+" template save '"+path+"'", "exists already")
	s.dormer("template", "save", "--force", path)
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "tabs") {
		t.Errorf("with force: %q, %v", data, err)
	}
}
