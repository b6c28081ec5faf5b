//go:build linux

package main

import (
	"testing"

	"dormer/ui/testing/drive"
)

// Doctor reports the answers of the terminal, and restores its state.
func TestDoctorAsksTheTerminal(t *testing.T) {
	for _, tt := range []struct {
		name     string
		terminal drive.Terminal
		env      string
		says     []string
	}{
		{"kitty", drive.Kitty, "COLORTERM=truecolor", []string{"ok       it can tell all keys apart", "ok       it shows frames whole", "colours: "}},
		{"xterm", drive.XTerm, "COLORTERM", []string{"note     keys like Ctrl-Shift-T may not be told apart", "nothing needs doing"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := drive.Start(t, drive.Options{Args: []string{"doctor"}, Terminal: tt.terminal, Env: []string{tt.env}, Rows: 40, Cols: 120})
			if status := p.WaitExit(); status != 0 {
				t.Errorf("exit status %d", status)
			}
			s := p.Screen()
			for _, text := range tt.says {
				if !s.Contains(text) {
					t.Errorf("the report does not have %q:\n%s", text, s.Boxed())
				}
			}
			if got, want := s.Modes, (drive.Modes{ShowCursor: true}); got != want {
				t.Errorf("the terminal was left with %+v", got)
			}
			if before, after := p.TerminalSettings(); before != after {
				t.Error("the terminal's settings were not restored")
			}
		})
	}
}
