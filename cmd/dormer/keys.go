package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"dormer/cmd/dormer/commandline"
	"dormer/ui"
)

func keysCommand() *commandline.Command {
	c := &commandline.Command{
		Use:   "keys",
		Short: "List all commands with their keys",
		Long:  "keys lists every command, the keys that it has, and where each binding is from: a preset, or a line of the configuration.",
		Check: noArgs,
		Run:   func(context.Context, commandline.Line) error { return listKeys() },
	}
	c.Add(&commandline.Command{
		Use:      "explain KEY...",
		Complete: completeNothing,
		Short:    "Say what a key, or a sequence of keys, does and why",
		Long: `explain says what a KEY, or several that follow each other, does and where that is from: a preset, or a line of the
configuration. A key is written as dormer prints it (Ctrl-b c, Ctrl-Shift-T) or as one is used to: C-b c, ^B c, M-Left,
PPage, <C-b>, ctrl+b; "prefix" is the prefix. What the mouse does is said of wheel, drag, right click or MouseDown3Pane.`,
		Example: "  dormer keys explain prefix x\n  dormer keys explain ctrl+shift+t",
		Check: func(l commandline.Line) error {
			if len(l.Args) == 0 {
				return instead("explain takes a key, or several that follow each other, as in dormer keys explain prefix x")
			}
			return nil
		},
		Run: func(_ context.Context, l commandline.Line) error { return explainKeys(strings.Join(l.Args, " ")) },
	})
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
	for _, r := range ui.KeyTable(c) {
		keys, from := r.Keys, r.From
		if keys == "" {
			keys = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", keys, r.Command, r.Title, from)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return mistakes(append(problems, ui.CheckConfig(c)...))
}

func explainKeys(text string) error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	c, problems := s.read()
	lines, err := ui.ExplainKey(c, text)
	if err != nil {
		return instead("%w", err)
	}
	for _, line := range lines {
		fmt.Println(line)
	}
	return mistakes(append(problems, ui.CheckConfig(c)...))
}
