package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/wire"
	"dormer/ui/keys"
	"dormer/ui/typing"
)

// sendFlags are the flags of send.
type sendFlags struct {
	text   string
	paste  string
	enter  bool
	expect string
}

func sendCommand() *cobra.Command {
	var f sendFlags
	c := &cobra.Command{
		Use:   "send ID|NAME [KEY...]",
		Short: "Type into a session",
		Long: `send types keys or text into a session, whether or not it is shown anywhere.
Write keys as in bindings: Enter, ctrl+c, Up, F5; tmux's names work too. --text
types its text unchanged. --paste pastes a file, as a bracketed paste if the
program supports that, so that a shell waits for Enter before it runs anything.

With --expect nothing is sent unless that program is in the foreground. So the
input never reaches the shell below a program that has already ended.`,
		Example: `  dormer send build --text 'make test' --enter
  dormer send build ctrl+c
  dormer send notes --expect vim Escape : w Enter
  git diff | dormer send helper --paste - --enter`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageErrorf("send takes the id or name of one session: dormer ps lists them")
			}
			return f.check(cmd.Flags().Changed, args[1:])
		},
		ValidArgsFunction: completeSend,
		RunE: func(cmd *cobra.Command, args []string) error {
			return send(cmd.Context(), args[0], args[1:], f)
		},
	}
	c.Flags().StringVar(&f.text, "text", "", "type `TEXT` unchanged")
	c.Flags().StringVar(&f.paste, "paste", "", "paste `FILE`; - is standard input")
	c.Flags().BoolVar(&f.enter, "enter", false, "press Enter after that")
	c.Flags().StringVar(&f.expect, "expect", "", "send nothing unless `COMMAND` is in the foreground")
	completeFlag(c, "paste", completeFiles)
	return c
}

// check rejects invalid combinations of flags and arguments.
func (f sendFlags) check(given func(string) bool, words []string) error {
	n := 0
	for _, is := range []bool{given("text"), given("paste"), len(words) > 0} {
		if is {
			n++
		}
	}
	switch {
	case n > 1:
		return usageErrorf("send types one thing: keys, --text or --paste")
	case given("paste") && f.paste == "":
		return usageErrorf("--paste needs a file, or - for standard input")
	case n == 0 && !f.enter:
		return usageErrorf("there is nothing to send: name keys, or give --text, --paste or --enter")
	}
	if _, err := typing.ReadKeys(words); err != nil {
		return usageErrorf("%w (--text types text)", err)
	}
	return nil
}

// completeSend offers sessions, and then keys.
func completeSend(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeSessions(cmd, args, typed)
	}
	return offer(slices.Clone(keys.Names()), typed), cobra.ShellCompDirectiveNoFileComp
}

func send(ctx context.Context, word string, words []string, f sendFlags) error {
	pasted, err := f.pasted()
	if err != nil {
		return err
	}
	_, e, w, err := watchLive(ctx, word, wire.Watch{})
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // everything has been received by then
	if err := f.refuse(w); err != nil {
		return fmt.Errorf("session %s: %w: nothing was sent", e.Label(), err)
	}
	read, _ := typing.ReadKeys(words) // already checked
	input := typing.Input{Text: f.text, Keys: read, Paste: pasted, Enter: f.enter}
	return inSession(e, w.Deliver(input.Messages(w.Status.Modes)))
}

// pasted returns the content of the file that --paste names.
func (f sendFlags) pasted() ([]byte, error) {
	switch f.paste {
	case "":
		return nil, nil
	case "-":
		return io.ReadAll(os.Stdin)
	}
	data, err := os.ReadFile(f.paste)
	if err != nil {
		return nil, fmt.Errorf("%w: name a file that can be read", err)
	}
	return data, nil
}

// refuse returns an error if nothing may be sent.
func (f sendFlags) refuse(w *launch.Watched) error {
	switch {
	case w.Exited != nil:
		return fmt.Errorf("its program %s", launch.DescribeExit(*w.Exited))
	case f.expect != "" && w.Status.Program != f.expect:
		return fmt.Errorf("%s is in the foreground, and not %s", foreground(w.Status), catalogue.Printable(f.expect))
	}
	return nil
}

// foreground returns the name of the foreground program for a sentence.
func foreground(s wire.Status) string {
	if s.Program == "" {
		return "an unknown program"
	}
	return catalogue.Printable(s.Program)
}
