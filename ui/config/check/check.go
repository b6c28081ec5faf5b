package check

import (
	"fmt"

	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// Problems are the keys, commands and themes of a configuration that do not exist.
func Problems(c config.Config) []error {
	var problems []error
	if len(c.Keys.Bind) > 0 { // without any no start waits for a keymap that is thrown away
		_, problems = bind.New(command.Full(), c.Keys)
	}
	if _, err := keys.ReadName(c.Keys.Prefix); err != nil && c.Keys.Prefix != "" {
		problems = append(problems, config.Problem{At: c.From["keys.prefix"], Err: fmt.Errorf("keys.prefix: %w", err)})
	}
	return append(problems, theme.Check(c)...)
}

// Sentence says what is wrong in one sentence for the status line, empty for nothing. It
// calls the file by its last name.
func Sentence(problems []error) string {
	return config.FirstProblem(problems, "dormer config check")
}

// Warnings says what of a configuration may not be what was meant: keys taken from the
// programs in panes, and bindings that leave no way to work.
func Warnings(c config.Config) []error { return bind.Of(c.Keys).Warnings() }
