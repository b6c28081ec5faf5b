package vt

import (
	"testing"

	"dormer/session/grid"
)

// The child is told the colours of the outer terminal, unless it has set its own.
func TestColorsOfTheOuterTerminal(t *testing.T) {
	outer := Colors{Foreground: grid.RGB(1, 2, 3), Background: grid.RGB(255, 255, 255)}
	outer.Palette[1] = grid.RGB(0xaa, 0, 0)
	const ask = "\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b]4;1;?;2;?\x1b\\"
	for _, tt := range []struct{ name, before, want string }{
		{"as it has them", "", "10;rgb:0101/0202/0303 11;rgb:ffff/ffff/ffff 4;1;rgb:aaaa/0000/0000 4;2;rgb:0000/cdcd/0000 "},
		{"set by the child", "\x1b]10;#040506\a\x1b]4;1;#070809\a", "10;rgb:0404/0505/0606 11;rgb:ffff/ffff/ffff 4;1;rgb:0707/0808/0909 4;2;rgb:0000/cdcd/0000 "},
		{"reset", "\x1b]10;#040506\a\x1b]4;1;#070809\a\x1b]110\a\x1b]104\a", "10;rgb:0101/0202/0303 11;rgb:ffff/ffff/ffff 4;1;rgb:aaaa/0000/0000 4;2;rgb:0000/cdcd/0000 "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(2, 4, Options{})
			_, _ = term.Write([]byte(tt.before))
			term.SetColors(outer)
			_, _ = term.Write([]byte(ask))
			var want []byte
			for _, a := range splitAnswers(tt.want) {
				want = append(want, "\x1b]"+a+"\x1b\\"...)
			}
			if got := term.TakeReplies(); string(got) != string(want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func splitAnswers(s string) (list []string) {
	from := 0
	for i, c := range s {
		if c == ' ' {
			list = append(list, s[from:i])
			from = i + 1
		}
	}
	return list
}

// Mode 2031: a child that asked for it is told once when dark becomes light.
func TestColorSchemeIsReported(t *testing.T) {
	light := Colors{Background: grid.RGB(250, 250, 250)}
	dark := Colors{Background: grid.RGB(10, 10, 10)}
	term := New(2, 4, Options{})
	term.SetColors(light)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("unrequested report: %q", got)
	}
	_, _ = term.Write([]byte("\x1b[?2031h\x1b[?2031$p"))
	if got := string(term.TakeReplies()); got != "\x1b[?2031;1$y" {
		t.Errorf("the mode: %q", got)
	}
	term.SetColors(dark)
	term.SetColors(dark)
	if got := string(term.TakeReplies()); got != "\x1b[?997;1n" {
		t.Errorf("dark: %q", got)
	}
	term.SetColors(light)
	if got := string(term.TakeReplies()); got != "\x1b[?997;2n" {
		t.Errorf("light: %q", got)
	}
	_, _ = term.Write([]byte("\x1b[?2031l"))
	term.SetColors(dark)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("report after the request was withdrawn: %q", got)
	}
}

// The child's text is drawn in the colours that the child set, and its rows get new generations.
func TestRecolor(t *testing.T) {
	term := New(2, 4, Options{})
	red := grid.Style{FG: grid.Indexed(1)}
	_, _ = term.Write([]byte("x"))
	gen := term.RowGen(0)
	if term.Recolored() || term.Recolor(red) != red {
		t.Error("recolored before any colour was set")
	}
	_, _ = term.Write([]byte("\x1b]4;1;#010203\a\x1b]11;#040506\a"))
	want := grid.Style{FG: grid.RGB(1, 2, 3), BG: grid.RGB(4, 5, 6)}
	if got := term.Recolor(red); !term.Recolored() || got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if term.RowGen(0) == gen {
		t.Error("the row looks different but has its old generation")
	}
	_, _ = term.Write([]byte("\x1bc"))
	if term.Recolored() || term.Recolor(red) != red {
		t.Error("recolored after a reset")
	}
}
