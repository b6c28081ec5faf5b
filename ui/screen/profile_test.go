package screen

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestProfileFromEnvironment(t *testing.T) {
	tests := []struct {
		env  string
		want Profile
	}{
		{"TERM=xterm-256color COLORTERM=truecolor", TrueColor},
		{"TERM=xterm-256color", Color256},
		{"TERM=xterm", Color16},
		{"TERM=xterm-kitty", TrueColor},
		{"TERM=linux", Color16},
		{"TERM=vt220", NoColor},
		{"TERM=xterm-direct", TrueColor},
		{"TERM=xterm-kitty COLORTERM=truecolor NO_COLOR=1", NoColor},
	}
	for _, tt := range tests {
		env := map[string]string{}
		for _, pair := range strings.Fields(tt.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		if got := profileOf(func(name string) string { return env[name] }); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.env, got, tt.want)
		}
	}
}

func TestColoursAreDowngraded(t *testing.T) {
	orange := grid.RGB(255, 135, 0)
	tests := []struct {
		profile  Profile
		in, want grid.Color
	}{
		{TrueColor, orange, orange},
		{Color256, orange, grid.Indexed(208)},
		{Color256, grid.RGB(118, 118, 118), grid.Indexed(243)},
		{Color256, grid.RGB(0xef, 0xe6, 0xbe), grid.Indexed(187)}, // cream, and not orange
		{Color256, grid.RGB(0xdc, 0x32, 0x2f), grid.Indexed(203)}, // red, and not orange
		{Color256, grid.Indexed(208), grid.Indexed(208)},
		{Color16, grid.RGB(250, 10, 10), grid.Indexed(9)},
		{Color16, grid.Indexed(196), grid.Indexed(9)},
		{Color16, grid.Indexed(232), grid.Indexed(0)},
		{Color16, grid.Indexed(5), grid.Indexed(5)},
		{NoColor, orange, grid.DefaultColor},
		{Color16, grid.DefaultColor, grid.DefaultColor},
	}
	for _, tt := range tests {
		if got := tt.profile.downgrade(tt.in); got != tt.want {
			t.Errorf("%v: %x becomes %x, want %x", tt.profile, tt.in, got, tt.want)
		}
	}
}

func TestBackgroundsWithoutColours(t *testing.T) {
	white, black, blue, cyan := grid.Indexed(7), grid.Indexed(0), grid.Indexed(4), grid.Indexed(6)
	tests := []struct {
		name     string
		in       grid.Style
		reversed bool
	}{
		{"plain", grid.Style{}, false},
		{"text_in_colour", grid.Style{FG: cyan}, false},
		{"background_alone", grid.Style{BG: blue}, true},
		{"cursor_line_almost_black", grid.Style{BG: grid.Indexed(235)}, false},
		{"panel_of_a_file_manager", grid.Style{FG: white, BG: blue}, false},
		{"its_selected_file", grid.Style{FG: black, BG: cyan}, true},
		{"reverse", grid.Style{Attrs: grid.Reverse}, true},
		{"reverse_of_a_colour", grid.Style{FG: blue, Attrs: grid.Reverse}, true},
		{"dark_reverse", grid.Style{FG: black, BG: white, Attrs: grid.Reverse}, false},
	}
	for _, tt := range tests {
		got := (&Capabilities{Profile: NoColor}).degrade(tt.in)
		want := grid.Style{}
		if tt.reversed {
			want.Attrs = grid.Reverse
		}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, want)
		}
	}
}

func TestTextStaysDistinctFromItsBackground(t *testing.T) {
	tests := []struct {
		name string
		in   grid.Style
		want grid.Style
	}{
		{"dark_grey_on_grey", grid.Style{FG: grid.Indexed(240), BG: grid.Indexed(246)}, grid.Style{FG: grid.Indexed(0), BG: grid.Indexed(8)}},
		{"grey_on_dark_grey", grid.Style{FG: grid.Indexed(246), BG: grid.Indexed(240)}, grid.Style{FG: grid.Indexed(15), BG: grid.Indexed(8)}},
		{"lighter_than_white", grid.Style{FG: grid.RGB(255, 255, 255), BG: grid.RGB(248, 248, 248)}, grid.Style{FG: grid.Indexed(0), BG: grid.Indexed(15)}},
		{"darker_than_black", grid.Style{FG: grid.RGB(0, 0, 0), BG: grid.RGB(10, 10, 10)}, grid.Style{FG: grid.Indexed(15), BG: grid.Indexed(0)}},
		{"hidden_on_purpose", grid.Style{FG: grid.Indexed(240), BG: grid.Indexed(240)}, grid.Style{FG: grid.Indexed(8), BG: grid.Indexed(8)}},
	}
	for _, tt := range tests {
		if got := (&Capabilities{Profile: Color16}).degrade(tt.in); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestStylesByTerminalCapabilities(t *testing.T) {
	b := NewBuffer(1, 20)
	link := b.Palette().LinkID(grid.Link{ID: "a;b:c", URI: "https://example.org/\x1b\u00e9"})
	curly := grid.Style{Underline: grid.CurlyUnderline, UL: grid.RGB(1, 2, 3), Link: link}
	tests := []struct {
		name string
		caps Capabilities
		st   grid.Style
		want string
	}{
		{"curly_underline", xterm, grid.Style{Underline: grid.CurlyUnderline, UL: grid.RGB(1, 2, 3)}, "\x1b[4:3;58:2::1:2:3mx"},
		{"curly_underline_unknown", Capabilities{Profile: TrueColor}, grid.Style{Underline: grid.CurlyUnderline, UL: grid.RGB(1, 2, 3)}, "\x1b[4mx"},
		{"no_colours", Capabilities{}, grid.Style{FG: grid.Indexed(1), Attrs: grid.Bold}, "\x1b[1mx"},
		{"italics", xterm, grid.Style{Attrs: grid.Italic | grid.Bold}, "\x1b[1;3mx"},
		{"italics_that_would_be_reverse", Capabilities{Standout: true}, grid.Style{Attrs: grid.Italic | grid.Bold}, "\x1b[1mx"},
		{"link", xterm, grid.Style{Link: link}, "\x1b]8;id=abc;https://example.org/\x1b\\x\x1b]8;;\x1b\\"},
		{"link_unknown", Capabilities{}, grid.Style{Link: link}, "x"},
		{"link_and_underline", xterm, curly, "\x1b]8;id=abc;https://example.org/\x1b\\\x1b[4:3;58:2::1:2:3mx\x1b]8;;\x1b\\"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b.Fill(Rect{0, 0, 1, 20}, plainStyle)
			r := NewRenderer(tt.caps)
			r.Draw(nil, b, hidden)
			b.Text(0, 0, 20, "x", tt.st)
			if got := string(r.Draw(nil, b, hidden)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFramesAreGuarded(t *testing.T) {
	b := NewBuffer(4, 40)
	shown := grid.Cursor{Visible: true}
	for name, want := range map[string][2]string{"sync": {"\x1b[?2026h", "\x1b[?2026l"}, "no_sync": {"\x1b[?25l", "\x1b[?25h"}} {
		r := NewRenderer(Capabilities{Sync: name == "sync"})
		fillWith(b, "ab")
		r.Draw(nil, b, shown)
		fillWith(b, "cd")
		if got := string(r.Draw(nil, b, shown)); !strings.HasPrefix(got, want[0]) || !strings.HasSuffix(got, want[1]) {
			t.Errorf("%s: a large frame is %q, want it between %q", name, got, want)
		}
		b.Text(1, 1, 40, "!", plainStyle)
		if got := string(r.Draw(nil, b, shown)); strings.Contains(got, "?") {
			t.Errorf("%s: a small frame is %q, want no guards", name, got)
		}
	}
}

// fillWith fills a buffer of 40 columns with s over and over.
func fillWith(b *Buffer, s string) {
	for y := range b.rows {
		b.Text(y, 0, 40, strings.Repeat(s, 20), plainStyle)
	}
}
