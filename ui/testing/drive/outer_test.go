//go:build linux

package drive

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

// play sends output to a terminal of 4 rows of 20 columns, cut into writes of the given size.
// It returns the terminal and its answers.
func play(terminal Terminal, output string, cut int) (*outer, string) {
	var replies strings.Builder
	o := newOuter(terminal, 4, 20, newVT10xReader(4, 20), func(b []byte) { replies.Write(b) })
	for len(output) > 0 {
		n := min(cut, len(output))
		o.write([]byte(output[:n]))
		output = output[n:]
	}
	return o, replies.String()
}

func TestOuterAnswers(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal Terminal
		query    string
		want     string
	}{
		{"primary device attributes", XTerm, "\x1b[c", "\x1b[?62;22c"},
		{"secondary device attributes", XTerm, "\x1b[>c", "\x1b[>41;354;0c"},
		{"kitty flags of an xterm", XTerm, "\x1b[?u", ""},
		{"kitty flags", Kitty, "\x1b[>5u\x1b[?u", "\x1b[?5u"},
		{"kitty flags of the other screen", Kitty, "\x1b[>5u\x1b[?1049h\x1b[?u", "\x1b[?0u"},
		{"kitty flags popped", Kitty, "\x1b[>5u\x1b[>1u\x1b[<u\x1b[?u", "\x1b[?5u"},
		{"kitty flags added", Kitty, "\x1b[=1u\x1b[=4;2u\x1b[?u", "\x1b[?5u"},
		{"synchronized output of a plain terminal", Plain, "\x1b[?2026$p", "\x1b[?2026;0$y"},
		{"synchronized output of an xterm", XTerm, "\x1b[?2026$p", "\x1b[?2026;2$y"},
		{"synchronized output", Kitty, "\x1b[?2026$p", "\x1b[?2026;2$y"},
		{"bracketed paste is set", XTerm, "\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"},
		{"cursor position", XTerm, "\r\nab\x1b[6n", "\x1b[2;3R"},
		{"size in cells", XTerm, "\x1b[18t", "\x1b[8;4;20t"},
		{"background", XTerm, "\x1b]11;?\x07", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"},
		{"unknown capability", XTerm, "\x1bP+q544e\x1b\\", "\x1bP0+r\x1b\\"},
		{"modifyOtherKeys", XTerm, "\x1b[>4;2m\x1b[?4m", "\x1b[>4;2m"},
	} {
		for _, cut := range []int{1, 1000} {
			if _, got := play(c.terminal, c.query, cut); got != c.want {
				t.Errorf("%s, cut at %d: got %q, want %q", c.name, cut, got, c.want)
			}
		}
	}
}

func TestOuterFollowsModes(t *testing.T) {
	o, _ := play(Kitty, "\x1b[?1049;25l\x1b[?1049h\x1b[?25l\x1b[?1002;1006h\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[5 q\x1b=", 3)
	want := Modes{AltScreen: true, Mouse: grid.MouseButton, MouseSGR: true, BracketedPaste: true,
		FocusEvents: true, AppKeypad: true, Kitty: 1, KittyDepth: 1, CursorStyle: 5}
	if o.modes != want {
		t.Errorf("got %+v, want %+v", o.modes, want)
	}
	o.write([]byte("\x1b[?1002l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[<u\x1b[0 q\x1b>\x1b[?25h\x1b[?1049l"))
	if want := (Modes{ShowCursor: true}); o.modes != want {
		t.Errorf("given back: got %+v, want %+v", o.modes, want)
	}
}

func TestSynchronizedFrameIsShownWhole(t *testing.T) {
	o, _ := play(Kitty, "old\r\x1b[?2026hne", 100)
	if got := o.screen().Row(0); got != "old" {
		t.Errorf("in the middle of a frame the screen shows %q, want the frame before", got)
	}
	o.write([]byte("w\x1b[?2026l"))
	if got := o.screen().Row(0); got != "new" {
		t.Errorf("after the frame the screen shows %q", got)
	}
}

func TestRepeatIsShown(t *testing.T) {
	o, _ := play(XTerm, "│x\x1b[4bé\x1b[b", 1)
	if got, want := o.screen().Row(0), "│xxxxxéé"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestControlStringsAreNotText(t *testing.T) {
	o, _ := play(XTerm, "a\x1b]2;a title\x07b\x1bP1$tx\x1b\\c\x1b_apc\x1b\\d\x07", 1)
	s := o.screen()
	if s.Row(0) != "abcd" || s.Title != "a title" || s.Bells != 1 {
		t.Errorf("row %q, title %q, bells %d", s.Row(0), s.Title, s.Bells)
	}
}
