package textfield

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/keys"
)

// limit is the most characters in a field. The text of a search must fit into
// [dormer/session/wire.MaxQuery].
const limit = 1000

// New returns a field with a text and the cursor at its end. The placeholder empty is shown dimmed
// while there is no text.
func New(value, empty string) textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.CharLimit = limit
	f.Placeholder = empty
	f.SetValue(value)
	f.CursorEnd()
	f.SetVirtualCursor(false)
	f.Focus()
	return f
}

// Paste pastes text into a field. If the end was cut off, cut says so: a command without its end
// may do something else.
func Paste(f textinput.Model, text string) (_ textinput.Model, cut string) {
	if utf8.RuneCountInString(f.Value())+utf8.RuneCountInString(text) > f.CharLimit {
		cut = fmt.Sprintf("the field takes %d characters: the end of the paste was cut off", f.CharLimit)
	}
	f, _ = f.Update(tea.PasteMsg{Content: text})
	return f, cut
}

// Key converts a key for the components of bubbles. They take a chord for the one in the same place of
// the US layout if they know it, which is right only for another script: see [keys.Key.Name].
func Key(k keys.Key) tea.KeyPressMsg {
	out := tea.Key{Code: k.TeaCode(), Text: k.Text, ShiftedCode: k.Shifted}
	if k.Code > unicode.MaxASCII {
		out.BaseCode = k.Base
	}
	for _, mod := range []struct {
		ours keys.Mod
		tea  tea.KeyMod
	}{
		{keys.Shift, tea.ModShift}, {keys.Alt, tea.ModAlt}, {keys.Ctrl, tea.ModCtrl},
		{keys.Super, tea.ModSuper}, {keys.Hyper, tea.ModHyper}, {keys.Meta, tea.ModMeta},
	} {
		if k.Mod&mod.ours != 0 {
			out.Mod |= mod.tea
		}
	}
	return tea.KeyPressMsg(out)
}

// Window returns the part of a field's text around the cursor that fits in a number of columns,
// and the column of the cursor in it. Dim styles the placeholder. (The field's own view counts
// code points instead of columns, and would cut clusters.)
func Window(f textinput.Model, cols int, dim func(...string) string) (shown string, cursor int) {
	value := []rune(f.Value())
	if len(value) == 0 {
		return dim(grid.Cut(f.Placeholder, cols)), 0
	}
	before, after := string(value[:f.Position()]), string(value[f.Position():])
	cursor = grid.StringWidth(before)
	for before != "" && cursor > cols-1 {
		cluster, w := grid.NextCluster(before)
		before, cursor = before[len(cluster):], cursor-w
	}
	shown = before
	for width := cursor; after != ""; {
		cluster, w := grid.NextCluster(after)
		if width += w; width > cols {
			break
		}
		shown += cluster
		after = after[len(cluster):]
	}
	return shown, cursor
}
