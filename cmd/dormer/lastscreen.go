package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/checkpoint"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// captureLast prints the last screen that is kept of a session without a host, as
// plain text, and says on standard error from when it is.
func (p places) captureLast(ctx context.Context, name string, e *catalogue.Entry, q wire.Capture, out io.Writer) error {
	last, ok := p.provider.Checkpoint(e.ID)
	if !ok {
		return fmt.Errorf("session %s does not run, and nothing of its screen was kept: dormer ps --all says what is known of it", name)
	}
	lines, err := linesOf(ctx, last)
	if err != nil {
		return fmt.Errorf("session %s: %w", name, err)
	}
	if !q.Scrollback {
		lines = lines[len(lines)-min(len(lines), last.Screen.Rows):]
	}
	lines = withoutBlankEnd(lines)
	if q.MaxLines > 0 {
		lines = lines[len(lines)-min(len(lines), q.MaxLines):]
	}
	fmt.Fprintf(os.Stderr, "dormer: session %s does not run: this is its screen of %s\n", name, last.At.Local().Format(time.DateTime))
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// linesOf are the lines of a checkpoint: those above the screen, then the screen's.
func linesOf(ctx context.Context, last checkpoint.Checkpoint) ([]string, error) {
	changed := make(chan struct{}, 1)
	s := client.Attach(last.Conn(), session.Size{}, func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer func() { _ = s.Detach() }() // nobody is at its other end
	limit, cancel := context.WithTimeout(ctx, catalogue.Patience)
	defer cancel()
	for {
		if lines, complete := textOf(s); complete {
			return lines, nil
		}
		select {
		case <-changed:
		case <-limit.Done():
			return nil, errors.New("what was kept of its screen cannot be read: start it again from its workspace")
		}
	}
}

// textOf is the text of a session's lines, as far as they have come.
func textOf(s *client.Session) (lines []string, complete bool) {
	var above wire.Range
	rows := 0
	s.View(func(r *client.Replica) {
		above = r.History()
		rows, _ = r.Size()
	})
	if rows == 0 {
		return nil, false
	}
	var palette *grid.Palette
	s.View(func(r *client.Replica) { palette = r.Palette() })
	complete = s.HistoryLines(above, func(_ uint64, cells []grid.Cell) { lines = append(lines, plain(palette, cells)) })
	s.View(func(r *client.Replica) {
		for y := range rows {
			lines = append(lines, plain(palette, r.Row(y)))
		}
	})
	return lines, complete
}

// plain is the text of cells without the blanks at their end.
func plain(p *grid.Palette, cells []grid.Cell) string {
	var text []byte
	for _, c := range cells {
		text = p.AppendText(text, c)
	}
	return strings.TrimRight(string(text), " ")
}

func withoutBlankEnd(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
