package alias

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Known reports whether tmux or zellij has a command of a name.
func Known(word string) bool { return len(rowsOf(word)) > 0 }

// Unmistakable reports whether a word is such a name and nothing that one would say:
// "split-window" and "NewTab" are, "new" is not.
func Unmistakable(word string) bool {
	return Known(word) && (strings.Contains(word, "-") || strings.ToLower(word[1:]) != word[1:])
}

// Meant reports whether words are a command of tmux's or zellij's, and not what one would
// say: "next" is one, but "next pane" is looked for.
func Meant(words []string) bool {
	return Unmistakable(words[0]) || Known(words[0]) && len(words) > 1 && strings.HasPrefix(words[1], "-")
}

// Several says that a name may mean several commands here.
type Several struct {
	name string
	// Commands are those that it may mean.
	Commands []string
	forms    []string
}

func (s Several) Error() string {
	text := fmt.Sprintf("%s can be %s: name the one you mean", s.name, either(s.Commands))
	if len(s.forms) > 0 {
		text += ", or add " + either(s.forms)
	}
	return text
}

// Translate gives the command here that a command of tmux's or zellij's is, with its
// arguments. The error is a sentence: that there is none and what there is instead, which
// argument has no counterpart, or [Several].
func Translate(line []string) ([]string, error) {
	if len(line) == 0 {
		return nil, errors.New("no command is named")
	}
	rows := rowsOf(line[0])
	if len(rows) == 0 {
		return nil, fmt.Errorf("unknown command %q", line[0])
	}
	given := read(line[1:], rows)
	i := slices.IndexFunc(rows, given.has)
	if i < 0 {
		return nil, given.refused(line[0], rows)
	}
	row := rows[i]
	given.drop(row.with)
	switch {
	case row.instead != "":
		return nil, fmt.Errorf("%s: %s", line[0], row.instead)
	case row.could != "" && given.empty():
		return nil, Several{line[0], strings.Fields(row.could), formsOf(rows)}
	}
	return given.command(line[0], row, rows)
}

// Of lists the ways in which tmux and zellij write what a command does: "split-window
// -h", "splitw -h".
func Of(command string) []string { return byCommand()[command] }

var byCommand = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, r := range names {
		for _, c := range r.commands() {
			for n := range strings.FieldsSeq(r.names) {
				out[c] = append(out[c], strings.TrimSpace(n+" "+r.with))
			}
		}
	}
	return out
})

// commands are the commands that a row can mean.
func (n name) commands() (out []string) {
	for _, call := range []string{n.does, n.number} {
		if call != "" {
			command, _, _ := strings.Cut(call, " ")
			out = append(out, command)
		}
	}
	return append(out, strings.Fields(n.could)...)
}

// Commands lists the commands here that a name can mean, in the order of the table.
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

// Names lists all names.
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

// Phrases are what one would say for a command.
func Phrases(command string) []string {
	if words[command] == "" {
		return nil
	}
	return strings.Split(words[command], ", ")
}

// LeaveKey stands in what [OnCommandLine] says for the key that leaves, which the
// configuration may change.
const LeaveKey = "{leave}"

// OnCommandLine says what the command line of dormer has for a name; empty where that is
// a command of the running program.
func OnCommandLine(word string) string {
	rows := rowsOf(word)
	if len(rows) == 0 {
		return ""
	}
	r := rows[len(rows)-1] // the one for the name alone
	if r.shell != "" {
		return r.shell
	}
	return r.instead
}

// rowsOf are the rows of a name, however its words are joined: NewTab is new-tab.
func rowsOf(word string) []name {
	if rows, ok := byName()[word]; ok {
		return rows
	}
	return byName()[joined(word)]
}

// byName are the rows of each name as it is written, and with its words joined.
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
