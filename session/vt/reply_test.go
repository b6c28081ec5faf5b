package vt

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestReplies(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"no query", "text", ""},
		{"DA1", "\x1b[c", "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29;52c"},
		{"DECID", "\x1bZ", "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29;52c"},
		{"DA1 with a number that is not 0", "\x1b[1c", ""},
		{"DA2", "\x1b[>c", "\x1b[>41;379;0c"},
		{"DA3", "\x1b[=c", "\x1bP!|00000000\x1b\\"},
		{"DSR 5", "\x1b[5n", "\x1b[0n"},
		{"CPR", "ab\x1b[6n", "\x1b[1;3R"},
		{"CPR while a wrap pends", "abcdef\x1b[6n", "\x1b[1;6R"},
		{"CPR in origin mode", "\x1b[2;4r\x1b[?6h\x1b[2;2H\x1b[6n", "\x1b[2;2R"},
		{"DECXCPR", "\x1b[?6n", "\x1b[?1;1;1R"},
		{"XTVERSION", "\x1b[>q", "\x1bP>|dormer(1.2.3)\x1b\\"},
		{"DECRQM of a mode that is set", "\x1b[?7$p", "\x1b[?7;1$y"},
		{"DECRQM of a mode that is not", "\x1b[?2026$p", "\x1b[?2026;2$y"},
		{"DECRQM of grapheme clusters", "\x1b[?2027$p", "\x1b[?2027;3$y"},
		{"DECRQM of an unknown mode", "\x1b[?9876$p", "\x1b[?9876;0$y"},
		{"DECRQM of mouse", "\x1b[?1002h\x1b[?1002$p\x1b[?1003$p", "\x1b[?1002;1$y\x1b[?1003;2$y"},
		{"DECRQM of the alternate screen", "\x1b[?1049h\x1b[?1049$p", "\x1b[?1049;1$y"},
		{"DECRQM of an ANSI mode", "\x1b[4h\x1b[4$p\x1b[20$p\x1b[99$p", "\x1b[4;1$y\x1b[20;2$y\x1b[99;0$y"},
		{"DECRQSS of the pen", "\x1b[1;4:3;38;5;9;48;2;1;2;3m\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3;91;48:2::1:2:3m\x1b\\"},
		{"DECRQSS of the margins", "\x1b[2;3r\x1bP$qr\x1b\\", "\x1bP1$r2;3r\x1b\\"},
		{"DECRQSS of the cursor", "\x1b[4 q\x1bP$q q\x1b\\", "\x1bP1$r4 q\x1b\\"},
		{"DECRQSS does not echo", "\x1bP$qecho evil\x1b\\", "\x1bP0$r\x1b\\"},
		{"size in cells", "\x1b[18t", "\x1b[8;4;6t"},
		{"size in pixels", "\x1b[14t", "\x1b[4;80;60t"},
		{"title is not reported", "\x1b]2;evil\x07\x1b[21t\x1b[20t", ""},
		{"kitty flags", "\x1b[>5u\x1b[?u\x1b[=2;2u\x1b[?u\x1b[=1;3u\x1b[?u\x1b[<u\x1b[?u", "\x1b[?5u\x1b[?7u\x1b[?6u\x1b[?0u"},
		{"kitty flags belong to each screen", "\x1b[>1u\x1b[?1049h\x1b[?u\x1b[?1049l\x1b[?u", "\x1b[?0u\x1b[?1u"},
		{"modifyOtherKeys", "\x1b[>4;2m\x1b[?4m\x1b[>4m\x1b[?4m", "\x1b[>4;2m\x1b[>4;0m"},
		{"background", "\x1b]11;?\x07", "\x1b]11;rgb:1010/2020/3030\a"},
		{"foreground and background at once", "\x1b]10;?;?\x07", "\x1b]10;rgb:d0d0/d0d0/d0d0\a\x1b]11;rgb:1010/2020/3030\a"},
		{"background that is set, then reset", "\x1b]11;#ffffff\x07\x1b]11;?\x07\x1b]111\x07\x1b]11;?\x07", "\x1b]11;rgb:ffff/ffff/ffff\a\x1b]11;rgb:1010/2020/3030\a"},
		{"palette", "\x1b]4;1;?;196;?;255;?\x07", "\x1b]4;1;rgb:cdcd/0000/0000\a\x1b]4;196;rgb:ffff/0000/0000\a\x1b]4;255;rgb:eeee/eeee/eeee\a"},
		{"dark or light", "\x1b[?996n", "\x1b[?997;1n"},
		{"clipboard is not reported", "\x1b]52;c;?\x07", ""},
		{"ENQ", "\x05", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{Version: "1.2.3", Colors: Colors{Background: grid.RGB(16, 32, 48)}})
			_, _ = term.Write([]byte(tt.in))
			if got := string(term.TakeReplies()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if again := term.TakeReplies(); again != nil {
				t.Errorf("replied again: %q", again)
			}
		})
	}
}

func TestRepliesAreBounded(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte(strings.Repeat("\x1b[c", 1_000_000)))
	if got := len(term.TakeReplies()); got > maxReplies || got == 0 {
		t.Errorf("got %d bytes, want at most %d", got, maxReplies)
	}
}
