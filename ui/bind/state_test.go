package bind

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// said returns the result of a press as text.
func (p Press) said() string {
	switch {
	case !p.Taken:
		return "pane"
	case p.More:
		return "more"
	case p.Unbound != nil:
		return "unbound " + p.Unbound.Printed()
	case p.Binding != nil:
		return p.Binding.Written
	}
	return "nothing"
}

// Results of successive keys; "+1s" lets a second pass.
func TestPress(t *testing.T) {
	for _, tt := range []struct {
		preset config.Preset
		locked bool
		keys   string
		want   string
	}{
		{config.Tmux, false, "a ctrl+b c a", "pane, more, tab.new, pane"},
		{config.Tmux, false, "ctrl+b esc a", "more, nothing, pane"},
		{config.Tmux, false, "ctrl+b alt+z a", "more, unbound Ctrl-b Alt-z, pane"},
		{config.Tmux, false, "ctrl+b ctrl+b", "more, send-prefix"},
		{config.Tmux, false, "ctrl+shift+t", "undo.close"},
		{config.Tmux, false, "ctrl+b H H H +1s H", "more, pane.resize-left, pane.resize-left, pane.resize-left, pane"},
		{config.Tmux, false, "ctrl+b H a H", "more, pane.resize-left, pane, pane"},
		{config.Tmux, false, "ctrl+b H ctrl+b c", "more, pane.resize-left, more, tab.new"},
		{config.Tmux, true, "ctrl+b c ctrl+shift+t ctrl+shift+g", "pane, pane, pane, keys.lock"},
		{config.Zellij, false, "ctrl+p left left n left", "more, pane.focus-left, pane.focus-left, pane.split-right, pane"},
		{config.Zellij, false, "ctrl+p ctrl+t n", "more, more, tab.new"},
	} {
		t.Run(fmt.Sprintf("%s %s", tt.preset, tt.keys), func(t *testing.T) {
			c := config.DefaultKeys()
			c.Preset, c.Repeat = tt.preset, 500*time.Millisecond
			m, _ := New(command.NewTable(nil), c)
			s, now := State{Locked: tt.locked}, time.Unix(1000, 0)
			var got []string
			for name := range strings.FieldsSeq(tt.keys) {
				if name == "+1s" {
					now = now.Add(time.Second)
					continue
				}
				k, err := keys.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, s.Press(m, k, now).said())
			}
			if got := strings.Join(got, ", "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A new keymap ends sequences and repeats; a lock stays.
func TestReset(t *testing.T) {
	m, now := defaults(), time.Unix(1000, 0)
	s := State{Locked: true, At: m.Root(config.Normal)}
	for _, b := range m.Bindings {
		if b.Call.Command.Repeat {
			s.RecordRun(m, &b, m.Root(config.Normal), now)
		}
	}
	if !s.Repeating(now) {
		t.Fatal("the key does not repeat")
	}
	if s.Reset(); s.At != nil || s.Repeating(now) || !s.Locked {
		t.Errorf("%+v", s)
	}
}

// The key that locks is a single key that the terminal can send.
func TestLockKey(t *testing.T) {
	m := defaults()
	if got := m.LockKey(true); got != "Ctrl-Shift-G" {
		t.Errorf("with chords the key is %q", got)
	}
	if got := m.LockKey(false); got != "" {
		t.Errorf("without chords the key is %q", got)
	}
}
