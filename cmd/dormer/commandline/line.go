package commandline

import (
	"fmt"
	"slices"
	"strings"
)

// Line is a command line that was read: a command, whose flags are set, and its
// arguments.
type Line struct {
	Command *Command
	Args    []string
	// Before is how many of Args came before "--"; all did where there is none.
	Before int

	said  map[string]bool
	ended bool // there was a "--", or what stands for one
}

// Said reports whether the flag of a name was said, be it with its default.
func (l Line) Said(name string) bool { return l.said[name] }

// Mistake is what is wrong with a line that makes no sense.
type Mistake struct {
	reason string
	// Unknown is the name of a flag that there is none of, without dashes.
	Unknown string
	wants   *Flag // whose value alone is missing, at the end of the line
}

func (e Mistake) Error() string { return e.reason }

func mistake(format string, args ...any) error {
	return Mistake{reason: fmt.Sprintf(format, args...)}
}

// read finds the command that words mean and reads its flags and arguments. Whatever
// the error is, the line has the command.
func (c *Command) read(words []string) (Line, error) {
	c, words = c.meant(words)
	l := Line{Command: c, said: map[string]bool{}}
	if c.Order == NoFlags {
		l.end(words)
		return l, nil
	}
	for len(words) > 0 {
		word := words[0]
		switch {
		case word == "--":
			l.end(words[1:])
			return l, nil
		case isFlag(word):
			rest, err := l.flags(word, words[1:])
			if err != nil {
				return l, err
			}
			words = rest
		case c.Order == FlagsFirst:
			l.end(words)
			l.Before = len(l.Args)
			return l, nil
		default:
			l.Args = append(l.Args, word)
			words = words[1:]
		}
	}
	l.Before = len(l.Args)
	return l, nil
}

// end takes the words that are left as arguments, in which there is no flag.
func (l *Line) end(words []string) {
	l.Before = len(l.Args)
	l.Args = append(l.Args, words...)
	l.ended = true
}

// meant is the command that words mean, and the words without its name: flags may stand
// before that, with their values.
func (c *Command) meant(words []string) (*Command, []string) {
	for c.Order != NoFlags {
		i := c.firstArgument(words)
		if i < 0 {
			break
		}
		sub := c.named(words[i])
		if sub == nil {
			break
		}
		c, words = sub, slices.Concat(words[:i], words[i+1:])
	}
	return c, words
}

// firstArgument is where the first word is that is neither a flag nor the value of one,
// below 0 for nowhere.
func (c *Command) firstArgument(words []string) int {
	for i := 0; i < len(words) && words[i] != "--"; i++ {
		switch {
		case !isFlag(words[i]):
			return i
		case c.takesNext(words[i]):
			i++
		}
	}
	return -1
}

// takesNext reports whether the word behind one with flags is the value of the last.
func (c *Command) takesNext(word string) bool {
	if name, long := strings.CutPrefix(word, "--"); long {
		f := c.flag(called(name))
		return f != nil && f.Value != ""
	}
	for i := 1; i < len(word); i++ {
		if f := c.flag(lettered(word[i])); f == nil || f.Value != "" {
			return f != nil && i == len(word)-1
		}
	}
	return false
}

// isFlag reports whether a word is one, or several letters, behind a dash; "-" alone is
// an argument.
func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' }

// flags sets what a word with flags says, and returns the words behind it and its value.
func (l *Line) flags(word string, next []string) ([]string, error) {
	if long, ok := strings.CutPrefix(word, "--"); ok {
		return l.long(long, next)
	}
	return l.letters(word, next)
}

// long sets --name, --name=value or --name value.
func (l *Line) long(word string, next []string) ([]string, error) {
	name, value, given := strings.Cut(word, "=")
	f := l.Command.flag(called(name))
	switch {
	case name == "" || name[0] == '-':
		return nil, mistake("bad flag syntax: --%s", word)
	case f == nil:
		return nil, Mistake{reason: "unknown flag: --" + name, Unknown: name}
	case given:
	case f.Value == "":
		value = "true"
	case len(next) == 0:
		return nil, Mistake{reason: "flag needs an argument: --" + name, wants: f}
	default:
		value, next = next[0], next[1:]
	}
	return next, l.set(f, value)
}

// letters sets -a, -abc, -nvalue, -n=value or -n value.
func (l *Line) letters(word string, next []string) ([]string, error) {
	for i := 1; i < len(word); i++ {
		f := l.Command.flag(lettered(word[i]))
		rest := word[i+1:]
		value, given := strings.CutPrefix(rest, "=")
		switch {
		case f == nil:
			return nil, mistake("unknown shorthand flag: %q in %s", word[i], word)
		case given:
			return next, l.set(f, value)
		case f.Value == "":
			if err := l.set(f, "true"); err != nil {
				return nil, err
			}
		case rest != "":
			return next, l.set(f, rest)
		case len(next) == 0:
			return nil, Mistake{reason: fmt.Sprintf("flag needs an argument: %q in %s", word[i], word), wants: f}
		default:
			return next[1:], l.set(f, next[0])
		}
	}
	return next, nil
}

func (l *Line) set(f *Flag, value string) error {
	if err := f.set(value); err != nil {
		return mistake("invalid argument for %s: %v", f.said(), err)
	}
	l.said[f.Name] = true
	return nil
}
