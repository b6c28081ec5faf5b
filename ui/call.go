package ui

import (
	"fmt"
	"strings"

	"dormer/ui/keys"
)

// call is a command with its arguments: what a key is bound to.
type call struct {
	command *command
	args    []string
}

// String is the call as one writes it in the configuration.
func (c call) String() string { return line(c.command.name, c.args...) }

// line is a command with arguments as one writes it in the configuration.
func line(name string, args ...string) string {
	if len(args) == 0 {
		return name
	}
	words := []string{name}
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// title is what the call does, for people.
func (c call) title() string {
	title, _, _ := strings.Cut(c.command.title, " (")
	switch {
	case len(c.args) == 0:
		return title
	case c.command.name == "send":
		sent := make([]string, len(c.args))
		for i, name := range c.args {
			sent[i] = keys.Printed(name)
		}
		return "send " + strings.Join(sent, " ") + " to the pane"
	}
	return title + ": " + strings.Join(c.args, " ")
}

// resolve is what the call means for a focus.
func (c call) resolve(f focus) resolved {
	if len(c.args) == 0 && c.command.resolve != nil {
		return c.command.resolve(f)
	}
	resolve, err := c.command.with(c.args)
	if err != nil {
		return cannot(err.Error())
	}
	return resolve(f)
}

// check reports whether the arguments make sense, whatever the focus.
func (c call) check() error {
	switch {
	case len(c.args) == 0 && c.command.resolve != nil:
		return nil
	case c.command.with == nil:
		return fmt.Errorf("%s takes no arguments", c.command.name)
	}
	if _, err := c.command.with(c.args); err != nil {
		return fmt.Errorf("%w; write %s", err, c.command.usage())
	}
	return nil
}

// splitWords splits a line into words at blanks, with quotes as a shell has them
// and without anything else that a shell does.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, rune(0)
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			in, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			in, quote = true, r
		case r == ' ' || r == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("`%s` ends inside of a quotation", line)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// quoted is a word as splitWords reads it.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t'\"\\") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
