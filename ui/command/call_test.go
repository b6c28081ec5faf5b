package command

import (
	"slices"
	"testing"
)

func TestWordsOfACommand(t *testing.T) {
	for line, want := range map[string][]string{
		"a  b":              {"a", "b"},
		`a 'b c' "d e"`:     {"a", "b c", "d e"},
		`a\ b "c\"d" '\'`:   {"a b", `c"d`, `\`},
		`x'y'z ''`:          {"xyz", ""},
		"":                  nil,
		"tab.new -- vim ~x": {"tab.new", "--", "vim", "~x"},
	} {
		got, err := SplitWords(line)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", line, got, err)
		}
		for _, w := range got {
			if back, err := SplitWords(quoted(w)); err != nil || len(back) != 1 || back[0] != w {
				t.Errorf("%q is quoted as %s, which is %q", w, quoted(w), back)
			}
		}
	}
	for _, line := range []string{`a "b`, `a\`} {
		if _, err := SplitWords(line); err == nil {
			t.Errorf("%q gives no error", line)
		}
	}
}
