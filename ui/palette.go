package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// openPalette finds anything by name: commands, tabs, sessions, what is closed. A
// first character narrows it: ">" to commands, "$" to sessions, "~" to directories; "/" looks for a text
// in what all sessions have shown.
func (m *Model) openPalette() tea.Cmd {
	f := dialog.NewFinder("Find", m.everythingList())
	f.Palette = true
	f.Placeholder = "find anything; > commands, $ sessions, ~ directories, / text in sessions"
	return m.openFinder(f)
}

// everything lists what the palette finds. Sessions come before commands: one
// looks for them more often.
func (m *Model) everything(typed string) ([]dialog.Item, string) {
	switch {
	case strings.HasPrefix(typed, ">"):
		return append(m.writtenItems(typed[1:]), m.commandItems(typed[1:])...), typed[1:]
	case strings.HasPrefix(typed, "$"):
		return m.sessionItems(), typed[1:]
	case strings.HasPrefix(typed, "~"):
		return m.dirsFor(typed)
	case strings.HasPrefix(typed, "/"):
		return m.textItems(), ""
	}
	out := append(m.sessionItems(), m.writtenItems(typed)...)
	for _, more := range [][]dialog.Item{m.closedItems(), m.dirItems(), m.commandItems(typed)} {
		out = append(out, more...)
	}
	return out, typed
}

// commandItems are the rows of the command table, with what stands in their way. The
// one that the typed text is another name of is found first.
func (m *Model) commandItems(typed string) []dialog.Item {
	at := m.focus()
	named, _ := m.commands().Typed(typed)
	var out []dialog.Item
	for _, c := range m.commands().All() {
		if c.Resolve == nil || c.InCopyMode() && !at.CopyMode || c.Pointer || c.Name == "palette" {
			continue // it needs arguments, copy mode or a menu, or is this
		}
		it := dialog.Item{
			ID: "command " + c.Name, Text: c.Title, Detail: c.Name, Right: m.keys().ShortKey(c.Name), Mark: ">",
			Command: true, Other: command.SynonymsOf(c.Name), ByWord: c.ByWord, Sure: c == named.Command && len(named.Args) == 0,
		}
		if it.Disabled = c.Resolve(at).Why; it.Disabled != "" {
			it.Detail = it.Disabled
		}
		it.Choose = command.Ask(command.RunListed{Command: c.Name})
		out = append(out, it)
	}
	return m.usedFirst(out)
}

// usedFirst puts commands that were used lately in front of the others, but for those
// that are asked for by their word, and those that cannot be done now behind all.
func (m *Model) usedFirst(items []dialog.Item) []dialog.Item {
	rank := map[string]int{}
	for i, name := range m.habits.Commands {
		rank["command "+name] = i - mostRecent
	}
	for _, it := range items {
		if it.ByWord {
			delete(rank, it.ID)
		}
	}
	slices.SortStableFunc(items, func(a, b dialog.Item) int {
		return cmp.Or(a.PossibleFirst(b), cmp.Compare(rank[a.ID], rank[b.ID]))
	})
	return items
}

// sessionItems are the panes of all views, the active one's last: one looks for
// another.
func (m *Model) sessionItems() []dialog.Item {
	out := make([]dialog.Item, 0, len(m.state.Sessions)+len(m.commands().All())) // the palette's commands follow
	active := m.activePane()
	for _, v := range m.state.Views {
		for i, t := range v.Tabs {
			for _, id := range t.Panes() {
				if id != active {
					out = append(out, m.sessionItem(v, i, t, id))
				}
			}
		}
	}
	return out
}

// sessionItem is a pane as something to go to.
func (m *Model) sessionItem(v workspace.View, index int, t workspace.Tab, id session.ID) dialog.Item {
	r := m.state.Sessions[id]
	where := strconv.Itoa(index + 1)
	if title := m.state.TabTitle(t); title != r.DisplayTitle() {
		where += " " + title
	}
	if len(m.state.Views) > 1 {
		where = v.Name + " / " + where
	}
	return dialog.Item{
		ID: "session " + id.String(), Text: r.DisplayTitle(), Detail: shortDir(r.Dir), Right: where,
		Mark: m.mark(id), Session: id,
		Choose: command.Ask(command.GoTo{Session: id}), About: command.AboutIn(t, id),
	}
}

// runListed runs a command that was chosen from the palette, and remembers that.
func (m *Model) runListed(name string) tea.Cmd {
	used := m.remember(func(h *Habits) { h.Commands = latest(h.Commands, name) })
	return tea.Batch(used, m.runNamed(name))
}

// goTo shows a session's pane, in whatever view and tab it is.
func (m *Model) goTo(id session.ID) tea.Cmd {
	view, _, ok := m.state.TabOf(id)
	if !ok {
		m.say(m.focus().Refusal("that pane is closed meanwhile", "shelf", "shows whether it can be brought back"))
		return nil
	}
	return tea.Batch(m.apply(workspace.SwitchView{View: view}), m.apply(workspace.FocusPane{Session: id}))
}

// writtenItems is what was typed into the palette, where that is a command with its
// arguments as one writes it in the configuration: `tab.rename logs`, or as tmux and
// zellij have it: `split-window -h`. Where the arguments make no sense it says which do.
func (m *Model) writtenItems(typed string) []dialog.Item {
	words, _ := command.SplitWords(typed)
	c, err := m.commands().Typed(typed)
	switch {
	case c.Command == nil && err == nil:
		return nil
	case c.Command == nil:
		return []dialog.Item{{ID: "written", Text: strings.Join(words, " "), Detail: strings.TrimPrefix(err.Error(), words[0]+": "), Disabled: err.Error(), Sure: true, Mark: ">"}}
	case len(c.Args) == 0 && c.Command.Resolve != nil:
		return nil // the list has it
	}
	it := dialog.Item{ID: "written", Text: c.Command.Usage(), Detail: c.Title(), Mark: ">", Sure: true}
	if err == nil {
		it.Text, it.Disabled = c.String(), c.Resolve(m.focus()).Why
	} else {
		it.Disabled = err.Error()
	}
	if it.Disabled != "" {
		it.Detail = it.Disabled
	}
	it.Choose = command.Ask(command.RunCall{Call: c})
	return []dialog.Item{it}
}
