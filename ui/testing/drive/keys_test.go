//go:build linux

package drive

import "testing"

func TestKeysAreEncoded(t *testing.T) {
	legacy, kitty := Modes{}, Modes{Kitty: 1}
	for _, c := range []struct {
		key   string
		modes Modes
		want  string
	}{
		{"a", legacy, "a"}, {"A", legacy, "A"}, {"é", legacy, "é"}, {"%", legacy, "%"}, {"+", legacy, "+"},
		{"ctrl+b", legacy, "\x02"}, {"ctrl+space", legacy, "\x00"}, {"alt+x", legacy, "\x1bx"},
		{"enter", legacy, "\r"}, {"tab", legacy, "\t"}, {"shift+tab", legacy, "\x1b[Z"}, {"esc", legacy, "\x1b"},
		{"backspace", legacy, "\x7f"}, {"space", legacy, " "},
		{"up", legacy, "\x1b[A"}, {"up", Modes{AppCursor: true}, "\x1bOA"}, {"ctrl+left", legacy, "\x1b[1;5D"},
		{"ctrl+shift+right", legacy, "\x1b[1;6C"}, {"f1", legacy, "\x1bOP"}, {"f5", legacy, "\x1b[15~"},
		{"pgup", legacy, "\x1b[5~"}, {"ctrl+delete", legacy, "\x1b[3;5~"},
		{"ctrl+shift+t", legacy, "\x14"}, {"ctrl+shift+t", Modes{ModifyOtherKeys: 2}, "\x1b[27;6;84~"},
		{"ctrl+shift+t", kitty, "\x1b[116;6u"}, {"ctrl+shift+t", Modes{Kitty: 5}, "\x1b[116:84;6u"},
		{"ctrl+b", kitty, "\x1b[98;5u"}, {"a", kitty, "a"}, {"A", kitty, "A"}, {"enter", kitty, "\r"},
		{"shift+enter", kitty, "\x1b[13;2u"}, {"esc", kitty, "\x1b[27u"},
		{"a", Modes{Kitty: 9}, "\x1b[97u"}, {"A", Modes{Kitty: 31}, "\x1b[97:65;2;65u"},
		{"%", Modes{Kitty: 1}, "%"},
	} {
		if got := parseKey(c.key).encode(c.modes); got != c.want {
			t.Errorf("%s with kitty flags %d: got %q, want %q", c.key, c.modes.Kitty, got, c.want)
		}
	}
}
