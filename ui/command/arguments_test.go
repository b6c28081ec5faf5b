package command

import (
	"strings"
	"testing"
)

func TestExportTakesAFile(t *testing.T) {
	if _, err := exporting([]string{"x.gif"}); err == nil || !strings.Contains(err.Error(), ".svg") {
		t.Errorf("a file of another kind: %v", err)
	}
	if _, err := exporting(nil); err == nil {
		t.Error("no file is no error")
	}
}

// A word that names a key is that key, any other word is text; after -l all words are text.
func TestSendingTakesKeysAndText(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // the keys' names
		err  string
	}{
		{[]string{"ctrl+c", "C-d", "Enter"}, "ctrl+c ctrl+d enter", ""},
		{[]string{"ls -l", "Enter"}, "l s space - l enter", ""},
		{[]string{"a+b=c"}, "a + b = c", ""},
		{[]string{"-l", "Enter", "C-c"}, "E n t e r C - c", ""},
		{[]string{"-l", "--", "-l"}, "- l", ""},
		{[]string{"--", "-l"}, "- l", ""},
		{[]string{"ctrl+entr"}, "", "entr"},
		{[]string{"C-entr"}, "", "entr"},
		{nil, "", "it needs keys"},
		{[]string{"-l"}, "", "or text"},
	} {
		resolve, err := sending(tt.args)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q: %v, want %q", tt.args, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tt.args, err)
			continue
		}
		var names []string
		for _, k := range resolve(focusOn(t, 1)).Request.(SendKeys).Keys {
			names = append(names, k.Name())
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
		}
	}
}
