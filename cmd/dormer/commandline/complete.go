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
		return nil, wrong.wants // the value of a flag
	case strings.HasPrefix(typed, "-") && !l.ended:
		return l.flagsLike(typed)
	case len(l.Command.below) > 0 && len(l.Args) == 0 && !l.ended:
		return l.Command.Below(typed), false
	case l.Command.Complete == nil:
		return nil, true
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
// = is a value, which may be a file.
func (l Line) flagsLike(typed string) (offers []Offer, files bool) {
	if strings.Contains(typed, "=") {
		return nil, true
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
