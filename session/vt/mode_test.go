package vt

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestModes(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     grid.Modes
	}{
		{"cursor keys and keypad", "\x1b[?1h\x1b=", grid.Modes{AppCursor: true, AppKeypad: true}},
		{"keypad back", "\x1b=\x1b>", grid.Modes{}},
		{"paste and focus", "\x1b[?2004;1004h", grid.Modes{BracketedPaste: true, FocusEvents: true}},
		{"mouse", "\x1b[?1000h\x1b[?1002h\x1b[?1006h", grid.Modes{Mouse: grid.MouseButton, MouseEncoding: grid.MouseEncSGR}},
		{"mouse off", "\x1b[?1003h\x1b[?1006h\x1b[?1000l\x1b[?1006l", grid.Modes{}},
		{"another encoding switched off leaves this one", "\x1b[?1006h\x1b[?1015l", grid.Modes{MouseEncoding: grid.MouseEncSGR}},
		{"alternate screen", "\x1b[?1049h\x1b[?1007h", grid.Modes{AltScreen: true, AltScroll: true}},
		{"synchronized output", "\x1b[?2026h", grid.Modes{Sync: true}},
		{"new line, reverse, backarrow", "\x1b[20h\x1b[?5h\x1b[?67h", grid.Modes{NewLine: true, ReverseScreen: true, BackarrowBS: true}},
		{"kitty", "\x1b[>31u", grid.Modes{Kitty: 31}},
		{"kitty pushed too often", strings.Repeat("\x1b[>3u", 99) + "\x1b[<98u\x1b[>1u", grid.Modes{Kitty: 1}},
		{"other keys", "\x1b[>4;1m", grid.Modes{ModifyOtherKeys: 1}},
		{"RIS switches all off", "\x1b[?1;1002;1006;2004;1049h\x1b[>1u\x1bc", grid.Modes{}},
		{"saved and restored", "\x1b[?2004h\x1b[?2004s\x1b[?2004l\x1b[?2004r", grid.Modes{BracketedPaste: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			gen := term.Gen()
			_, _ = term.Write([]byte(tt.in))
			if got := term.Modes(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			if tt.want != (grid.Modes{}) && term.Gen() == gen {
				t.Error("the generation did not change")
			}
		})
	}
}

func TestCursorLook(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     grid.Cursor
	}{
		{"initially", "", grid.Cursor{Visible: true}},
		{"blinking bar", "\x1b[5 q", grid.Cursor{Visible: true, Shape: grid.BarCursor, Blink: true}},
		{"steady block", "\x1b[2 q", grid.Cursor{Visible: true, Shape: grid.BlockCursor}},
		{"default again", "\x1b[3 q\x1b[ q", grid.Cursor{Visible: true}},
		{"unknown shape", "\x1b[4 q\x1b[9 q", grid.Cursor{Visible: true, Shape: grid.UnderlineCursor}},
		{"hidden", "\x1b[?25l", grid.Cursor{}},
		{"shown by DECSTR", "\x1b[?25l\x1b[!p", grid.Cursor{Visible: true}},
		{"blinking by mode", "\x1b[?12h", grid.Cursor{Visible: true, Blink: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			if got := term.Cursor(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// The owner's time-out ends a synchronized update.
func TestEndSync(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte("\x1b[?2026h"))
	gen := term.Gen()
	term.EndSync()
	if term.Modes().Sync || term.Gen() == gen {
		t.Errorf("sync is %v, generation %d after %d", term.Modes().Sync, term.Gen(), gen)
	}
}

// Rows that scroll keep their generations, so that a viewer finds the scroll.
func TestGenerationsMoveWithRows(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte("a\r\nb\r\nc\r\nd"))
	var before []uint64
	for y := range 4 {
		before = append(before, term.RowGen(y))
	}
	_, _ = term.Write([]byte("\n"))
	for y := range 3 {
		if got, want := term.RowGen(y), before[y+1]; got != want {
			t.Errorf("row %d: got generation %d, want %d", y, got, want)
		}
	}
	for y := range before {
		if term.RowGen(3) == before[y] {
			t.Errorf("the new row has the generation that row %d had", y)
		}
	}
	at := term.RowGen(3)
	_, _ = term.Write([]byte("xyz"))
	if term.RowGen(3) == at || term.RowGen(0) != before[1] {
		t.Error("a written row has its old generation, or an unwritten one has a new one")
	}
}

func TestHistory(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
	}{
		{"lines that scroll off the top", "a\r\nb\r\nc\r\nd\r\ne\r\nf", "a|b"},
		{"a region at the top scrolls", "a\r\nb\r\nc\r\nd\x1b[1;3r\x1b[3H\n", "a"},
		{"not from a region below the top", "a\r\nb\r\nc\r\nd\x1b[2;4r\x1b[4H\n\n", ""},
		{"not from the alternate screen", "\x1b[?1049ha\r\nb\r\nc\r\nd\r\ne", ""},
		{"not deleted lines", "a\r\nb\x1b[H\x1b[M", ""},
		{"SU", "a\r\nb\x1b[2S", "a|b"},
		{"lines erased by a full erase", "a\r\nb\x1b[2J", "a|b"},
		{"lines erased from home", "a\r\nb\x1b[H\x1b[J", "a|b"},
		{"not lines erased by a partial erase", "a\r\nb\x1b[J\x1b[1J", ""},
		{"lines erased by a reset", "a\r\nb\x1bc", "a|b"},
		{"cleared on request", "a\r\nb\r\nc\r\nd\r\ne\x1b[3J", ""},
		{"wide, marks and colours", "日e\u0301\x1b[31m👩‍💻\x1b[mx\r\n\n\n\n", "日e\u0301👩‍💻x"},
		{"blank columns between", "\x1b[1;4Hx\r\n\n\n\n", "   x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			var got []string
			first, end := term.History()
			for n := first; n < end; n++ {
				cells, _ := term.HistoryLine(n, nil)
				got = append(got, string(cellsText(term, cells)))
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

// The limits of lines and bytes hold, and the newest lines are kept.
func TestHistoryBounds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		o     Options
		lines int
	}{
		{"lines", Options{HistoryLines: 7}, 7},
		{"one line", Options{HistoryLines: 1}, 1},
		{"bytes", Options{HistoryBytes: 512 << 10}, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(2, 100, tt.o)
			for i := range 50_000 {
				_, _ = term.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 60) + "\r\n"))
			}
			first, end := term.History()
			if tt.lines >= 0 && int(end-first) != tt.lines {
				t.Errorf("got %d lines, want %d", end-first, tt.lines)
			}
			if bound := term.opts.HistoryBytes; term.HistoryBytes() > bound+2*blockBytes {
				t.Errorf("got %d bytes, want %d", term.HistoryBytes(), bound)
			}
			if end != 49_999 {
				t.Errorf("the next line has number %d, want 49999", end)
			}
			for _, n := range []uint64{first, end - 1} {
				cells, _ := term.HistoryLine(n, nil)
				if len(cells) != 60 || cells[0].Char != uint32('a'+n%26) {
					t.Errorf("line %d: got %d cells of %q", n, len(cells), rune(cells[0].Char))
				}
			}
			if cells, _ := term.HistoryLine(first-1, nil); len(cells) != 0 {
				t.Errorf("line %d still exists", first-1)
			}
			term.ClearHistory()
			if f, e := term.History(); f != end || e != end || term.HistoryBytes() != 0 {
				t.Errorf("cleared: got %d..%d in %d bytes", f, e, term.HistoryBytes())
			}
		})
	}
}
