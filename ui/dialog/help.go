package dialog

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/alias"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
)

// Help lists all keys and mouse actions, from the command table and the keymap. Typing filters the
// list.
type Help struct {
	head     string
	sections []helpSection
	field    textinput.Model
	view     viewport.Model
}

// helpSection is a heading with its rows.
type helpSection struct {
	title string
	rows  []helpRow
}

// helpRow describes some keys. words are further search terms; command is the name of the command
// that the keys run, if any.
type helpRow struct {
	keys    []string
	title   string
	words   string
	command string
}

// NewHelp returns the help for a keymap.
func NewHelp(m *bind.Keymap) *Help {
	return &Help{head: HelpHead(m), sections: helpSections(m), view: viewport.New(), field: textfield.New("", "type to search")}
}

// helpSections returns the whole help: a section for each group of commands, and sections for
// commands without a key, configured calls with arguments, and the mouse.
func helpSections(m *bind.Keymap) []helpSection {
	var out []helpSection
	unbound := helpSection{title: "Without a key (" + m.KeyOf("palette") + " finds them, and any key can be bound to them)"}
	for _, g := range command.Groups() {
		s := helpSection{title: strings.ToUpper(string(g[:1])) + string(g[1:])}
		for _, c := range m.Table.All() {
			if c.Group != g {
				continue
			}
			words := strings.Join(command.SynonymsOf(c.Name).Words, " ")
			keys := m.AllKeys(c.Name)
			switch row := (helpRow{keys, c.Title, words, c.Name}); {
			case c.Resolve == nil:
			case len(keys) > 0:
				s.rows = append(s.rows, row)
			case c.CopyMode == "" && !c.Pointer:
				unbound.rows = append(unbound.rows, row)
			}
			if ends := m.AllKeys("tab.select 1"); c.Name == "tab.select" && len(ends) > 0 {
				s.rows = append(s.rows, helpRow{[]string{ends[0] + " .. 9"}, "tab 1 .. 9 (0 for the tenth)", words, c.Name})
				continue
			}
			for _, a := range c.Also {
				with := command.Call{Command: c, Args: a.Args}
				if keys := m.AllKeys(with.String()); len(keys) > 0 {
					s.rows = append(s.rows, helpRow{keys, with.Title(), words, c.Name})
				}
			}
		}
		out = append(out, s)
	}
	for _, s := range []helpSection{unbound, configuredHelp(m), mouseHelp()} {
		if len(s.rows) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// configuredHelp lists the calls with arguments that the configuration binds.
func configuredHelp(m *bind.Keymap) helpSection {
	s := helpSection{title: "Yours, with arguments"}
	for _, b := range m.Bindings {
		if b.From == "" && len(b.Call.Args) > 0 {
			s.rows = append(s.rows, helpRow{[]string{b.Keys.Printed()}, b.Call.String(), "", b.Call.Command.Name})
		}
	}
	return s
}

// mouseHelp says what the mouse does.
func mouseHelp() helpSection {
	s := helpSection{title: "Mouse"}
	for _, a := range bind.MouseActions {
		s.rows = append(s.rows, helpRow{keys: []string{a.By}, title: a.Title, words: a.Words})
	}
	return s
}

// HelpHead returns a sentence that names the keys that do not go to the pane.
func HelpHead(m *bind.Keymap) string {
	alone, leading, alt := firstKeysOf(m)
	var parts []string
	switch len(leading) {
	case 0:
	case 1:
		parts = append(parts, leading[0]+" and the key after it")
	default:
		parts = append(parts, strings.Join(leading, ", ")+", each with the key after it")
	}
	const most = 4
	if len(alone) > most {
		alone = append(alone[:most:most], fmt.Sprintf("%d other keys", len(alone)-most))
	}
	parts = append(parts, alone...)
	if alt {
		parts = append(parts, "some keys with Alt")
	}
	if len(parts) == 0 {
		return "Everything typed goes to the pane, except what is listed here."
	}
	return "Everything typed goes to the pane, except " + strings.Join(parts, ", ") + "."
}

// firstKeysOf returns the keys that do not go to the pane and that every terminal can send: keys
// bound by themselves, and keys that begin a sequence, with the mode that they begin. The prefix is
// last. For single keys with Alt it only reports whether there are any.
func firstKeysOf(m *bind.Keymap) (alone, leading []string, alt bool) {
	prefix := false
	told := map[string]bool{}
	for _, b := range m.Bindings {
		first := b.Keys[0]
		if b.Mode != config.Normal || told[first] || !b.Keys[:1].Legacy() {
			continue
		}
		told[first] = true
		switch mode := m.ModeName(b.Keys); {
		case len(b.Keys) == 1 && strings.HasPrefix(first, "alt+"):
			alt = true
		case len(b.Keys) == 1:
			alone = append(alone, keys.Printed(first))
		case first == m.Config.Prefix:
			prefix = true
		case mode != "":
			leading = append(leading, keys.Printed(first)+" ("+mode+")")
		default:
			leading = append(leading, keys.Printed(first))
		}
	}
	if prefix {
		leading = append(leading, keys.Printed(m.Config.Prefix))
	}
	return alone, leading, alt
}

// foreignCommand returns the command for a text that spells a command of tmux or zellij.
func foreignCommand(typed string) (command string, ok bool) {
	words := strings.Fields(typed)
	if len(words) == 0 || !alias.IsCommand(words) {
		return "", false
	}
	c, err := alias.Translate(words)
	if err != nil {
		return "", false
	}
	return c[0], true
}

// matching returns the rows of a section that contain all typed words, in any order, in the row or
// in the section's title. A key sequence as it is printed matches only the rows of those keys, and
// a command of tmux or zellij only the row of its equivalent.
func (s helpSection) matching(typed string) helpSection {
	out := helpSection{title: s.title}
	if c, ok := foreignCommand(typed); ok {
		for _, r := range s.rows {
			if r.command == c {
				out.rows = append(out.rows, r)
			}
		}
		return out
	}
	words := strings.Fields(strings.ToLower(typed))
	if len(words) > 1 && strings.Contains(words[0], "-") {
		for _, r := range s.rows {
			if slices.ContainsFunc(r.keys, func(k string) bool { return strings.EqualFold(k, strings.Join(words, " ")) }) {
				out.rows = append(out.rows, r)
			}
		}
		return out
	}
	for _, r := range s.rows {
		text := strings.ToLower(strings.Join(r.keys, " ") + " " + r.title + " " + r.words + " " + s.title)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			out.rows = append(out.rows, r)
		}
	}
	return out
}

// blocks renders the matching sections for a width. If not all keys of a row fit, only the first
// ones are shown; the text is wrapped.
func (h *Help) blocks(width int, l theme.Looks) (out []string) {
	const wide, narrow, narrowest, titles = 35, 23, 14, 46
	column := wide
	switch {
	case width < 2+narrowest+1+titles/2:
		column = narrowest
	case width < 2+wide+1+titles:
		column = max(min(narrow, width-2-1-titles), narrowest)
	}
	room := max(width-2-column-1, 1)
	left, right := l.Key.Width(column+1), lipgloss.NewStyle()
	join := lipgloss.JoinHorizontal
	if width < 2+narrowest+1+titles/4 { // the title goes below the keys
		room = max(width-4, 1)
		left, right = l.Key, lipgloss.NewStyle().PaddingLeft(2)
		join = lipgloss.JoinVertical
	}
	indent := lipgloss.NewStyle().PaddingLeft(2)
	for _, s := range h.sections {
		s = s.matching(h.field.Value())
		if len(s.rows) == 0 {
			continue
		}
		lines := []string{l.Head.Render(s.title)}
		for _, r := range s.rows {
			row := join(lipgloss.Top, left.Render(firstKeys(r.keys, column)), right.Render(strings.Join(Wrapped(r.title, room), "\n")))
			lines = append(lines, indent.Render(row))
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

// lines renders the help for a width: in two columns if it does not fit on a page and the width
// allows it.
func (h *Help) lines(width, page int, l theme.Looks) []string {
	var top []string
	if h.field.Value() == "" {
		top = append(Wrapped(h.head, width), "")
	}
	blocks := h.blocks(width, l)
	if len(blocks) == 0 {
		return Wrapped("No command matches. Esc closes, Ctrl-u clears the search.", width)
	}
	text := strings.Join(blocks, "\n\n")
	if half := (width - helpGap) / 2; half >= helpColumn && lipgloss.Height(text) > page {
		blocks = h.blocks(half, l)
		n := balanced(blocks)
		left := lipgloss.NewStyle().Width(half + helpGap).Render(strings.Join(blocks[:n], "\n\n"))
		text = lipgloss.JoinHorizontal(lipgloss.Top, left, strings.Join(blocks[n:], "\n\n"))
	}
	return append(top, strings.Split(text, "\n")...)
}

// The minimum width of one of two columns, and the gap between them.
const (
	helpColumn = 42
	helpGap    = 3
)

// balanced returns the number of blocks for the first of two columns, so that both are about
// equally long.
func balanced(blocks []string) (n int) {
	all, left := 0, 0
	for _, b := range blocks {
		all += lipgloss.Height(b) + 1
	}
	for n < len(blocks)-1 && 2*left+lipgloss.Height(blocks[n])+1 <= all {
		left += lipgloss.Height(blocks[n]) + 1
		n++
	}
	return max(n, 1)
}

// firstKeys returns as many of a command's keys as fit, and at least one.
func firstKeys(all []string, room int) string {
	out := ""
	for i, k := range all {
		if i > 0 {
			k = out + ", " + k
		}
		if i > 0 && grid.StringWidth(k) > room {
			break
		}
		out = k
	}
	return out
}

// Padded pads a text with blanks to a width.
func Padded(s string, width int) string {
	if n := width - grid.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

func (h *Help) Key(k keys.Key) Result {
	switch k.Name() {
	case "esc", "enter", "ctrl+c", "ctrl+g":
		return closes
	case "down", "ctrl+n":
		h.view.ScrollDown(1)
	case "up", "ctrl+p":
		h.view.ScrollUp(1)
	case "pgdown":
		h.view.PageDown()
	case "pgup":
		h.view.PageUp()
	case "home":
		h.view.GotoTop()
	case "end":
		h.view.GotoBottom()
	default:
		h.typed(textfield.Key(k))
	}
	return stays
}

// typed edits the search text and, if it changes, scrolls to the top.
func (h *Help) typed(msg tea.Msg) {
	before := h.field.Value()
	h.field, _ = h.field.Update(msg)
	if h.field.Value() != before {
		h.view.GotoTop()
	}
}

func (h *Help) Paste(text string) Result {
	h.typed(tea.PasteMsg{Content: text})
	return stays
}

func (h *Help) Mouse(e input.Mouse) Result {
	switch e.Button {
	case keys.WheelDown:
		h.view.ScrollDown(keys.WheelLines)
	case keys.WheelUp:
		h.view.ScrollUp(keys.WheelLines)
	}
	return stays
}

// Render draws the help. The box does not shrink while the user types, so that the text stays in
// place.
func (h *Help) Render(size session.Size, l theme.Looks) Overlay {
	inner, page, edged := min(size.Cols-frameCols, helpWidest), min(size.Rows-frameRows-5, helpMaxRows), true
	if inner < 16 || page < 3 {
		inner, page, edged = size.Cols, max(size.Rows-2, 1), false
	}
	lines := h.lines(inner, page, l)
	h.view.SetWidth(inner)
	h.view.SetHeight(page)
	h.view.SetContentLines(lines)
	field, at := textfield.Window(h.field, max(inner-grid.StringWidth(sign), 1), l.Dim.Render)
	does, note := []keyHelp{{"Esc", "closes"}}, ""
	if len(lines) > page {
		does = append([]keyHelp{{"↑ ↓ PgUp PgDn", "scroll"}}, does...)
		note = fmt.Sprintf("%d of %d", min(h.view.YOffset()+page, len(lines)), len(lines))
	}
	shown := append([]string{l.Key.Render(sign) + field}, strings.Split(h.view.View(), "\n")...)
	if edged {
		shown = append(shown, "")
	}
	o, text := box{title: "Keys", note: note, lines: append(shown, footOf(does, inner, 1, l)...), cols: inner}.over(l, size)
	o.Cursor = &geometry.Point{X: min(text.X+grid.StringWidth(sign)+at, o.Rect.X+max(o.Rect.W-1, 0)), Y: text.Y}
	return o
}

// The maximum size of the help on the screen.
const (
	helpWidest  = 94
	helpMaxRows = 20
)
