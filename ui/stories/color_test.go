//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// ask is a script that queries the terminal and shows the reply.
const ask = `ask() { stty raw -echo; printf "$1"; head -c "$2" | cat -v; stty sane; echo; }; clear; `

// A program that queries the terminal's colours gets those of the outer terminal.
func TestChildGetsColorsOfTheOuterTerminal(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty, Cols: 100})
	s.prompt("first", anywhere)
	s.run(ask+`ask '\033]11;?\033\\' 25; ask '\033]4;1;?\033\\' 26; ask '\033]4;2;?\033\\' 26`,
		"^[]11;rgb:1e1e/1e1e/2e2e", "^[]4;1;rgb:f3f3/8b8b/a8a8", "^[]4;2;rgb:cdcd/d6d6/f4f4")
	s.splitRight("beside")
	s.run(ask+`ask '\033]10;?\033\\' 25`, "^[]10;rgb:cdcd/d6d6/f4f4")
	s.Type(ask + `ask '\033[?2031h\162eady' 9; ask '\033]11;?\033\\' 25` + "\n")
	s.WaitText("ready")
	s.Lighten()
	s.WaitText("^[[?997;2n", "^[]11;rgb:efef/f1f1/f5f5")
	s.leave()
}
