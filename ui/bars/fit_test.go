package bars

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestFit(t *testing.T) {
	const notice = "closed `a title that is rather long`: Ctrl-b T brings it back, 4:59"
	tests := []struct {
		text string
		cols int
		want string
	}{
		{notice, 80, notice},
		{notice, 60, "closed `a title that is rather…`: Ctrl-b T brings it back…"},
		{notice, 64, "closed `a title that is rather…`: Ctrl-b T brings it back, 4:59"},
		{notice, 50, "closed `a title that is rather…`: Ctrl-b T brings…"},
		{notice, 20, "closed `a title…"},
		{notice, 2, "c…"},
		{notice, 1, "…"},
		{notice, 0, ""},
		{"nothing waits for you: Ctrl-b A lists what happened", 30, "nothing waits for you: Ctrl-b…"},
		{"nothing waits for you: Ctrl-b A lists what happened", 24, "nothing waits for you…"},
		{"cannot read /a/path/that/is/much/too/long/to/be/shown: it is gone", 40, "cannot read /a/path/that/is/much/too/lo…"},
		{"cannot read /a/path/that/is/much/too/long/to/be/shown: it is gone", 14, "cannot read…"},
		{"日本語 日本語 日本語", 12, "日本語…"},
	}
	for _, tt := range tests {
		if got := fit(tt.text, tt.cols); got != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.cols, got, tt.want)
		}
	}
	for cols := range 60 {
		for _, text := range []string{notice, "日本語日本語日本語 👩‍👩‍👧 日本語日本語", strings.Repeat("x", 90), "` ` `` `"} {
			if got := fit(text, cols); grid.StringWidth(got) > cols {
				t.Errorf("%d columns: %q is %d wide", cols, got, grid.StringWidth(got))
			}
		}
	}
}
