package commandline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Flags are those of a command. --help is one of every command, and not among them.
type Flags struct{ all []*Flag }

// Flag is a word with one or two dashes.
type Flag struct {
	// Name is said behind two dashes, Letter behind one; it is empty for none.
	Name, Letter string
	// Value is what its value is called in help; it is empty for one that is only there
	// or not.
	Value string
	// Usage says what it does.
	Usage string
	// Default is its value where nothing is said, as help shows it; empty for none.
	Default string

	set      func(string) error
	complete Completer
}

// Bool adds a flag that is there or not. It sets *to.
func (f *Flags) Bool(to *bool, name, letter, usage string) {
	f.add(&Flag{Name: name, Letter: letter, Usage: usage, set: setBool(to)})
}

// String adds a flag with a value, whose name in help is in backquotes in usage. Its
// default is what *to is.
func (f *Flags) String(to *string, name, letter, usage string) {
	value, usage := valueIn(usage)
	f.add(&Flag{Name: name, Letter: letter, Value: value, Usage: usage, Default: quoted(*to), set: func(word string) error {
		*to = word
		return nil
	}})
}

// Int adds a flag with a number. It is as [Flags.String] otherwise, and the default 0 is
// not shown.
func (f *Flags) Int(to *int, name, letter, usage string) {
	value, usage := valueIn(usage)
	shown := ""
	if *to != 0 {
		shown = strconv.Itoa(*to)
	}
	f.add(&Flag{Name: name, Letter: letter, Value: value, Usage: usage, Default: shown, set: func(word string) error {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%q is no number", word)
		}
		*to = n
		return nil
	}})
}

// Complete has c offer the value of a flag that was added.
func (f *Flags) Complete(name string, c Completer) {
	for _, flag := range f.all {
		if flag.Name == name {
			flag.complete = c
		}
	}
}

func (f *Flags) add(flag *Flag) { f.all = append(f.all, flag) }

func setBool(to *bool) func(string) error {
	return func(word string) error {
		b, err := strconv.ParseBool(word)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", word)
		}
		*to = b
		return nil
	}
}

// valueIn takes the backquotes from a usage, and returns what was between them.
func valueIn(usage string) (value, plain string) {
	before, rest, _ := strings.Cut(usage, "`")
	value, after, _ := strings.Cut(rest, "`")
	return value, before + value + after
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return strconv.Quote(s)
}

// AllFlags are the flags of a command by name, also those that every command has.
func (c *Command) AllFlags() []*Flag {
	all := append(slices.Clone(c.Flags.all), &Flag{Name: "help", Letter: "h", Usage: "help for " + c.Name(), set: setBool(&c.help)})
	if c.Version != "" {
		all = append(all, &Flag{Name: "version", Letter: "v", Usage: "version of " + c.Name(), set: setBool(&c.version)})
	}
	slices.SortFunc(all, func(a, b *Flag) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// flag is the flag of a command that such says, nil for none.
func (c *Command) flag(such func(*Flag) bool) *Flag {
	all := c.AllFlags()
	if i := slices.IndexFunc(all, such); i >= 0 {
		return all[i]
	}
	return nil
}

func called(name string) func(*Flag) bool { return func(f *Flag) bool { return f.Name == name } }

func lettered(letter byte) func(*Flag) bool {
	return func(f *Flag) bool { return f.Letter == string(letter) }
}

// said is how a flag can be said: "-n, --lines".
func (f *Flag) said() string {
	if f.Letter == "" {
		return "--" + f.Name
	}
	return "-" + f.Letter + ", --" + f.Name
}
