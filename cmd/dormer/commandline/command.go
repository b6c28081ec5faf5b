package commandline

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Command is something that can be said on the command line.
type Command struct {
	// Use is its name and what goes behind that, as help shows it: "attach ID|NAME".
	Use string
	// Short says what it does in a few words, Long in as many as that takes (empty: in
	// no more), and Example shows lines that are indented by two columns.
	Short, Long, Example string
	// Version is what --version prints, where it is not empty.
	Version string
	// Hidden commands are in no list.
	Hidden bool
	// Order says which of its words can be flags.
	Order Order
	Flags Flags
	// Check says what is wrong with a line before it is run; nil takes any.
	Check func(Line) error
	// Run does it; a command without prints its help.
	Run func(context.Context, Line) error
	// Complete offers arguments. Without it, what can be said behind it can be a file.
	Complete Completer

	up            *Command
	below         []*Command
	help, version bool // were asked for
}

// Order says which words of a command can be flags.
type Order int

const (
	// Mixed is for commands of which flags can stand between the arguments.
	Mixed Order = iota
	// FlagsFirst is for commands whose first argument, and what follows, is their own.
	FlagsFirst
	// NoFlags is for commands whose words are all their own.
	NoFlags
)

// Add puts commands below c.
func (c *Command) Add(commands ...*Command) {
	for _, sub := range commands {
		sub.up = c
		c.below = append(c.below, sub)
	}
}

// Name is the word that it is said by.
func (c *Command) Name() string {
	name, _, _ := strings.Cut(c.Use, " ")
	return name
}

// Path are the words that it is said by, the program's first.
func (c *Command) Path() string {
	if c.up == nil {
		return c.Name()
	}
	return c.up.Path() + " " + c.Name()
}

// Root is the command that is the program itself.
func (c *Command) Root() *Command {
	for c.up != nil {
		c = c.up
	}
	return c
}

// Commands are those below it that are in lists, by name.
func (c *Command) Commands() []*Command {
	listed := slices.DeleteFunc(slices.Clone(c.below), func(sub *Command) bool { return sub.Hidden })
	slices.SortFunc(listed, func(a, b *Command) int { return strings.Compare(a.Name(), b.Name()) })
	return listed
}

// Find is the command below c, or c, that words name, and the words that are left.
func (c *Command) Find(words []string) (*Command, []string) {
	for len(words) > 0 {
		sub := c.named(words[0])
		if sub == nil {
			break
		}
		c, words = sub, words[1:]
	}
	return c, words
}

// named is the command below c of a name, nil for none.
func (c *Command) named(name string) *Command {
	for _, sub := range c.below {
		if sub.Name() == name {
			return sub
		}
	}
	return nil
}

// Execute runs what words say, and returns the command that this was, whatever the
// error is. Help goes to out. What makes no sense is a [Mistake].
func (c *Command) Execute(ctx context.Context, words []string, out io.Writer) (*Command, error) {
	l, err := c.read(words)
	said := l.Command
	switch {
	case err != nil:
		return said, err
	case said.help:
		return said, said.WriteHelp(out)
	case said.version:
		_, err := fmt.Fprintln(out, said.Name(), said.Version)
		return said, err
	}
	if said.Check != nil {
		if err := said.Check(l); err != nil {
			return said, err
		}
	}
	if said.Run == nil {
		return said, said.WriteHelp(out)
	}
	return said, said.Run(ctx, l)
}
