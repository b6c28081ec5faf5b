package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"dormer/cmd/dormer/commandline"
	"dormer/ui"
	"dormer/ui/config"
	"dormer/ui/config/located"
)

// elsewhere is what tmux, zellij and screen call what is done here by a command, or
// inside. A word that is no command is answered by it.
var elsewhere = map[string]string{
	"a":                 "dormer opens the workspace as it was left",
	"at":                "dormer opens the workspace as it was left",
	"attach-session":    "dormer opens the workspace as it was left, dormer attach ID shows one session",
	"detach":            "Ctrl-b d leaves, and everything runs on",
	"delete-session":    "dormer kill ID ends a session",
	"edit":              "dormer -- vim FILE opens a tab for it",
	"kill-all-sessions": "dormer kill --all ends all sessions",
	"kill-pane":         "dormer kill ID ends a session",
	"kill-server":       "dormer kill --all ends all sessions",
	"kill-session":      "dormer kill ID ends a session",
	"list":              "dormer ps lists sessions, dormer workspace the workspaces",
	"list-keys":         "dormer keys lists them",
	"list-sessions":     "dormer ps lists sessions, dormer workspace the workspaces",
	"ls":                "dormer ps lists sessions, dormer workspace the workspaces",
	"new-session":       "dormer -w NAME opens a workspace, dormer new starts a session beside them",
	"new-window":        "dormer -- COMMAND opens it in a tab of its own",
	"quit":              "Ctrl-b d leaves, dormer kill --all ends all sessions",
	"setup":             "dormer config init writes a configuration to change",
	"version":           "dormer --version prints it",
}

// unknownCommand says what a word that is no command was meant for perhaps.
func unknownCommand(c *commandline.Command, word string) error {
	if does, ok := elsewhere[word]; ok {
		return instead("there is no command %q: %s", word, does)
	}
	if c == c.Root() && isProgramCommand(word) {
		return instead("%q is a command of the program: dormer do %s has the running one carry it out, dormer help %s says what it does", word, word, word)
	}
	if near, ok := nearest(c, word); ok {
		return instead("there is no command %q: did you mean %s %s?", word, c.Path(), near)
	}
	return instead("there is no command %q: a program to run goes behind --, as in dormer -- %s", word, word)
}

// isProgramCommand reports whether the program that is open has a command of a name.
func isProgramCommand(name string) bool {
	return slices.ContainsFunc(ui.Commands(config.Default()), func(row ui.CommandRow) bool { return row.Name == name })
}

// noArgument says that a command takes no argument, or has no such command.
func noArgument(c *commandline.Command, word string) error {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	if len(names) == 0 {
		return usageError{err: fmt.Errorf("%s takes no argument %q", c.Name(), word)}
	}
	if near, ok := nearest(c, word); ok {
		return instead("%s has no command %q: did you mean %s %s?", c.Name(), word, c.Path(), near)
	}
	return instead("%s has no command %q: it has %s", c.Name(), word, strings.Join(names, ", "))
}

// nearest is the command below c whose name is most like a word.
func nearest(c *commandline.Command, word string) (string, bool) {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return located.Nearest(word, names)
}

// mistaken is a mistake on the line of a command, with the flag that was meant perhaps.
func mistaken(c *commandline.Command, m commandline.Mistake) error {
	var names []string
	for _, f := range c.AllFlags() {
		names = append(names, f.Name)
	}
	if near, ok := located.Nearest(m.Unknown, names); ok {
		return instead("%w: did you mean --%s?", m, near)
	}
	return usageError{err: m}
}

// helpCommand knows the commands of the program too, by their names here and by tmux'.
// Any other word is one mistake more.
func helpCommand() *commandline.Command {
	return &commandline.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does",
		Run: func(_ context.Context, l commandline.Line) error {
			root := l.Command.Root()
			about, rest := root.Find(l.Args)
			if len(rest) == 0 {
				return about.WriteHelp(os.Stdout)
			}
			if len(l.Args) == 1 && explainCommand(l.Args[0]) {
				return nil
			}
			return unknownCommand(root, strings.Join(l.Args, " "))
		},
		Complete: completeHelp,
	}
}

// completeHelp completes what help can say something about, in a shell that asks.
func completeHelp(ctx context.Context, l commandline.Line, typed string) (words []commandline.Offer, files bool) {
	about, rest := l.Command.Root().Find(l.Args)
	if len(rest) > 0 {
		return nil, false
	}
	words = about.Below(typed)
	if len(l.Args) == 0 {
		ours, _ := completeCommands(ctx, l, typed)
		words = append(words, ours...)
	}
	return words, false
}

// explainCommand prints what a command of the program is; false for none.
func explainCommand(name string) bool {
	s, err := findSettings()
	if err != nil {
		return false
	}
	c, _ := s.read()
	lines := ui.ExplainCommand(c, name)
	for _, line := range lines {
		fmt.Println(line)
	}
	return len(lines) > 0
}
