//go:build linux

package stories

import (
	"os"
	"os/exec"
	"testing"

	"dormer/ui/testing/drive"
)

// A terminal may report any size. dormer uses only as much as there is memory for, and says so.
func TestHugeTerminalSize(t *testing.T) {
	t.Parallel()
	needs(t, "stty")
	for _, c := range []struct{ name, command string }{
		{"the workspace", "$DORMER -- sh -c 'touch inside; read x'"},
		{"one session", "$DORMER new -- sh -c 'touch inside; read x'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			program, other := drive.Build(t), shortHome(t)
			s := open(t, drive.Options{Cols: 200})
			s.name("outer")
			s.run("export DORMER="+program+" DORMER_HOME="+other+"; echo s''et", "set")
			s.Type("stty rows 65535 cols 65535; " + c.command + "\n")
			s.waitFile("inside") // drawing on a terminal of another size than reported may be anywhere
			s.WaitText("it has 65535 rows and 65535 columns: dormer uses 976 rows and 4096 columns")
			s.leave()
			end := exec.CommandContext(t.Context(), program, "kill", "--all")
			end.Env = append(os.Environ(), "DORMER_HOME="+other)
			if out, err := end.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
