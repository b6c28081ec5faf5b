//go:build linux

package drive_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

var shell = []string{"bash"}

func TestHarnessTypesIntoAShell(t *testing.T) {
	t.Parallel()
	for _, reader := range []drive.Reader{drive.VT10x, drive.Tmux, drive.Own} {
		p := drive.Start(t, drive.Options{Rows: 5, Cols: 40, Command: shell, Reader: reader})
		p.WaitText("$ ")
		p.Type("echo $((6*7)) $COLUMNS; stty size\n")
		s := p.WaitFor("the second prompt", func(s drive.Screen) bool { return s.Row(3) == "$" && s.Cursor.Col == 2 })
		if s.Row(1) != "42 40" || s.Row(2) != "5 40" || s.Cursor.Row != 3 {
			t.Errorf("reader %d:\n%s", reader, s.Boxed())
		}
		p.Press("ctrl+d")
		if got := p.WaitExit(); got != 0 {
			t.Errorf("exit status %d", got)
		}
	}
}

func TestHarnessReadsStyles(t *testing.T) {
	t.Parallel()
	for _, reader := range []drive.Reader{drive.VT10x, drive.Tmux, drive.Own} {
		p := drive.Start(t, drive.Options{Command: shell, Reader: reader})
		p.WaitText("$ ")
		p.Type(`printf '\033[3;7;38;5;208;48;2;1;2;3mone\033[0m \033[4;32mtwo\033[m three%s\n' .` + "\n")
		s := p.WaitText("one two three.")
		x, y, _ := s.Find("one two three.")
		want := grid.Style{FG: grid.Indexed(208), BG: grid.RGB(1, 2, 3), Attrs: grid.Italic | grid.Reverse}
		if got := s.At(x, y).Style; got != want {
			t.Errorf("reader %d: one: got %+v, want %+v", reader, got, want)
		}
		want = grid.Style{FG: grid.Indexed(2), Underline: grid.SingleUnderline}
		if got := s.At(x+4, y).Style; got != want {
			t.Errorf("reader %d: two: got %+v, want %+v", reader, got, want)
		}
		if got := s.At(x+8, y).Style; got != (grid.Style{}) {
			t.Errorf("reader %d: three: got %+v", reader, got)
		}
	}
}

func TestHarnessReadsWideCharacters(t *testing.T) {
	t.Parallel()
	for _, reader := range []drive.Reader{drive.Tmux, drive.Own} {
		p := drive.Start(t, drive.Options{Command: shell, Reader: reader})
		p.WaitText("$ ")
		p.Type("printf '%s%s|\\n' 日本 🙂e\u0301\n")
		s := p.WaitText("日本🙂e\u0301|")
		if x, _, _ := s.Find("|"); x != 7 && s.Count("|") != 1 {
			x, y, _ := s.Find("e\u0301|")
			if x != 6 {
				t.Errorf("reader %d: the character after three wide ones is at column %d of row %d, want 6\n%s", reader, x, y, s.Boxed())
			}
		}
	}
}

func TestHarnessResizes(t *testing.T) {
	t.Parallel()
	for _, reader := range []drive.Reader{drive.VT10x, drive.Tmux, drive.Own} {
		p := drive.Start(t, drive.Options{Rows: 20, Cols: 60, Command: shell, Reader: reader,
			Bashrc: "trap 'stty size' WINCH"})
		p.WaitText("$ ")
		p.Resize(7, 30)
		p.Press("enter")
		p.WaitText("7 30")
		if s := p.Screen(); s.Rows != 7 || s.Cols != 30 {
			t.Errorf("reader %d: the screen is %dx%d", reader, s.Rows, s.Cols)
		}
	}
}

func TestHarnessDrivesVim(t *testing.T) {
	t.Parallel()
	p := drive.Start(t, drive.Options{Command: []string{"vim", "-u", "NONE", "-N", "--cmd", "set t_RV= t_u7=", "note"}, Reader: drive.Tmux})
	p.WaitText(`"note" [New]`)
	p.Type("ihello from vim")
	p.Press("esc")
	p.Type(":wq\n")
	if got := p.WaitExit(); got != 0 {
		t.Fatalf("vim's exit status is %d", got)
	}
	got, err := os.ReadFile(filepath.Join(p.Dir(), "note"))
	if err != nil || string(got) != "hello from vim\n" {
		t.Errorf("vim wrote %q, %v", got, err)
	}
	if m := p.Screen().Modes; m.AltScreen || !m.ShowCursor {
		t.Errorf("vim left the terminal with %+v", m)
	}
}

func TestHarnessSeesTheMouse(t *testing.T) {
	t.Parallel()
	p := drive.Start(t, drive.Options{Command: shell})
	p.WaitText("$ ")
	p.Type(`stty -echo -icanon; printf '\033[?1002h\033[?1006hready%s\n' .; cat -v` + "\n")
	p.WaitText("ready.")
	p.Click(4, 2)
	p.Drag(0, 0, 2, 0)
	p.Wheel(1, 1, -1)
	s := p.WaitText("^[[<65;2;2M")
	want := "^[[<0;5;3M^[[<0;5;3m^[[<0;1;1M^[[<32;2;1M^[[<32;3;1M^[[<0;3;1m^[[<65;2;2M"
	if !strings.Contains(strings.ReplaceAll(s.Text(), "\n", ""), want) {
		t.Errorf("want %q in\n%s", want, s.Boxed())
	}
}

func TestHarnessNeverBlocksIfTheProgramDoesNotRead(t *testing.T) {
	t.Parallel()
	p := drive.Start(t, drive.Options{Command: []string{"sh", "-c", "stty raw -echo; echo ready; read x; head -c 1000000 >/dev/null; echo got it"}})
	p.WaitText("ready")
	p.Paste(strings.Repeat("x", 2_000_000))
	p.Kill()
}

func TestHarnessReportsExitStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		script string
		want   int
	}{{"exit 7", 7}, {"kill -TERM $$", 128 + int(syscall.SIGTERM)}} {
		p := drive.Start(t, drive.Options{Command: []string{"sh", "-c", "echo last words; " + c.script}})
		if got := p.WaitExit(); got != c.want {
			t.Errorf("%s: got %d, want %d", c.script, got, c.want)
		}
		if !p.Screen().Contains("last words") {
			t.Errorf("%s: the last output is lost\n%s", c.script, p.Screen().Boxed())
		}
	}
}

func TestHarnessHangsUp(t *testing.T) {
	t.Parallel()
	// The program does not read: the end of its input would race with the signal.
	p := drive.Start(t, drive.Options{Command: []string{"sh", "-c", "echo ready; exec sleep 1000"}})
	p.WaitText("ready")
	p.Hangup()
	if got, want := p.WaitExit(), 128+int(syscall.SIGHUP); got != want {
		t.Errorf("got status %d, want %d", got, want)
	}
}

func TestHarnessComparesTerminalSettings(t *testing.T) {
	t.Parallel()
	rude := drive.Start(t, drive.Options{Command: []string{"stty", "raw"}})
	if before, after := rude.TerminalSettings(); before == after {
		t.Error("a program that left the terminal raw was not seen")
	}
	polite := drive.Start(t, drive.Options{Command: []string{"true"}})
	if before, after := polite.TerminalSettings(); before != after {
		t.Errorf("settings differ: %+v, %+v", before, after)
	}
}

func TestHarnessCanStopReading(t *testing.T) {
	t.Parallel()
	p := drive.Start(t, drive.Options{Command: []string{"sh", "-c", "echo ready; read x; seq 20000; echo all"}})
	p.WaitText("ready")
	p.Stall()
	p.Press("enter")
	if !p.Running() {
		t.Fatal("the program ended although nobody read its output")
	}
	p.Drain()
	p.WaitText("all")
}
