package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/ui/config"
	"dormer/ui/config/check"
)

func configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Show, check or create the configuration",
		Long: `The configuration is one file, config.toml. A running dormer reads it again when
it changes; if it has mistakes, the previous settings stay in force.

An environment variable overrides the file: DORMER_UNDO_TIME=10m sets undo.time.
Every other key has a variable that is named in the same way.`,
		Args: noArgs,
		RunE: printHelp,
	}
	c.AddCommand(
		&cobra.Command{
			Use: "show [KEY]", Short: "Show the settings, and where each value comes from", Args: atMostOne, ValidArgsFunction: completeOptions,
			Long: `show prints every setting with its value and the source of that value. With the
name of a table (keys, theme.colors) it prints that table; with a KEY, only its
value. For key bindings, see dormer keys.`,
			RunE: func(_ *cobra.Command, args []string) error { return showConfig(args) },
		},
		&cobra.Command{
			Use: "check", Short: "Check the configuration for mistakes", Args: noArgs,
			Long: `check reads the configuration and prints each mistake with file, line and
column. The exit status is 1 if there are mistakes; warnings do not count.`,
			RunE: func(*cobra.Command, []string) error { return checkConfig() },
		},
		&cobra.Command{
			Use: "path", Short: "Print the path of the configuration", Args: noArgs,
			RunE: func(*cobra.Command, []string) error {
				s, err := findSettings()
				if err == nil {
					fmt.Println(s.path)
				}
				return err
			},
		},
		&cobra.Command{
			Use: "init", Short: "Write a configuration with every key at its default", Args: noArgs,
			Long: `init writes a config.toml that explains every key and has it at its default,
commented out. An existing file is never overwritten. dormer config path prints
where the file is.`,
			RunE: func(*cobra.Command, []string) error { return initConfig() },
		},
	)
	return c
}

// completeOptions offers the keys of the configuration.
var completeOptions = onlyFirst(offering(func(*cobra.Command) (keys []cobra.Completion, err error) {
	for _, o := range config.Options() {
		keys = append(keys, cobra.CompletionWithDesc(o.Key, o.About))
	}
	return keys, nil
}))

// findSettings finds the configuration without reading it.
func findSettings() (settings, error) {
	paths, err := persist.FindPaths(os.Getenv)
	return settings{path: paths.Config()}, err
}

// showConfig prints the effective configuration: all of it, a table, or only the value of one key.
func showConfig(keys []string) error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	c, problems := s.read()
	table := ""
	if len(keys) == 1 {
		table = strings.TrimSuffix(keys[0], ".") + "."
		o, err := config.Lookup(keys[0])
		switch {
		case err == nil:
			fmt.Println(o.Literal(c))
			return printProblems(problems)
		case !isTable(table) && !isAgentTable(c, table):
			return usageErrorf("%w", err)
		}
	}
	if err := writeOptions(c, table); err != nil {
		return err
	}
	return printProblems(problems)
}

// The tables of key bindings, whose keys the user chooses.
const (
	bindTable = "keys.bind."
	copyTable = "keys.copy."
)

// isTable reports whether a table can have keys.
func isTable(table string) bool {
	return table == bindTable || table == copyTable || table == config.RolesTable+"." || slices.ContainsFunc(config.Options(), func(o config.Option) bool {
		return strings.HasPrefix(o.Key, table)
	})
}

// isAgentTable reports whether a table is that of an agent, or one of its keys.
func isAgentTable(c config.Config, table string) bool {
	return slices.ContainsFunc(c.Agents.Names(), func(name string) bool {
		return slices.ContainsFunc(c.Agents.Settings(name), func(s config.Setting) bool { return strings.HasPrefix(s.Key+".", table) })
	})
}

// writeOptions prints the keys of a table, or all keys if table is empty. The keys of agents that
// are not in the file are printed only if their table is requested.
func writeOptions(c config.Config, table string) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, o := range config.Options() {
		if strings.HasPrefix(o.Key, table) {
			fmt.Fprintf(w, "%s\t= %s\t# %s\n", o.Key, o.Literal(c), origin(c, o.Key))
		}
	}
	for _, name := range c.Agents.Names() {
		_, changed := c.Agents.Changed[name]
		for _, s := range c.Agents.Settings(name) {
			if strings.HasPrefix(s.Key+".", table) && (changed || table != "") {
				fmt.Fprintf(w, "%s\t= %s\t# %s\n", s.Key, s.Value, origin(c, s.Key))
			}
		}
	}
	for _, role := range slices.Sorted(maps.Keys(c.Relay.Roles)) {
		if key := config.RolesTable + "." + role; strings.HasPrefix(key+".", table) {
			fmt.Fprintf(w, "%s\t= %q\t# %s\n", key, c.Relay.Roles[role], origin(c, key))
		}
	}
	bound := 0
	for _, b := range c.Keys.Bind {
		in := bindTable
		if b.Mode == config.Copy {
			in = copyTable
		}
		if strings.HasPrefix(in, table) {
			bound++
			fmt.Fprintf(w, "%s%q\t= %q\t# %s\n", in, b.Keys, b.Does, b.At)
		}
	}
	if bound == 0 && (table == bindTable || table == copyTable) {
		fmt.Fprintf(w, "# nothing is bound in %s: dormer keys lists what keys do\n", strings.TrimSuffix(table, "."))
	}
	return w.Flush()
}

// origin returns the place where a value is set.
func origin(c config.Config, key string) string {
	if at, ok := c.From[key]; ok {
		return at.String()
	}
	return "default"
}

// printProblems prints the problems, one per line, and returns the exit status for them.
func printProblems(problems []error) error {
	for _, p := range problems {
		fmt.Fprintf(os.Stderr, "dormer: %v\n", p)
	}
	if len(problems) > 0 {
		return exitStatus(statusFailed)
	}
	return nil
}

func checkConfig() error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	c, problems := s.read()
	problems = append(problems, check.Problems(c)...)
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) && len(problems) == 0 {
		fmt.Printf("there is no %s: the defaults apply (dormer config init writes one)\n", s.path)
		return nil
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	for _, w := range check.Warnings(c) {
		fmt.Printf("warning: %v\n", w)
	}
	switch len(problems) {
	case 0:
		fmt.Printf("%s has no mistakes\n", s.path)
		return nil
	case 1:
		fmt.Println("1 mistake")
	default:
		fmt.Printf("%d mistakes\n", len(problems))
	}
	return exitStatus(statusFailed)
}

// initConfig writes the documented file, but never overwrites a file.
func initConfig() error {
	s, err := findSettings()
	if err != nil {
		return err
	}
	if err := s.createFile(); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already and was not changed: move it away first", s.path)
	} else if err != nil {
		return err
	}
	fmt.Println(s.path)
	fmt.Fprintln(os.Stderr, "it has every key at its default: change what you like; a running dormer reads it again")
	return nil
}
