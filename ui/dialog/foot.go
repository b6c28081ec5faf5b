package dialog

import (
	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"

	"dormer/session/grid"
	"dormer/ui/theme"
)

// keyHelp is an entry in the foot of a dialog: a key and what it does.
type keyHelp struct{ key, does string }

// footOf renders the help for keys in at most that many lines. If they do not fit, it drops
// entries from the end, but keeps the last one, which closes the dialog.
func footOf(all []keyHelp, width, most int, l theme.Looks) []string {
	const gap = "   "
	shown := help.New()
	shown.ShortSeparator = gap
	shown.Styles = help.Styles{ShortKey: l.Key, ShortDesc: l.Dim, ShortSeparator: l.Dim}
	var lines [][]key.Binding
	for n := len(all); ; n-- {
		lines = lines[:0]
		used := width
		for i, k := range all {
			if i >= n-1 && i < len(all)-1 {
				continue
			}
			b := key.NewBinding(key.WithKeys(k.key), key.WithHelp(k.key, k.does))
			w := grid.StringWidth(k.key + " " + k.does)
			if used+len(gap)+w <= width {
				lines[len(lines)-1] = append(lines[len(lines)-1], b)
				used += len(gap) + w
				continue
			}
			lines, used = append(lines, []key.Binding{b}), w
		}
		if len(lines) <= most || n < 3 {
			break
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = shown.ShortHelpView(line)
	}
	return out
}
