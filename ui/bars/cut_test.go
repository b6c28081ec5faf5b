package bars

import (
	"testing"

	"dormer/session/grid"
)

func TestCutMiddle(t *testing.T) {
	const notice = "closed `a title that is rather long`: Ctrl-b u brings it back, 4:59"
	tests := []struct {
		cols int
		want string
	}{
		{80, notice},
		{50, "closed `a title…ng`: Ctrl-b u brings it back, 4:59"},
		{20, "close… it back, 4:59"},
		{2, "c…"},
		{1, "…"},
		{0, ""},
	}
	for _, tt := range tests {
		if got := cutMiddle(notice, tt.cols); got != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.cols, got, tt.want)
		}
	}
	for cols := range 40 {
		if got := cutMiddle("日本語日本語日本語 👩‍👩‍👧 日本語日本語", cols); grid.StringWidth(got) > cols {
			t.Errorf("%d columns: %q is %d wide", cols, got, grid.StringWidth(got))
		}
	}
}
