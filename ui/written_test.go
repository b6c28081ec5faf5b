package ui

import (
	"strings"
	"testing"
)

// A command with its arguments is typed into the palette as it is written elsewhere,
// also by tmux' name.
func TestACommandIsWrittenIntoThePalette(t *testing.T) {
	for typed, want := range map[string]string{"tab.rename my logs": "", "tab.rename 'my logs'": "my logs", ">tab.rename logs": "logs", "rename-window logs": "logs"} {
		w := newWorld(t, standard)
		w.press("ctrl+b", ":")
		w.typed(typed)
		it, _ := w.top().selected()
		w.press("enter")
		if want == "" {
			if !strings.Contains(it.disabled, "write tab.rename [NAME]") || w.m.dialog() == nil {
				t.Errorf("%s: %+v", typed, it)
			}
			continue
		}
		if got := w.m.activeTab().Name; got != want {
			t.Errorf("%s: the tab is called %q, and chosen was %+v", typed, got, it)
		}
	}
}

// One that lacks its arguments, or has wrong ones, says which it takes.
func TestAWrittenCommandSaysWhatItTakes(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ":")
	for _, typed := range []string{"pane.resize", "pane.resize sideways", "tab.select three"} {
		w.press("ctrl+u")
		w.typed(typed)
		name := strings.Fields(typed)[0]
		if it, _ := w.top().selected(); !strings.Contains(it.disabled, "; write "+name+" ") || !strings.HasPrefix(it.text, name) {
			t.Errorf("%s: %+v", typed, it)
		}
	}
}

// What tmux' users type by heart finds something.
func TestTmuxNamesFindCommands(t *testing.T) {
	for name := range strings.FieldsSeq(`break-pane capture-pane choose-buffer choose-tree clear-history command-prompt copy-mode detach-client display-menu display-panes
		display-popup find-window join-pane kill-pane kill-session kill-window last-pane last-window list-keys list-windows move-pane move-window new-session new-window
		next-layout next-window paste-buffer previous-window refresh-client rename-session rename-window resize-pane respawn-pane rotate-window select-layout select-pane
		select-window show-messages source-file split-window suspend-client swap-pane swap-window switch-client synchronize-panes`) {
		if len(namedElsewhere(name)) == 0 {
			t.Errorf("%s finds nothing", name)
		}
	}
}
