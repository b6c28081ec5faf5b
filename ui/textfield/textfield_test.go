package textfield

import (
	"testing"

	"dormer/ui/keys"
)

// A chord is that of the letter on the key, or in another script of the key's place.
func TestKey(t *testing.T) {
	tests := []struct {
		name string
		key  keys.Key
		want string
	}{
		{"dvorak", keys.Key{Code: 'e', Base: 'd', Mod: keys.Ctrl}, "ctrl+e"},
		{"cyrillic", keys.Key{Code: 'у', Base: 'e', Mod: keys.Ctrl}, "ctrl+e"},
		{"super", keys.Key{Code: keys.Enter, Mod: keys.Super}, "super+enter"},
		{"text", keys.Key{Code: 'e', Base: 'd', Text: "E", Mod: keys.Shift}, "E"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Key(tt.key).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWindow(t *testing.T) {
	tests := []struct {
		name, text, empty string
		left              int // how often the cursor moves left
		cols              int
		want              string
		cursor            int
	}{
		{"fits", "abc", "", 0, 8, "abc", 3},
		{"the_end_is_shown", "abcdefgh", "", 0, 4, "fgh", 3},
		{"around_the_cursor", "abcdefgh", "", 4, 4, "bcde", 3},
		{"the_beginning", "abcdefgh", "", 8, 4, "abcd", 0},
		{"wide_is_not_cut", "日本語", "", 0, 4, "語", 2},
		{"nothing_typed", "", "type to find", 0, 6, "type …", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := New(tt.text, tt.empty)
			for range tt.left {
				f, _ = f.Update(Key(keys.Key{Code: keys.Left}))
			}
			if got, at := Window(f, tt.cols, func(s ...string) string { return s[0] }); got != tt.want || at != tt.cursor {
				t.Errorf("got %q with the cursor at %d, want %q at %d", got, at, tt.want, tt.cursor)
			}
		})
	}
}
