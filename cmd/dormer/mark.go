package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"dormer/session/grid"
	"dormer/session/launch"
	"dormer/session/printed"
	"dormer/session/wire"
)

// markFlags are the flags that set the start of a capture.
type markFlags struct {
	print  bool
	since  string
	follow bool

	mark launch.Mark // the parsed value of since
}

// check rejects invalid combinations of flags, and parses the mark.
func (f *markFlags) check(given func(string) bool) error {
	for _, name := range []string{"mark", "since", "follow"} {
		if !given(name) {
			continue
		}
		for _, other := range []string{"lines", "svg", "png", "html"} {
			if given(other) {
				return usageErrorf("--%s is for text: leave out --%s", name, other)
			}
		}
	}
	switch {
	case f.print && (given("since") || given("follow") || given("scrollback") || given("ansi") || given("output")):
		return usageErrorf("--mark prints a mark and nothing else: leave out the other flags")
	case given("since") && given("scrollback"):
		return usageErrorf("--since says where to begin: leave out --scrollback")
	case given("since") && given("ansi") && !f.follow:
		return usageErrorf("--since prints text: leave out --ansi")
	case given("since"):
		var ok bool
		if f.mark, ok = launch.ParseMark(f.since); !ok {
			return usageErrorf("--since %q: use a mark printed by dormer capture --mark", f.since)
		}
	}
	return nil
}

func printMark(ctx context.Context, word string) error {
	p, e, w, err := watchLive(ctx, word, wire.Watch{})
	if err != nil {
		return err
	}
	made, err := p.provider.Mark(ctx, e.Host, w)
	if err = errors.Join(err, w.Close()); err != nil {
		return inSession(e, launch.Unreachable(err))
	}
	fmt.Println(made)
	return nil
}

// capture prints the text since a mark and, with follow, new output.
func (f *markFlags) capture(ctx context.Context, word string, q wire.Capture, output string) (err error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, e, w, err := watchLive(ctx, word, wire.Watch{Output: f.follow})
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // everything has been received by then
	var from wire.Position
	if f.since != "" {
		if from, err = p.provider.Marked(ctx, e.Host, w, f.mark); err != nil {
			if _, lost := errors.AsType[launch.LostMark](err); lost {
				err = fmt.Errorf("%w: take another with dormer capture --mark", err)
			}
			return inSession(e, err)
		}
	}
	var past bytes.Buffer // the file is opened only when this is complete
	var begun []byte
	if f.since != "" || q.Scrollback {
		var end *wire.Position
		if f.follow && w.Exited == nil { // the host sends later output
			end = &wire.Position{Line: w.Status.Line}
		}
		if err := p.provider.Text(ctx, e.Host, from, end, &past); err != nil {
			return inSession(e, launch.Unreachable(err))
		}
		if end == nil {
			past.Truncate(withoutBlankRows(past.Bytes()))
		}
		if end != nil && end.Line >= from.Line {
			if begun, err = p.partialLine(ctx, e.Host, w.Status); err != nil {
				return inSession(e, launch.Unreachable(err))
			}
		}
	}
	if !f.follow {
		return writeOutput(output, past.Bytes())
	}
	to, err := openOutput(output)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	printed := outputTo(to, q.ANSI)
	_, err = to.Write(past.Bytes())
	if err == nil {
		_, err = printed.Write(begun)
	}
	if err == nil {
		err = copyOutput(ctx, w, printed)
	}
	return inSession(e, err)
}

// withoutBlankRows returns the length of a text without the blank rows at its end.
func withoutBlankRows(text []byte) int {
	n := len(bytes.TrimRight(text, "\n"))
	if n == 0 {
		return 0
	}
	return min(n+1, len(text)) // with the end of its last line
}

// partialLine returns the incomplete line at a status, with its trailing blanks, because the
// program's next output continues it.
func (p places) partialLine(ctx context.Context, host string, at wire.Status) ([]byte, error) {
	var line bytes.Buffer
	if at.Col <= 0 {
		return nil, nil
	}
	err := p.provider.Text(ctx, host, wire.Position{Line: at.Line}, &wire.Position{Line: at.Line, Col: at.Col}, &line)
	text := strings.TrimRight(line.String(), "\n")
	return []byte(text + strings.Repeat(" ", max(at.Col-grid.StringWidth(text), 0))), err
}

// finisher is a writer that must be flushed at the end.
type finisher interface {
	io.Writer
	Flush() error
}

// outputTo returns a writer of a program's output to a file: as lines of text, or unchanged except
// that, for a terminal, control sequences that would act on it are removed.
func outputTo(to *os.File, ansi bool) finisher {
	switch {
	case !ansi:
		return newLineWriter(to)
	case term.IsTerminal(int(to.Fd())):
		return safeWriter{printed.NewSafe(to), to}
	}
	return printed.NewPlain(to)
}

// safeWriter resets the colours at the end.
type safeWriter struct {
	io.Writer
	to io.Writer
}

func (s safeWriter) Flush() error {
	_, err := io.WriteString(s.to, "\x1b[m")
	return err
}

// lineWriter writes complete lines of text.
type lineWriter struct {
	*printed.Lines
	to  io.Writer
	err error
}

func newLineWriter(to io.Writer) *lineWriter {
	w := &lineWriter{to: to}
	w.Lines = printed.NewLines(w.line)
	return w
}

func (w *lineWriter) line(text string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.to, text+"\n")
	}
}

func (w *lineWriter) Write(data []byte) (int, error) {
	_, _ = w.Lines.Write(data) // Write never fails
	return len(data), w.err
}

func (w *lineWriter) Flush() error {
	if rest := w.Rest(); rest != "" {
		w.line(rest)
	}
	return w.err
}

// copyOutput writes output until the program exits or ctx ends.
func copyOutput(ctx context.Context, w *launch.Watched, to finisher) error {
	over, received := w.Exited != nil, uint64(0)
	for !over {
		m, err := w.Receive()
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return errors.Join(launch.ErrHostGone, to.Flush())
		}
		switch m := m.(type) {
		case wire.Output:
			if m.Skipped > 0 {
				fmt.Fprintf(os.Stderr, "dormer: %d bytes are left out, which were printed faster than they were read\n", m.Skipped)
			}
			if _, err := to.Write(m.Data); err != nil {
				return err
			}
			received += uint64(len(m.Data))
			_ = w.Send(wire.Ack{Seq: received}) // the receiver reports a host that is gone
		case wire.Exited:
			over = true
		}
	}
	return to.Flush()
}
