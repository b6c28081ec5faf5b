package vt

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

// F42: when a signal ends a program, its modes are reset if the shell reports it. A program that ends by
// itself keeps its modes.
func TestModesOfAKilledCommandAreReset(t *testing.T) {
	const modes = "\x1b[?1049h\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?1004h\x1b[?1h\x1b=\x1b[>31u\x1b[>4;2m\x1b[?25l\x1b[5 q\x1b[?5h\x1b[2;4r\x1b[?6h\x1b(0\x1b[41mvim"
	for _, c := range []struct {
		name, done string
		kept       bool
	}{
		{"killed", "137", false},
		{"interrupted", "130", false},
		{"failed", "1", true},
		{"succeeded", "0", true},
		{"no code", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			term := New(6, 20, Options{})
			_, _ = term.Write([]byte("\x1b]133;A\x07$ \x1b]133;B\x07vim\r\n\x1b]133;C\x07" + modes + "\x1b]133;D;" + c.done + "\x07"))
			m := term.Modes()
			wild := m.Mouse != 0 || m.MouseEncoding != 0 || m.BracketedPaste || m.FocusEvents || m.AppCursor || m.AppKeypad ||
				m.Kitty != 0 || m.ModifyOtherKeys != 0 || m.ReverseScreen || m.AltScreen || !term.Cursor().Visible || term.Cursor().Shape != grid.DefaultCursor
			if wild != c.kept {
				t.Errorf("modes %+v, cursor %+v", m, term.Cursor())
			}
			if c.kept {
				return
			}
			_, _ = term.Write([]byte("\r\nq$ "))
			if got := strings.Join(lines(term), "|"); !strings.HasPrefix(got, "$ vim||q$") && !strings.HasPrefix(got, "$ vim|q$") {
				t.Errorf("the shell's screen shows %q", got)
			}
			if st := term.Palette().Style(term.Row(term.Cursor().Row)[0].Style); st != (grid.Style{}) {
				t.Errorf("the prompt is drawn in %+v", st)
			}
		})
	}
}
