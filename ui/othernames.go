package ui

import (
	"sync"

	"maps"
	"slices"
	"strconv"
	"strings"
)

// namedElsewhere are the commands that have a name of tmux's or zellij's, quoted.
func namedElsewhere(name string) []string {
	var out []string
	for _, command := range slices.Sorted(maps.Keys(otherNames())) {
		if strings.Contains(name, "-") && slices.Contains(strings.Fields(otherNames()[command]), name) {
			out = append(out, strconv.Quote(command))
		}
	}
	return out
}

// otherNames are the words by which those who come from elsewhere look for a
// command: tmux's and zellij's names of it, and what one would say. Help and palette
// find it by them.
var otherNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"tab.new":             "new-window NewTab open create",
		"tab.close":           "kill-window CloseTab delete",
		"undo":                "reopen restore bring back",
		"tab.next":            "next-window",
		"tab.previous":        "previous-window",
		"tab.last":            "last-window toggle",
		"tab.rename":          "rename-window name title",
		"tab.move-left":       "swap-window move-window",
		"tab.move-right":      "swap-window move-window",
		"tab.join":            "join-pane merge",
		"pane.split-right":    "split-window horizontal vertical column new pane NewPane",
		"pane.split-below":    "split-window horizontal vertical row new pane",
		"pane.focus-left":     "select-pane go",
		"pane.focus-down":     "select-pane go",
		"pane.focus-up":       "select-pane go",
		"pane.focus-right":    "select-pane go",
		"pane.last":           "last-pane",
		"pane.zoom":           "resize-pane ToggleFocusFullscreen fullscreen maximize",
		"pane.close":          "delete hide",
		"pane.kill":           "kill-pane end terminate",
		"pane.rename":         "select-pane name title",
		"pane.break":          "break-pane",
		"pane.move":           "move-pane join-pane",
		"copy":                "copy-mode scrollback scroll history",
		"paste":               "paste-buffer",
		"paste.choose":        "choose-buffer list-buffers",
		"history.clear":       "clear-history",
		"template.open":       "source-file layout tmuxinator tmuxp start project session",
		"template.save":       "dump-layout export project session",
		"pane.swap-previous":  "swap-pane",
		"pane.swap-next":      "swap-pane",
		"layout.rotate":       "rotate-window",
		"layout.rotate-back":  "rotate-window",
		"pane.tell":           "display-message info size pid",
		"paste.forget":        "delete-buffer",
		"pane.numbers":        "display-panes index",
		"keys.lock":           "locked nested pass through",
		"messages":            "show-messages display-message log",
		"tab.select":          "select-window index",
		"tab.next-marked":     "next-window alert bell activity",
		"tab.previous-marked": "previous-window alert bell activity",
		"pane.resize-left":    "resize-pane smaller larger",
		"pane.resize-down":    "resize-pane smaller larger",
		"pane.resize-up":      "resize-pane smaller larger",
		"pane.resize-right":   "resize-pane smaller larger",
		"layout.next":         "next-layout",
		"layout.equalize":     "select-layout even balance spread",
		"layout.tiled":        "select-layout grid",
		"view.next":           "switch-client workspace group",
		"view.previous":       "switch-client workspace group",
		"view.select":         "switch-client",
		"view.new":            "new-session workspace group",
		"palette":             "command-prompt commands search",
		"find-text":           "find-window grep search",
		"overview":            "choose-tree list-windows list-panes session-manager",
		"sidebar":             "tree list panel",
		"shelf":               "closed undo trash",
		"session.adopt":       "orphans attach lost",
		"menu.open":           "display-menu context popup right click",
		"float.hide-one":      "minimize",
		"session.start":       "respawn-pane restart rerun",
		"closed.keep":         "longer",
		"help":                "list-keys keys bindings shortcuts",
		"leave":               "detach-client kill-session quit exit",
		"send-prefix":         "literal",
		"screen.export":       "screenshot picture capture-pane save print",
		"redraw":              "refresh-client repaint",
		"suspend":             "suspend-client stop background",
		"sync.tab":            "synchronize-panes setw ToggleActiveSyncTab broadcast",
		"view.rename":         "rename-session",
		"view.close":          "kill-session",
		"float.hide":          "ToggleFloatingPanes",
		"float.toggle":        "TogglePaneEmbedOrFloating",
		"float.new":           "display-popup popup",
		"config.reload":       "source-file",
		"inbox":               "alerts",
		"links":               "url open",
		"copy.output":         "last command",
		"watch.output":        "monitor-activity",
		"watch.silence":       "monitor-silence",
		"history.edit":        "EditScrollback dump",
		"theme.choose":        "colors colours theme style",
	}
})
