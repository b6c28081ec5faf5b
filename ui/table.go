package ui

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"dormer/ui/alias"
	"dormer/ui/config/located"
)

// table is everything that can be asked for by name.
type table struct {
	rows   []*command
	byName map[string]*command
}

// copyRow is a command of copy mode, and its keys in each of the two sets.
type copyRow struct {
	name, title string
	vi, emacs   []string
}

// newTable makes the table, with the commands of copy mode. The keys are tmux's wherever
// tmux has the thing.
func newTable(copyMode []copyRow) *table {
	t := &table{byName: map[string]*command{}}
	for _, rows := range [][]command{
		tabCommands(), paneCommands(), historyCommands(), layoutCommands(), viewCommands(), dormerCommands(), copyCommandRows(copyMode),
		floatCommands(), menuCommandRows(), templateCommands(),
	} {
		t.rows = slices.Grow(t.rows, len(rows))
		for i := range rows {
			t.rows = append(t.rows, &rows[i])
			t.byName[rows[i].name] = &rows[i]
		}
	}
	return t
}

// all lists the commands in the order in which help and palette show them.
func (t *table) all() []*command { return t.rows }

// named is the command of a name, nil for none.
func (t *table) named(name string) *command { return t.byName[name] }

// nearest says which name was meant perhaps, as the end of a sentence.
func (t *table) nearest(name string) string {
	if best, ok := located.Nearest(name, append(slices.Sorted(maps.Keys(t.byName)), alias.Names()...)); ok {
		return fmt.Sprintf(": did you mean %q?", best)
	}
	return ": dormer keys lists all"
}

// parse reads a command with its arguments, as it is written in the configuration. The
// error says which word is wrong and what was meant perhaps.
func (t *table) parse(text string) (call, error) {
	words, err := splitWords(text)
	if err != nil {
		return call{}, err
	}
	return t.callOf(words)
}

// callOf is the command that words name, with its arguments: by its name here, or as
// tmux and zellij have it.
func (t *table) callOf(words []string) (call, error) {
	if len(words) == 0 {
		return call{}, errors.New("no command is named")
	}
	if t.named(words[0]) == nil && alias.Known(words[0]) {
		var err error
		if words, err = alias.Translate(words); err != nil {
			return call{}, err
		}
	}
	row := t.named(words[0])
	if row == nil {
		return call{}, fmt.Errorf("unknown command %q%s", words[0], t.nearest(words[0]))
	}
	c := call{command: row, args: words[1:]}
	return c, c.check()
}

// typed is the command that a text is, with its arguments; the error says why there is
// none, or why they make no sense. Neither is there for any other text.
func (t *table) typed(text string) (call, error) {
	words, err := splitWords(text)
	if err != nil || len(words) == 0 {
		return call{}, nil
	}
	row := t.named(words[0])
	switch {
	case row != nil && (row.inCopyMode() || len(words) > 1 && row.with == nil):
		return call{}, nil // words to look for, such as "copy mode"
	case row == nil && !alias.Meant(words):
		return call{}, nil
	}
	c, err := t.callOf(words)
	if several := (alias.Several{}); errors.As(err, &several) && len(words) == 1 {
		return call{}, nil // the list has them
	}
	return c, err
}
