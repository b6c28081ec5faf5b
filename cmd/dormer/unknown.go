package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dormer/session/agent"
	"dormer/ui/alias"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/located"
)

// unknownCommand returns the error for an unknown command, with a suggestion if there is one.
func unknownCommand(root *cobra.Command, word string) error {
	if has := alias.OnCommandLine(word); has != "" {
		if strings.Contains(has, alias.LeaveKey) {
			has = strings.ReplaceAll(has, alias.LeaveKey, keyOf("leave"))
		}
		return usageErrorf("there is no command %q: %s", word, has)
	}
	if isProgramCommand(word) || alias.IsDistinctive(word) {
		return usageErrorf("%q is a command for a running dormer: dormer do %s runs it there, dormer help %s explains it", word, word, word)
	}
	if near, ok := located.Nearest(word, commandNames(root)); ok {
		return usageErrorf("there is no command %q: did you mean dormer %s?", word, near)
	}
	if near, ok := located.Nearest(word, programCommands()); ok && strings.Contains(word, ".") {
		return usageErrorf("there is no command %q: did you mean %s?", word, near)
	}
	return usageErrorf("there is no command %q: a program to run goes after --, as in dormer -- %s", word, word)
}

// keyOf returns the key of a command of the program in the effective configuration.
func keyOf(command string) string {
	chosen := config.Default()
	if s, err := findSettings(); err == nil {
		chosen, _ = s.read()
	}
	return bind.Of(chosen.Keys).KeyOf(command)
}

// programCommands returns the names of the full-screen program's commands.
func programCommands() (names []string) {
	for _, c := range command.NewTable(nil).All() {
		names = append(names, c.Name)
	}
	return names
}

// isProgramCommand reports whether the full-screen program has a command with a name.
func isProgramCommand(name string) bool {
	return command.NewTable(nil).Named(name) != nil
}

// noArgument returns the error for an argument to a command that takes none, or for an unknown
// subcommand.
func noArgument(cmd *cobra.Command, word string) error {
	names := commandNames(cmd)
	if len(names) == 0 {
		return usageError{err: fmt.Errorf("%s takes no argument %q", cmd.Name(), word)}
	}
	if near, ok := located.Nearest(word, names); ok {
		return usageErrorf("%s has no command %q: did you mean %s %s?", cmd.Name(), word, cmd.CommandPath(), near)
	}
	return usageErrorf("%s has no command %q: it has %s", cmd.Name(), word, strings.Join(names, ", "))
}

// commandNames returns the names of a command's subcommands.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return names
}

// flagError explains an error in the flags of a command, and suggests the flag that was probably
// meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near, ok := located.Nearest(unknown.GetSpecifiedName(), names); ok {
			return usageErrorf("%w: did you mean --%s?", err, near)
		}
	case errors.As(err, &invalid):
		values := map[string]string{"bool": "true or false", "int": "a number", "duration": "how long, such as 30s or 5m", "retries": fmt.Sprintf("a number from 0 to %d", agent.MostRetries)}
		return usageErrorf("--%s %q: say %s", invalid.GetFlag().Name, invalid.GetValue(), values[invalid.GetFlag().Value.Type()])
	}
	return usageError{err: err}
}

// helpCommand returns the help command, which also knows the commands of the full-screen program,
// by their names here and in tmux and by their keys.
func helpCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, _ := cmd.Root().Find(args)
			if len(rest) == 0 {
				about.InitDefaultHelpFlag()
				return about.Help()
			}
			if explainCommand(args) {
				return nil
			}
			return unknownCommand(cmd.Root(), strings.Join(args, " "))
		},
		ValidArgsFunction: completeHelp,
	}
	c.Flags().SetInterspersed(false) // arguments after a command belong to it
	return c
}

// completeHelp offers the topics of help.
func completeHelp(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	about, rest, _ := cmd.Root().Find(args)
	var words []cobra.Completion
	if len(rest) == 0 {
		for _, sub := range about.Commands() {
			if !sub.Hidden {
				words = append(words, cobra.CompletionWithDesc(sub.Name(), sub.Short))
			}
		}
	}
	if len(args) == 0 {
		ours, _ := completeCommands(cmd, nil, typed)
		words = append(words, ours...)
	}
	return offer(words, typed), cobra.ShellCompDirectiveNoFileComp
}

// explainCommand explains a command of the full-screen program, or a key; false if there is none.
func explainCommand(words []string) bool {
	s, err := findSettings()
	if err != nil {
		return false
	}
	c, _ := s.read()
	keymap := bind.Of(c.Keys)
	lines := keymap.ExplainCommand(words)
	if len(lines) == 0 {
		lines, _ = keymap.Explain(strings.Join(words, " ")) // an error means that it is no key
	}
	for _, line := range lines {
		fmt.Println(line)
	}
	return len(lines) > 0
}
