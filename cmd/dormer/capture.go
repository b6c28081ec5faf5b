package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/vt"
	"dormer/session/wire"
)

func captureCommand() *cobra.Command {
	var q wire.Capture
	var f pictureFlags
	var m markFlags
	var last bool
	c := &cobra.Command{
		Use:   "capture ID|NAME",
		Short: "Print the screen of a session",
		Long: `capture prints the screen of a session. It does not attach, so viewers of the
session see no change. If the session no longer runs, it prints the last screen
and history that were kept. --svg and --png draw the screen instead, with its
colours and cursor; --html writes a page with its colours and links.

--mark prints a mark: a word that stands for the line with the cursor. --since
MARK prints everything from that line on. A mark is valid as long as the
session's host runs, even if the width of the screen changes. --follow prints
the session's output from now on, as text, or unchanged with --ansi, until its
program exits or you press Ctrl-C; with --since or --scrollback it prints the
existing lines first.

--last-command prints all the output of the last command, or the output so far
if it still runs. This needs a shell that marks its prompts (OSC 133), as bash,
zsh and fish do in dormer.`,
		Example: `  dormer capture build --scrollback | less
  dormer capture build --svg --theme light -o build.svg
  mark=$(dormer capture build --mark); dormer send build --text make --enter
  dormer wait build --prompt; dormer capture build --since "$mark"
  dormer capture server --follow | grep --line-buffered ERROR`,
		Args: func(cmd *cobra.Command, args []string) error {
			if last {
				for _, other := range []string{"scrollback", "ansi", "lines", "svg", "png", "html", "mark", "since", "follow", "output"} {
					if cmd.Flags().Changed(other) {
						return usageErrorf("--last-command prints the whole output as text: leave out --%s", other)
					}
				}
			}
			if err := m.check(cmd.Flags().Changed); err != nil {
				return err
			}
			return oneSession(cmd, args)
		},
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.MaxLines < 0 {
				return usageErrorf("--lines %d: the number of lines cannot be negative; 0 prints all", q.MaxLines)
			}
			switch {
			case last:
				return captureLastCommand(cmd.Context(), args[0])
			case m.print:
				return printMark(cmd.Context(), args[0])
			case m.since != "" || m.follow:
				return m.capture(cmd.Context(), args[0], q, f.output)
			}
			if drawn, err := f.requested(q); err != nil {
				return err
			} else if drawn {
				return drawSession(cmd.Context(), args[0], q, f)
			}
			return capture(cmd.Context(), args[0], q, f.output)
		},
	}
	flags := c.Flags()
	flags.BoolVarP(&q.Scrollback, "scrollback", "S", false, "also print the lines above the screen, oldest first")
	flags.BoolVar(&q.ANSI, "ansi", false, "keep colours and attributes")
	flags.BoolVar(&f.svg, "svg", false, "draw the screen as an SVG picture")
	flags.BoolVar(&f.png, "png", false, "draw the screen as a PNG picture")
	flags.BoolVar(&f.html, "html", false, "write the screen as a page of HTML")
	flags.BoolVar(&m.print, "mark", false, "print a mark for --since")
	flags.StringVar(&m.since, "since", "", "print everything since `MARK`")
	flags.BoolVarP(&m.follow, "follow", "f", false, "print the output from now on")
	flags.StringVar(&f.theme, "theme", "dark", "colours of the picture: `dark|light`")
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE`")
	flags.IntVarP(&q.MaxLines, "lines", "n", 0, "print only the last `N` lines (0: all)")
	flags.BoolVar(&last, "last-command", false, "print only the output of the last command")
	completeFlag(c, "output", completeFiles)
	completeFlag(c, "theme", completeWords("dark", "light"))
	return c
}

// captureLastCommand prints the output of a session's last command. On standard error it reports
// facts that the output does not show: that the command still runs, or printed nothing.
func captureLastCommand(ctx context.Context, word string) error {
	p, e, err := findSession(ctx, word)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	var c wire.Command
	found := false
	if e.Live() {
		c, found, err = p.provider.Output(ctx, e.Host, out)
	} else {
		var last *host.Kept
		if last, err = p.lastScreen(e.Label(), e.ID); err != nil {
			return err
		}
		c, found, err = last.Output(out)
	}
	switch {
	case err != nil:
		return errors.Join(fmt.Errorf("session %s: %w: dormer ps shows its state", e.Label(), err), out.Flush())
	case !found:
		return fmt.Errorf("session %s: its shell has marked no command (OSC 133): dormer capture prints the screen", e.Label())
	}
	if note := aboutOutput(c); note != "" {
		fmt.Fprintln(os.Stderr, "dormer: "+note)
	}
	return out.Flush()
}

// aboutOutput describes facts about a command that its output does not show; empty for none.
func aboutOutput(c wire.Command) string {
	name := "the last command"
	if c.Line != "" {
		name = "`" + vt.Label(c.Line, 200) + "`"
	}
	printed, running := c.Output.Before(c.End), c.Running()
	switch {
	case running && printed:
		return name + " still runs: this is its output so far"
	case running:
		return name + " still runs and has printed nothing yet"
	case printed:
		return ""
	case c.Printed:
		return "nothing is left of the output of " + name + " printed"
	}
	return name + " printed nothing"
}

// capture writes the screen of a session to a file, or to standard output without one. It opens the
// file only when the whole screen has been read, so that a failure does not empty the file.
func capture(ctx context.Context, word string, q wire.Capture, file string) error {
	p, e, err := findSession(ctx, word)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if e.Live() {
		if err := p.provider.Capture(ctx, e.Host, q, &out); err != nil {
			return fmt.Errorf("session %s: %w: dormer ps shows its state", e.Label(), err)
		}
		return writeOutput(file, out.Bytes())
	}
	last, err := p.lastScreen(e.Label(), e.ID)
	if err != nil {
		return err
	}
	if err := last.Capture(q, &out); err != nil {
		return fmt.Errorf("session %s: %w: dormer ps shows its state", e.Label(), err)
	}
	return writeOutput(file, out.Bytes())
}

// lastScreen returns the saved state of a session without a host, and prints its time on standard
// error.
func (p places) lastScreen(name string, id session.ID) (*host.Kept, error) {
	last, err := p.provider.Kept(id)
	if err != nil {
		return nil, fmt.Errorf("session %s no longer runs, and %w", name, noScreenError(err))
	}
	fmt.Fprintf(os.Stderr, "dormer: session %s no longer runs: this is its screen of %s\n", name, last.At.Local().Format(time.DateTime))
	return last, nil
}

// noScreenError returns the reason why no screen can be shown.
func noScreenError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("its screen was not kept: dormer ps --all shows its state")
	}
	return fmt.Errorf("its last screen cannot be read: %w: dormer ps --all shows its state", err)
}
