package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/keys"
)

// Keys are explained and not executed; a prefix waits for the next key.
func TestExplainKey(t *testing.T) {
	e := NewExplainKey(keymap())
	shown := func() string {
		text := ansi.Strip(e.Render(session.Size{Rows: 24, Cols: 80}, looks).Text)
		return strings.Join(strings.Fields(text), " ")
	}
	prefix := keys.Key{Code: 'b', Mod: keys.Ctrl}
	for _, step := range []struct {
		key  keys.Key
		want string
	}{
		{keys.Key{Code: 'x', Text: "x"}, "goes to the program in the pane"},
		{prefix, "Ctrl-b begins"},
		{keys.Key{Code: keys.LeftShift}, "Ctrl-b begins"},
		{keys.Key{Code: 'x', Text: "x"}, "pane.close"},
		{prefix, "Ctrl-b begins"},
		{keys.Key{Code: keys.Escape}, "does nothing"},
	} {
		if r := e.Key(step.key); r != (Result{}) {
			t.Errorf("%s results in %+v", step.key.Name(), r)
		}
		if got := shown(); !strings.Contains(got, step.want) {
			t.Errorf("after %s: %q, want %q", step.key.Name(), got, step.want)
		}
	}
	if r := e.Key(keys.Key{Code: keys.Escape}); !r.Done {
		t.Error("Esc does not close it")
	}
}
