package ui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/alias"
)

// call is a command with its arguments: what a key is bound to.
type call struct {
	command *command
	args    []string
}

// String is the call as one writes it in the configuration.
func (c call) String() string {
	if len(c.args) == 0 {
		return c.command.name
	}
	words := []string{c.command.name}
	for _, a := range c.args {
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
		return "send " + sequence(c.args).printed() + " to the pane"
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

// usage is how the command is written with its arguments.
func (c command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// parseCall reads a command with its arguments, as it is written in the
// configuration. The error says which word is wrong and what was meant perhaps.
func (m keymap) parseCall(text string) (call, error) {
	words, err := splitWords(text)
	if err != nil {
		return call{}, err
	}
	return m.callOf(words)
}

// callOf is the command that words name, with its arguments: by its name here, or as
// tmux and zellij have it.
func (m keymap) callOf(words []string) (call, error) {
	if len(words) == 0 {
		return call{}, errors.New("no command is named")
	}
	if _, ours := m.byName[words[0]]; !ours && alias.Known(words[0]) {
		var err error
		if words, err = alias.Translate(words); err != nil {
			return call{}, err
		}
	}
	i, ok := m.byName[words[0]]
	if !ok {
		return call{}, fmt.Errorf("unknown command %q%s", words[0], m.nearest(words[0]))
	}
	c := call{command: m.table[i], args: words[1:]}
	return c, c.check()
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

// run resolves a command for the present focus and does it, or says why not.
func (m *Model) run(c *command) tea.Cmd { return m.runCall(call{command: c}) }

func (m *Model) runCall(c call) tea.Cmd { return m.runFor(c, m.focus()) }

// runFor does a command for a focus, which need not be the present one.
func (m *Model) runFor(c call, at focus) tea.Cmd { return m.do(c.resolve(at)) }

// do does what a command or a dialog asks for, or says why it cannot be done.
func (m *Model) do(r resolved) tea.Cmd {
	switch {
	case r.disabled != "":
		m.say(r.disabled)
	case r.request != nil:
		return m.fulfil(r.request)
	case r.action != nil:
		return m.apply(r.action)
	}
	return nil
}

// runNamed runs a command of the table by name.
func (m *Model) runNamed(name string) tea.Cmd {
	i, ok := m.keys().byName[name]
	if !ok {
		return nil
	}
	return m.run(m.keys().table[i])
}
