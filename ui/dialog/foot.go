package dialog

import (
	"slices"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"dormer/ui/theme"
)

// keyHelp is a key and what it does, at the foot of a dialog.
type keyHelp struct{ key, does string }

// footOf is what keys do, in as many lines at most. What has no room is left out, from
// behind; the last one, which says how to leave, stays.
func footOf(all []keyHelp, width, most int, l theme.Looks) []string {
	shown := help.New()
	shown.ShortSeparator = "   "
	shown.Styles = help.Styles{ShortKey: l.Key, ShortDesc: l.Dim, ShortSeparator: l.Dim}
	for {
		var lines []string
		var line []key.Binding
		for _, k := range all {
			b := key.NewBinding(key.WithKeys(k.key), key.WithHelp(k.key, k.does))
			if longer := append(slices.Clip(line), b); len(line) == 0 || lipgloss.Width(shown.ShortHelpView(longer)) <= width {
				line = longer
				continue
			}
			lines = append(lines, shown.ShortHelpView(line))
			line = []key.Binding{b}
		}
		lines = append(lines, shown.ShortHelpView(line))
		if n := len(all); len(lines) <= most || n < 3 {
			return lines
		}
		all = slices.Delete(slices.Clone(all), len(all)-2, len(all)-1)
	}
}
