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
	// KeyOf is the key of a command, in few words.
	KeyOf func(name string) string
	// Used are the commands that were used lately, the latest first.
	Used []string
}

// List is the rows of the command table, with what stands in their way. The
// one that the typed text is another name of is found first.
func (l Commands) List(typed string) []dialog.Item {
	at := l.Focus
	named, _ := l.Focus.Table.Typed(typed)
	var out []dialog.Item
	for _, c := range l.Focus.Table.All() {
		if c.Resolve == nil || c.InCopyMode() && !at.CopyMode || c.Pointer || c.Name == "palette" {
			continue // it needs arguments, copy mode or a menu, or is this
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

// usedFirst puts commands that were used lately in front of the others, but for those
// that are asked for by their word, and those that cannot be done now behind all.
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
		return cmp.Or(a.PossibleFirst(b), cmp.Compare(rank[a.ID], rank[b.ID]))
	})
	return items
}

// Written is what was typed into the palette, where that is a command with its
// arguments as one writes it in the configuration: `tab.rename logs`, or as tmux and
// zellij have it: `split-window -h`. Where the arguments make no sense it says which do.
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
