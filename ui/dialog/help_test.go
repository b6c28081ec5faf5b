package dialog

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
)

// At every size the help shows a key with its description.
func TestHelpListsKeysWithDescriptions(t *testing.T) {
	eachSize(func(size session.Size) {
		h := NewHelp(keymap())
		h.Paste("new-window")
		o := h.Render(size, looks)
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		if text := strings.Join(rowsOf(o), "\n"); size.Cols >= 30 && size.Rows >= 4 && !strings.Contains(text, "new tab") {
			t.Errorf("%+v:\n%s", size, text)
		}
	})
}

func TestHelpIsSearched(t *testing.T) {
	h := NewHelp(keymap())
	all := plain(h)
	for _, want := range []string{"Tabs", "Mouse", "close tab"} {
		if !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("the help does not list %q", want)
		}
	}
	for _, tt := range []struct{ typed, want string }{
		{"TAB close", "Tabs|  Ctrl-b & close tab (undo brings it back)|"},
		{"detach", "Dormer|  Ctrl-b d leave dormer"},
		{"ctrl-b z", "Panes|  Ctrl-b z zoom pane"},
		{"no such thing", "No command matches. Esc closes, Ctrl-u clears the search."},
	} {
		h = NewHelp(keymap())
		h.Paste(tt.typed)
		var got []string
		for _, line := range plain(h) {
			head, _, _ := strings.Cut(line, "Ctrl-Shift")
			indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
			got = append(got, indent+strings.Join(strings.Fields(line), " "))
		}
		if s := strings.Join(got, "|"); !strings.HasPrefix(s, tt.want) {
			t.Errorf("%q finds %s", tt.typed, s)
		}
	}
}

// Each row of the help has a key, except those listed as without a key.
func TestHelpListsCommandsWithoutKeys(t *testing.T) {
	some := false
	for _, s := range helpSections(keymap()) {
		without := strings.HasPrefix(s.title, "Without a key (Ctrl-b : finds them")
		some = some || without
		for _, r := range s.rows {
			if (len(r.keys) == 0) != without {
				t.Errorf("%s: %q has the keys %q", s.title, r.title, r.keys)
			}
		}
	}
	if !some {
		t.Error("no command is listed as without a key")
	}
}

// The help's search understands tmux's commands, with flags and numbers.
func TestHelpFindsTmuxCommands(t *testing.T) {
	for typed, want := range map[string]string{
		"split-window -h": "Ctrl-b % split right", "select-pane -L": "focus left", "resize-pane -R 5": "resize: right 5", "swap-pane -U": "swap with the previous pane",
		"resize-pane -Z": "Ctrl-b z zoom pane", "new-window": "Ctrl-b c new tab", "settings": "settings", "detach": "leave dormer", "kill-pane": "Ctrl-b X kill pane",
	} {
		h := NewHelp(keymap())
		h.Paste(typed)
		text := strings.Join(strings.Fields(strings.Join(plain(h), " ")), " ")
		if !strings.Contains(text, want) {
			t.Errorf("%q finds %s", typed, text)
		}
		if strings.Contains(typed, " -") && strings.Contains(text, "split below") {
			t.Errorf("%q finds more than expected: %s", typed, text)
		}
	}
}

// plain returns the lines of a help in one column.
func plain(h *Help) []string {
	return strings.Split(ansi.Strip(strings.Join(h.lines(82, 1000, looks), "\n")), "\n")
}
