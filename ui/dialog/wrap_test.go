package dialog

import (
	"strings"
	"testing"
)

func TestWrapped(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"fits", "one two", 7, "one two"},
		{"between_words", "one two three", 7, "one two|three"},
		{"empty", "", 5, ""},
		{"own_breaks_stay", "a\n\nb", 5, "a||b"},
		{"a_word_without_room", "ab abcdefgh i", 3, "ab|abc|def|gh|i"},
		{"short_word_after_a_cut_one", "abcdefgh i", 5, "abcde|fgh i"},
		{"wide", "日本語 本", 4, "日本|語|本"},
		{"wider_than_the_line", "日 a", 1, "日|a"},
		{"no_width", "ab", 0, "a|b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(Wrapped(tt.text, tt.width), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
