package command

import (
	"fmt"
	"strings"

	"dormer/ui/keys"
)

// Call is a command with its arguments, as keys are bound to it.
type Call struct {
	Command *Command
	Args    []string
}

// String returns the call as it is written in the configuration.
func (c Call) String() string { return Line(c.Command.Name, c.Args...) }

// Line returns a command with arguments as it is written in the configuration.
func Line(name string, args ...string) string {
	if len(args) == 0 {
		return name
	}
	words := []string{name}
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// Title describes the call to the user.
func (c Call) Title() string {
	title, _, _ := strings.Cut(c.Command.Title, " (")
	switch {
	case len(c.Args) == 0:
		return title
	case c.Command.Name == "send":
		sent := make([]string, len(c.Args))
		for i, name := range c.Args {
			sent[i] = keys.Printed(name)
		}
		return "send " + strings.Join(sent, " ") + " to the pane"
	}
	return title + ": " + strings.Join(c.Args, " ")
}

// Resolve returns the result of the call for a focus.
func (c Call) Resolve(f Focus) Result {
	if len(c.Args) == 0 && c.Command.Resolve != nil {
		return c.Command.Resolve(f)
	}
	resolve, err := c.Command.With(c.Args)
	if err != nil {
		return Cannot(err.Error())
	}
	return resolve(f)
}

// Check returns an error if the arguments are invalid for every focus.
func (c Call) Check() error {
	switch {
	case len(c.Args) == 0 && c.Command.Resolve != nil:
		return nil
	case c.Command.With == nil:
		return fmt.Errorf("%s takes no arguments", c.Command.Name)
	}
	if _, err := c.Command.With(c.Args); err != nil {
		return fmt.Errorf("%w; write %s", err, c.Command.Usage())
	}
	return nil
}

// SplitWords splits a line into words at blanks. Quotes and backslashes work as in a shell;
// nothing else is expanded.
func SplitWords(line string) ([]string, error) {
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
		return nil, fmt.Errorf("`%s` has no closing quote", line)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// quoted quotes a word for SplitWords if it needs that.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t'\"\\") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Requests that these commands make.
type (
	RunNamed struct{ Command string }
	// RunListed runs a command that was chosen from the palette, RunCall one with arguments.
	RunListed struct{ Command string }
	RunCall   struct{ Call Call }
	// RunSequence closes open dialogs and runs the call that a key sequence is bound to.
	RunSequence struct{ Call Call }
	// RunLine parses and runs a command line.
	RunLine struct{ Line string }
)

func (RunNamed) isRequest()    {}
func (RunListed) isRequest()   {}
func (RunCall) isRequest()     {}
func (RunSequence) isRequest() {}
func (RunLine) isRequest()     {}
