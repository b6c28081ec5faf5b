package commandline

import (
	"fmt"
	"io"
	"strings"
)

// nameColumn is how wide the names of commands are in lists at least.
const nameColumn = 11

// WriteHelp says what a command does, how it is used, and what it has.
func (c *Command) WriteHelp(w io.Writer) error {
	var b strings.Builder
	b.WriteString(c.about() + "\n\nUsage:\n")
	if c.Run != nil {
		b.WriteString("  " + c.useLine() + "\n")
	}
	below := c.Commands()
	if len(below) > 0 {
		b.WriteString("  " + c.Path() + " [command]\n")
	}
	if c.Example != "" {
		b.WriteString("\nExamples:\n" + c.Example + "\n")
	}
	if len(below) > 0 {
		b.WriteString("\nAvailable Commands:\n")
	}
	for _, sub := range below {
		fmt.Fprintf(&b, "  %-*s %s\n", nameColumn, sub.Name(), sub.Short)
	}
	b.WriteString("\nFlags:\n")
	writeFlags(&b, c.AllFlags())
	if len(below) > 0 {
		fmt.Fprintf(&b, "\nUse %q for more information about a command.\n", c.Path()+" [command] --help")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Command) about() string {
	if c.Long == "" {
		return c.Short
	}
	return c.Long
}

// useLine is how a command is used. That it takes flags is said where it does not say so
// itself.
func (c *Command) useLine() string {
	line := c.Use
	if c.up != nil {
		line = c.up.Path() + " " + line
	}
	if !strings.Contains(line, "[flags]") {
		line += " [flags]"
	}
	return line
}

// writeFlags writes a line for each flag, what they do in one column.
func writeFlags(b *strings.Builder, flags []*Flag) {
	width := 0
	for _, f := range flags {
		width = max(width, len(f.column()))
	}
	for _, f := range flags {
		fmt.Fprintf(b, "%-*s   %s", width, f.column(), f.Usage)
		if f.Default != "" {
			fmt.Fprintf(b, " (default %s)", f.Default)
		}
		b.WriteByte('\n')
	}
}

// column is how a flag is said, as lists show it.
func (f *Flag) column() string {
	column := "      --" + f.Name
	if f.Letter != "" {
		column = "  -" + f.Letter + ", --" + f.Name
	}
	if f.Value != "" {
		column += " " + f.Value
	}
	return column
}
