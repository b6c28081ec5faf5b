package commandline

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// Offer is what a word may be completed to, and a few words about it.
type Offer struct{ Word, About string }

// Completer offers what a word that begins with typed may go on as, behind the line that
// stands before it, and reports whether the name of a file fits there too.
type Completer func(ctx context.Context, l Line, typed string) (offers []Offer, files bool)

// A shell asks by running the program with one of these and the words that were typed,
// the last of them as far as it was; it may be empty. The answer is a line for each
// offer, with what it is about behind a tab unless the second was asked, and a last line
// with a number: 4 where no file fits, 0 where one does. These are the words and numbers
// of the scripts that github.com/spf13/cobra writes, of which people have some.
const (
	ask      = "__complete"
	askWords = "__completeNoDesc"
	files    = ":0"
	noFiles  = ":4"
)

// CompletionCommands are those that shells ask, which write to out.
func CompletionCommands(out io.Writer) []*Command {
	asked := func(name string, about bool) *Command {
		return &Command{
			Use: name + " WORD...", Short: "Say what a word may be completed to, for shells", Hidden: true, Order: NoFlags,
			Run: func(ctx context.Context, l Line) error { return l.Command.Root().answer(ctx, out, l.Args, about) },
		}
	}
	return []*Command{asked(ask, true), asked(askWords, false)}
}

// answer answers a shell that asks.
func (c *Command) answer(ctx context.Context, out io.Writer, words []string, about bool) error {
	offers, fits := c.offers(ctx, words)
	w := bufio.NewWriter(out)
	for _, o := range offers {
		line := o.Word
		if about && o.About != "" {
			line += "\t" + o.About
		}
		_, _ = w.WriteString(firstLine(line) + "\n") // Flush says what fails
	}
	last := noFiles
	if fits {
		last = files
	}
	_, _ = w.WriteString(last + "\n")
	return w.Flush()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// offers are what the last of words may be completed to, and whether a file fits there.
func (c *Command) offers(ctx context.Context, words []string) (offers []Offer, files bool) {
	if len(words) == 0 {
		words = []string{""}
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	l, err := c.read(before)
	var wrong Mistake
	switch {
	case errors.As(err, &wrong):
		return l.values(ctx, wrong.wants, typed)
	case strings.HasPrefix(typed, "-") && !l.ended:
		return l.flagsLike(ctx, typed)
	case len(l.Command.below) > 0 && len(l.Args) == 0 && !l.ended:
		if len(l.said) > 0 {
			return nil, false // its flags are no other's
		}
		return l.Command.Below(typed), false
	case l.Command.Complete == nil:
		return nil, l.Command.Use != l.Command.Name()
	}
	return l.Command.Complete(ctx, l, typed)
}

// Below offers the commands below c whose names begin with what is typed.
func (c *Command) Below(typed string) (offers []Offer) {
	for _, sub := range c.Commands() {
		if strings.HasPrefix(sub.Name(), typed) {
			offers = append(offers, Offer{sub.Name(), sub.Short})
		}
	}
	return offers
}

// flagsLike offers the flags that begin with what is typed, and are not there yet. Behind
// = it offers values, without what stands before them.
func (l Line) flagsLike(ctx context.Context, typed string) (offers []Offer, files bool) {
	if name, value, found := strings.Cut(typed, "="); found {
		return l.values(ctx, l.Command.flag(func(f *Flag) bool { return "--"+f.Name == name }), value)
	}
	for _, f := range l.Command.AllFlags() {
		if l.Said(f.Name) {
			continue
		}
		for _, word := range []string{"--" + f.Name, "-" + f.Letter} {
			if word != "-" && strings.HasPrefix(word, typed) {
				offers = append(offers, Offer{word, f.Usage})
			}
		}
	}
	return offers, false
}

// values offers what the value of a flag may be completed to; nil is no flag.
func (l Line) values(ctx context.Context, f *Flag, typed string) (offers []Offer, files bool) {
	switch {
	case f == nil || f.Value == "":
		return nil, false
	case f.complete != nil:
		return f.complete(ctx, l, typed)
	}
	choices := f.choices()
	for _, word := range choices {
		if strings.HasPrefix(word, typed) {
			offers = append(offers, Offer{Word: word})
		}
	}
	return offers, len(choices) == 0
}

// choices are all values that there are, where a flag says so: "start|ask". Words in
// capitals stand for others.
func (f *Flag) choices() []string {
	if f.Value != strings.ToLower(f.Value) || !strings.Contains(f.Value, "|") {
		return nil
	}
	return strings.Split(f.Value, "|")
}
