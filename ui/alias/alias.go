package alias

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Known reports whether tmux or zellij has a command of that name.
func Known(word string) bool { return len(rowsOf(word)) > 0 }

// IsDistinctive reports whether a word is such a name and not an everyday word: "split-window" and
// "NewTab" are, "new" is not.
func IsDistinctive(word string) bool {
	return Known(word) && (strings.Contains(word, "-") || strings.ToLower(word[1:]) != word[1:])
}

// IsCommand reports whether words are a command of tmux or zellij rather than a search for one in
// everyday words: "next -a" is a command, "next pane" is a search.
func IsCommand(words []string) bool {
	return IsDistinctive(words[0]) || Known(words[0]) && len(words) > 1 && strings.HasPrefix(words[1], "-")
}

// AmbiguousError is the error for a name that may mean several commands here.
type AmbiguousError struct {
	name string
	// Commands are the possible commands.
	Commands []string
	forms    []string
}

func (s AmbiguousError) Error() string {
	text := fmt.Sprintf("%s can be %s: name the one you mean", s.name, either(s.Commands))
	if len(s.forms) > 0 {
		text += ", or add " + either(s.forms)
	}
	return text
}

// Translate translates a command of tmux or zellij, with its arguments, to a command of dormer. The
// error is a sentence: there is no such command and what to use instead, or an argument has no
// counterpart, or the command is ambiguous ([AmbiguousError]).
func Translate(line []string) ([]string, error) {
	if len(line) == 0 {
		return nil, errors.New("no command is named")
	}
	rows := rowsOf(line[0])
	if len(rows) == 0 {
		return nil, fmt.Errorf("unknown command %q", line[0])
	}
	given := read(line[1:], rows)
	i := slices.IndexFunc(rows, given.selects)
	if i < 0 {
		return nil, given.refused(line[0], rows)
	}
	row := rows[i]
	given.dropSelector(row.selector)
	switch {
	case row.hint != "":
		return nil, fmt.Errorf("%s: %s", line[0], row.hint)
	case row.candidates != "" && given.empty():
		return nil, AmbiguousError{line[0], strings.Fields(row.candidates), formsOf(rows)}
	}
	return given.command(line[0], row, rows)
}

// NamesOf returns the names in tmux and zellij for a command: "split-window -h", "splitw -h".
func NamesOf(command string) []string { return byCommand()[command] }

var byCommand = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, r := range names {
		for _, c := range r.commands() {
			for n := range strings.FieldsSeq(r.names) {
				out[c] = append(out[c], strings.TrimSpace(n+" "+r.selector))
			}
		}
	}
	return out
})

// commands returns the commands that a row can mean.
func (n name) commands() (out []string) {
	for _, call := range []string{n.command, n.numberCommand} {
		if call != "" {
			command, _, _ := strings.Cut(call, " ")
			out = append(out, command)
		}
	}
	return append(out, strings.Fields(n.candidates)...)
}

// Commands returns dormer's commands that a name can mean, in the order of the table.
func Commands(word string) (out []string) {
	for _, r := range rowsOf(word) {
		for _, c := range r.commands() {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// Names returns all names.
func Names() (out []string) {
	for _, r := range names {
		for n := range strings.FieldsSeq(r.names) {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Phrases returns the everyday phrases for a command.
func Phrases(command string) []string {
	if words[command] == "" {
		return nil
	}
	return strings.Split(words[command], ", ")
}

// LeaveKey is a placeholder in the result of [OnCommandLine] for the key that leaves, which the
// configuration may change.
const LeaveKey = "{leave}"

// OnCommandLine returns a hint at what dormer's command line offers for a name; empty if the name
// is a command of the running program.
func OnCommandLine(word string) string {
	rows := rowsOf(word)
	if len(rows) == 0 {
		return ""
	}
	r := rows[len(rows)-1] // the one for the name alone
	if r.shell != "" {
		return r.shell
	}
	return r.hint
}

// rowsOf returns the rows of a name, however its words are joined: NewTab is new-tab.
func rowsOf(word string) []name {
	if rows, ok := byName()[word]; ok {
		return rows
	}
	return byName()[joined(word)]
}

// byName maps names to their rows, both as written and with the words joined.
var byName = sync.OnceValue(func() map[string][]name {
	out := map[string][]name{}
	for _, r := range names {
		for n := range strings.FieldsSeq(r.names) {
			out[n] = append(out[n], r)
			if strings.Contains(n, "-") {
				out[joined(n)] = append(out[joined(n)], r)
			}
		}
	}
	return out
})

func joined(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "")) }
