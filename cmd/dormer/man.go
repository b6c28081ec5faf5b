package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages into a directory",
		Long: `man writes a manual page for each command into DIR, which it makes if necessary.
The man program looks for pages in directories called man1.`,
		Example: `  dormer man ~/.local/share/man/man1
  man dormer-capture`,
		Args:              takes(1, "the directory to write to, as in dormer man ~/.local/share/man/man1"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := os.MkdirAll(args[0], 0o755) //nolint:gosec // others may read it
			if err == nil {
				err = writePages(cmd.Root(), args[0])
			}
			if err != nil {
				return fmt.Errorf("write the manual pages: %w: name another directory", err)
			}
			return nil
		},
	}
}

// writePages writes the manual pages of a command and its subcommands into a directory. Package
// cobra/doc would do it through Markdown, for which each process of dormer would compile regular
// expressions when it starts: 1 ms and 240 KB.
func writePages(c *cobra.Command, dir string) error {
	for _, sub := range c.Commands() {
		if sub.Hidden {
			continue
		}
		if err := writePages(sub, dir); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, pageName(c)+".1"), []byte(manualPage(c)), 0o644) //nolint:gosec // others may read it
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manualPage returns the manual page of a command, in the language of man(7).
func manualPage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"dormer %s\"\n", strings.ToUpper(pageName(c)), version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR\n", roff(c.UseLine()))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", strings.ReplaceAll(roff(about), "\n\n", "\n.PP\n"))
	b.WriteString(".SH OPTIONS\n")
	c.Flags().VisitAll(func(f *pflag.Flag) { b.WriteString(manualOption(f)) })
	if c.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.EX\n%s\n.EE\n", roff(c.Example))
	}
	also := []string{}
	if c.HasParent() {
		also = append(also, pageName(c.Parent())+"(1)")
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			also = append(also, pageName(sub)+"(1)")
		}
	}
	fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", roff(strings.Join(also, ", ")))
	return b.String()
}

func manualOption(f *pflag.Flag) string {
	option := "--" + f.Name
	if f.Shorthand != "" {
		option = "-" + f.Shorthand + ", " + option
	}
	value, usage := pflag.UnquoteUsage(f)
	if value != "" {
		value = " \\fI" + roff(value) + "\\fR"
		if f.DefValue != "" && f.DefValue != "0" {
			usage += " (default " + f.DefValue + ")"
		}
	}
	return fmt.Sprintf(".TP\n\\fB%s\\fR%s\n%s\n", roff(option), value, roff(usage))
}

// roff escapes text that has a meaning in troff.
func roff(text string) string {
	escaped := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace("\n" + text)
	return escaped[1:]
}
