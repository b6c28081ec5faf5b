package screen

import (
	"testing"

	"dormer/session/grid"
)

// xterm has the capabilities of most terminals.
var xterm = Capabilities{
	Profile: TrueColor, Repeat: true, EraseColor: true, ScrollCount: true,
	Underlines: true, Hyperlinks: true, CursorShape: true,
}

var (
	plainStyle grid.Style
	red        = grid.Style{FG: grid.Indexed(1)}
	onBlue     = grid.Style{BG: grid.Indexed(4)}
	inverse    = grid.Style{Attrs: grid.Reverse}
	hidden     = grid.Cursor{}
)

// drawn returns the bytes of the second frame. before draws the first frame, after the second.
func drawn(caps Capabilities, rows, cols int, before, after func(*Buffer), c grid.Cursor) string {
	b := NewBuffer(rows, cols)
	r := NewRenderer(caps)
	before(b)
	r.Draw(nil, b, hidden)
	after(b)
	return string(r.Draw(nil, b, c))
}

func nothing(*Buffer) {}

func TestDrawWritesOnlyWhatDiffers(t *testing.T) {
	full := func(b *Buffer) {
		for y := range 4 {
			b.Text(y, 0, 6, "abcdef", plainStyle)
		}
	}
	tests := []struct {
		name          string
		before, after func(*Buffer)
		cursor        grid.Cursor
		want          string
	}{
		{"nothing", full, nothing, hidden, ""},
		{"touched_but_equal", full, full, hidden, ""},
		{"one_cell", full, func(b *Buffer) { b.Text(1, 2, 6, "X", plainStyle) }, hidden, "\x1b[2;3HX"},
		{"first_cell", full, func(b *Buffer) { b.Text(0, 0, 6, "X", plainStyle) }, hidden, "\x1b[HX"},
		{"gap_written_again", full, func(b *Buffer) { b.Text(1, 1, 6, "X", plainStyle); b.Text(1, 4, 6, "Y", plainStyle) }, hidden, "\x1b[2;2HXcdY"},
		{"next_row", full, func(b *Buffer) { b.Text(1, 0, 6, "X", plainStyle); b.Text(2, 0, 6, "Y", plainStyle) }, hidden, "\x1b[2HX\r\nY"},
		{"style", full, func(b *Buffer) { b.Text(0, 0, 6, "X", red) }, hidden, "\x1b[H\x1b[31mX"},
		{"rest_of_row_erased", full, func(b *Buffer) { b.Fill(Rect{0, 1, 1, 6}, plainStyle) }, hidden, "\x1b[1;2H\x1b[K"},
		{"rest_of_row_erased_in_colour", full, func(b *Buffer) { b.Fill(Rect{0, 1, 1, 6}, onBlue) }, hidden, "\x1b[1;2H\x1b[44m\x1b[K"},
		{"reverse_blanks_are_written", full, func(b *Buffer) { b.Fill(Rect{0, 1, 1, 3}, inverse) }, hidden, "\x1b[1;2H\x1b[7m  "},
		{"cursor_shown", full, nothing, grid.Cursor{Row: 1, Col: 1, Visible: true}, "\x1b[2;2H\x1b[?25h"},
		{"cursor_shaped", full, nothing, grid.Cursor{Visible: true, Shape: grid.BarCursor, Blink: true}, "\x1b[H\x1b[5 q\x1b[?25h"},
		{"cursor_outside_stays_hidden", full, nothing, grid.Cursor{Row: 4, Col: 1, Visible: true}, ""},
		{"last_cell_does_not_scroll", full, func(b *Buffer) { b.Text(3, 5, 6, "X", plainStyle) }, grid.Cursor{Row: 3, Col: 5, Visible: true}, "\x1b[6GX\x1b[6G\x1b[?25h"},
		{"wide", full, func(b *Buffer) { b.Text(0, 1, 6, "界", plainStyle) }, hidden, "\x1b[1;2H界"},
		{"wide_cut_at_the_edge", full, func(b *Buffer) { b.Text(0, 5, 6, "界", plainStyle) }, hidden, "\x1b[1;6H "},
		{"emoji_is_followed_by_a_jump", full, func(b *Buffer) { b.Text(0, 1, 6, "👍x", plainStyle) }, hidden, "\x1b[1;2H  \b\b👍\x1b[4Gx"},
		{"cell_after_emoji_is_written_again", full, func(b *Buffer) { b.Text(0, 1, 6, "👍", plainStyle) }, hidden, "\x1b[1;2H  \b\b👍\x1b[4Gd"},
		{"emoji_at_the_margin", full, func(b *Buffer) { b.Text(0, 4, 6, "👍", plainStyle) }, hidden, "\x1b[1;5H  \x1b[1;5H👍"},
		{"control_characters_are_dropped", full, func(b *Buffer) { b.Text(0, 0, 6, "\x1b\u009b\u202eX\a", plainStyle) }, hidden, "\x1b[HX"},
		{"control_character_in_a_cell_is_a_blank", full, func(b *Buffer) { b.Row(0)[0].Char = 0x1b; b.Touch(0) }, hidden, "\x1b[H "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			caps := xterm
			caps.Repeat = false
			if got := drawn(caps, 4, 6, tt.before, tt.after, tt.cursor); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDrawScrollsWhatMoved(t *testing.T) {
	linux := Capabilities{Profile: Color16}
	tests := []struct {
		name  string
		caps  Capabilities
		after func(*Buffer)
		want  string
	}{
		{"up", xterm, func(b *Buffer) { shift(b, 0, 6, 1); b.Text(5, 0, 20, "new", plainStyle) }, "\x1b[S\rnew"},
		{"up_two_copied", xterm, func(b *Buffer) {
			b.Fill(Rect{0, 0, 6, 20}, plainStyle)
			numberedFrom(b, 2)
			b.Fill(Rect{4, 0, 6, 20}, plainStyle)
		}, "\x1b[2S"},
		{"down", xterm, func(b *Buffer) { shift(b, 0, 6, -2) }, "\x1b[2T"},
		{"region", xterm, func(b *Buffer) { shift(b, 1, 5, 1) }, "\x1b[2;5r\x1b[S\x1b[r"},
		{"region_on_a_console", linux, func(b *Buffer) { shift(b, 1, 5, 1) }, "\x1b[2;5r\n\n\n\n\n\x1b[r"},
		{"down_on_a_console", linux, func(b *Buffer) { shift(b, 1, 6, -1) }, "\x1b[2;6r\n\x1bM\x1b[r"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := drawn(tt.caps, 6, 20, numbered, tt.after, hidden); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// numbered fills every row with its own text.
func numbered(b *Buffer) { numberedFrom(b, 0) }

// numberedFrom is like numbered, with the text of row n in the first row.
func numberedFrom(b *Buffer, n int) {
	rows, cols := b.Size()
	for y := range rows {
		s := ""
		for x := range cols {
			s += string(rune('A' + ((y+n)*7+x*3)%26))
		}
		b.Text(y, 0, cols, s, plainStyle)
	}
}
