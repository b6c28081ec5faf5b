package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"dormer/ui/alias"
	"dormer/ui/config/located"
	"dormer/ui/copymode"
)

// Table holds all commands by name.
type Table struct {
	rows   []*Command
	byName map[string]*Command
}

// Full returns the table of all commands.
func Full() *Table { return NewTable(copymode.Commands()) }

// NewTable returns a table with the given commands of copy mode. Keys are tmux's wherever
// tmux has an equivalent.
func NewTable(copyMode []copymode.Command) *Table {
	t := &Table{byName: map[string]*Command{}}
	for _, rows := range [][]Command{
		tabCommands(), paneCommands(), historyCommands(), layoutCommands(), viewCommands(), dormerCommands(), copyCommandRows(copyMode),
		floatCommands(), menuCommandRows(), templateCommands(),
	} {
		t.rows = slices.Grow(t.rows, len(rows))
		for i := range rows {
			t.rows = append(t.rows, &rows[i])
			t.byName[rows[i].Name] = &rows[i]
		}
	}
	return t
}

// All returns the commands in the order of the help and the palette.
func (t *Table) All() []*Command { return t.rows }

// Named returns the command with a name, nil for none.
func (t *Table) Named(name string) *Command { return t.byName[name] }

// nearest suggests a similar name, as the end of a sentence.
func (t *Table) nearest(name string) string {
	if best, ok := located.Nearest(name, append(slices.Sorted(maps.Keys(t.byName)), alias.Names()...)); ok {
		return fmt.Sprintf(": did you mean %q?", best)
	}
	return ": dormer keys lists all"
}

// Parse parses a command with its arguments, as it is written in the configuration. The
// error names the wrong word and suggests a similar one.
func (t *Table) Parse(text string) (Call, error) {
	words, err := SplitWords(text)
	if err != nil {
		return Call{}, err
	}
	return t.CallOf(words)
}

// CallOf returns the call that words spell: dormer's name of a command, or tmux's or
// zellij's, and its arguments.
func (t *Table) CallOf(words []string) (Call, error) {
	if len(words) == 0 {
		return Call{}, errors.New("no command is named")
	}
	typed := words[0]
	if t.Named(typed) == nil && alias.Known(typed) {
		var err error
		if words, err = alias.Translate(words); err != nil {
			return Call{}, err
		}
	}
	row := t.Named(words[0])
	if row == nil {
		return Call{}, fmt.Errorf("unknown command %q%s", words[0], t.nearest(words[0]))
	}
	c := Call{Command: row, Args: words[1:]}
	if typed != row.Name && len(c.Args) > 0 && row.With == nil {
		return c, fmt.Errorf("%s takes no arguments here: without them it is %q", typed, row.Title)
	}
	return c, c.Check()
}

// Typed returns the call that a text typed into a search spells. The error says what is wrong
// with a text that was meant as a command. Any other text gives the zero Call and no error.
func (t *Table) Typed(text string) (Call, error) {
	words, err := SplitWords(text)
	if err != nil || len(words) == 0 {
		return Call{}, nil //nolint:nilerr // a text that is not a command is searched for literally
	}
	row := t.Named(words[0])
	switch {
	case row != nil && (row.InCopyMode() || len(words) > 1 && row.With == nil):
		return Call{}, nil // words to search for, such as "copy mode"
	case row == nil && !alias.IsCommand(words):
		return Call{}, nil
	}
	c, err := t.CallOf(words)
	if several := (alias.AmbiguousError{}); errors.As(err, &several) && len(words) == 1 {
		return Call{}, nil // the list has them
	}
	return c, err
}
