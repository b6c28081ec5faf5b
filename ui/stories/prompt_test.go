//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// The width of a pane changes while a command longer than a row is being typed. Its shell redraws
// the line once, and not over the output above it.
func TestPromptIsRedrawnAtAnyWidth(t *testing.T) {
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			needs(t, shell)
			t.Parallel()
			s := begin(t, drive.Options{Env: []string{"SHELL=/usr/bin/" + shell}})
			s.WaitFor("a prompt", func(sc drive.Screen) bool { return strings.ContainsAny(sc.Row(sc.Cursor.Row), "$#%") })
			s.Type("seq 3\n")
			s.WaitFor("the output of seq", func(sc drive.Screen) bool { return sc.Row(4) == "3" && sc.Row(5) != "" })
			command := "echo " + strings.Repeat("word ", 8) + "end"
			s.Type(command)
			prompt, _, _ := strings.Cut(s.WaitText(command).Row(5), "echo")
			for _, cols := range []int{30, 100, 20, 50, 80} {
				s.Resize(24, cols)
				s.Type("x")
				command += "x"
				want := "1\n2\n3\n" + broken(prompt+command, cols) + "\n"
				s.WaitFor("the command once, below the output", func(sc drive.Screen) bool {
					return strings.HasPrefix(sc.Text(), sc.Row(0)+"\n"+sc.Row(1)+"\n"+want)
				})
			}
		})
	}
}

// broken wraps a line at cols columns.
func broken(line string, cols int) string {
	var rows []string
	for len(line) > cols {
		rows = append(rows, strings.TrimRight(line[:cols], " "))
		line = line[cols:]
	}
	return strings.Join(append(rows, strings.TrimRight(line, " ")), "\n")
}
