package host

import (
	"fmt"
	"testing"

	"dormer/session/vt"
)

// Whatever modes a child leaves set, the next child finds those of a new terminal: by the replies for
// each mode, and by the effect of a tab and a title.
func TestANewChildFindsTheModesOfANewTerminal(t *testing.T) {
	modes := []int{1, 3, 5, 6, 7, 8, 9, 12, 25, 40, 41, 45, 47, 66, 67, 69, 95, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1045, 1047, 1049, 2004, 2026, 2031, 2048}
	used, fresh := vt.New(5, 30, vt.Options{}), vt.New(5, 30, vt.Options{})
	for _, m := range modes {
		if m != 7 && m != 25 && m < 1047 || m > 2000 {
			_, _ = fmt.Fprintf(used, "\x1b[?%dh", m)
		}
	}
	_, _ = used.Write([]byte("\x1b[?7l\x1b[?25l\x1b[4h\x1b[20h\x1b[3g\x1b[>0t\x1b[>31u\x1b[>4;2m\x1b G\x1b[?1049h\x1b[>5u\x1b]2;half"))
	_, _ = used.Write(freshTerminal)
	used.TakeReplies()
	for _, term := range []*vt.Terminal{used, fresh} {
		for _, m := range append(modes, 4, 20) {
			_, _ = fmt.Fprintf(term, "\x1b[?%d$p\x1b[%d$p", m, m)
		}
		_, _ = term.Write([]byte("\x1b[H\x1b[?u\x1b[?4m\x1b[2$w\x1b]2;plain\a"))
	}
	if got, want := string(used.TakeReplies()), string(fresh.TakeReplies()); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := used.Title(); got != "plain" {
		t.Errorf("the title is %q", got)
	}
	if used.Modes() != fresh.Modes() || used.Cursor() != fresh.Cursor() {
		t.Errorf("got  %+v %+v\nwant %+v %+v", used.Modes(), used.Cursor(), fresh.Modes(), fresh.Cursor())
	}
}
