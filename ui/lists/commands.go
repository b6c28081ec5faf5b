package lists

import (
	"cmp"
	"slices"
	"strings"

	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Commands lists the commands for a focus.
type Commands struct {
	Focus command.Focus
	// KeyOf returns the key of a command in short form.
	KeyOf func(name string) string
	// Used are the recently used commands, the latest first.
	Used []string
}

// List returns the commands, disabled with a reason if they cannot run. A command whose other name
// was typed ranks first.
func (l Commands) List(typed string) []dialog.Item {
	at := l.Focus
	named, _ := l.Focus.Table.Typed(typed)
	var out []dialog.Item
	for _, c := range l.Focus.Table.All() {
		if c.Resolve == nil || c.InCopyMode() && !at.CopyMode || c.Pointer || c.Name == "palette" {
			continue // needs arguments, copy mode or a menu, or is the palette itself
		}
		it := dialog.Item{
			ID: "command " + c.Name, Text: c.Title, Detail: c.Name, Right: l.KeyOf(c.Name), Mark: ">",
			Command: true, Other: command.SynonymsOf(c.Name), ByWord: c.ByWord, Sure: c == named.Command && len(named.Args) == 0,
		}
		if it.Disabled = c.Resolve(at).Why; it.Disabled != "" {
			it.Detail = it.Disabled
		}
		it.Choose = command.Ask(command.RunListed{Command: c.Name})
		out = append(out, it)
	}
	return l.usedFirst(out)
}

// usedFirst sorts recently used commands, except those that are selected by their word only, before
// the others, and disabled ones last.
func (l Commands) usedFirst(items []dialog.Item) []dialog.Item {
	rank := map[string]int{}
	for i, name := range l.Used {
		rank["command "+name] = i - len(l.Used)
	}
	for _, it := range items {
		if it.ByWord {
			delete(rank, it.ID)
		}
	}
	slices.SortStableFunc(items, func(a, b dialog.Item) int {
		return cmp.Or(a.CompareEnabled(b), cmp.Compare(rank[a.ID], rank[b.ID]))
	})
	return items
}

// Written returns an item for a command with arguments that was typed into the palette, as it is
// written in the configuration (`tab.rename logs`) or in tmux or zellij (`split-window -h`). If the
// arguments are wrong, the item is disabled and says why.
func (l Commands) Written(typed string) []dialog.Item {
	words, _ := command.SplitWords(typed)
	c, err := l.Focus.Table.Typed(typed)
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
		it.Text, it.Disabled = c.String(), c.Resolve(l.Focus).Why
	} else {
		it.Disabled = err.Error()
	}
	if it.Disabled != "" {
		it.Detail = it.Disabled
	}
	it.Choose = command.Ask(command.RunCall{Call: c})
	return []dialog.Item{it}
}
