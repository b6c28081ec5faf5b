package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dormer/ui/bind"
	"dormer/ui/config/check"
)

func keysCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "keys",
		Short: "List all commands with their keys",
		Long: `keys lists every command with its keys, and the source of each binding: a
preset, or a line of the configuration.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return listKeys() },
	}
	explain := &cobra.Command{
		Use:               "explain KEY...",
		ValidArgsFunction: cobra.NoFileCompletions,
		Short:             "Explain a key or a sequence of keys",
		Long: `explain prints the command of a KEY, or of a sequence of keys, and the source of
the binding. Write keys as dormer prints them (Ctrl-b c, Ctrl-Shift-T) or as
tmux, vim and others do: C-b c, ^B c, M-Left, PPage, <C-b>, ctrl+b. The word
"prefix" stands for the prefix. explain also knows the mouse (wheel, drag, right
click, MouseDown3Pane), and commands by their names in dormer, tmux and zellij:
pane.split-right, split-window -h.`,
		Example: `  dormer keys explain prefix x
  dormer keys explain ctrl+shift+t`,
		Args: takesSome("a key or a sequence of keys, as in dormer keys explain prefix x"),
		RunE: func(_ *cobra.Command, args []string) error { return explainKeys(args) },
	}
	explain.Flags().SetInterspersed(false) // arguments after a command belong to it
	c.AddCommand(explain)
	return c
}

func listKeys() error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	c, problems := s.read()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEYS\tCOMMAND\tDOES\tFROM")
	for _, r := range bind.Of(c.Keys).Rows() {
		keys, from := r.Keys, r.From
		if keys == "" {
			keys = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", keys, r.Command, r.Title, from)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return printProblems(append(problems, check.Problems(c)...))
}

func explainKeys(words []string) error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	c, problems := s.read()
	keymap := bind.Of(c.Keys)
	lines, err := keymap.Explain(strings.Join(words, " "))
	if err != nil {
		if lines = keymap.ExplainCommand(words); len(lines) == 0 {
			return usageErrorf("%w", err)
		}
	}
	for _, line := range lines {
		fmt.Println(line)
	}
	return printProblems(append(problems, check.Problems(c)...))
}
