package grid

import "testing"

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		cols       int
		cut, front string
	}{
		{"fits", "abc", 3, "abc", "abc"},
		{"too_long", "abcd", 3, "ab…", "abc"},
		{"wide_fits_whole", "日本", 4, "日本", "日本"},
		{"half_of_a_wide_one_is_none", "日本語", 4, "日…", "日本"},
		{"no_room_beside_the_wide_one", "日本", 2, "…", "日"},
		{"clusters_stay_whole", "e\u0301e\u0301e\u0301", 2, "e\u0301…", "e\u0301e\u0301"},
		{"one_column", "ab", 1, "…", "a"},
		{"no_column", "ab", 0, "", ""},
		{"less_than_none", "ab", -1, "", ""},
		{"nothing", "", 0, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Cut(tt.text, tt.cols); got != tt.cut {
				t.Errorf("Cut: got %q, want %q", got, tt.cut)
			}
			if got := Front(tt.text, tt.cols); got != tt.front {
				t.Errorf("Front: got %q, want %q", got, tt.front)
			}
		})
	}
}
