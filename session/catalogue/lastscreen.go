package catalogue

import (
	"context"
	"errors"
	"strings"

	"dormer/session"
	"dormer/session/checkpoint"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// LastScreen is the text of a screen that was kept, as a capture of its session
// would have been, each line with its line feed. Colours are left out.
func LastScreen(ctx context.Context, last checkpoint.Checkpoint, q wire.Capture) (string, error) {
	lines, err := linesOf(ctx, last)
	if err != nil {
		return "", err
	}
	if !q.Scrollback {
		lines = lastOf(lines, last.Screen.Rows)
	}
	lines = withoutBlankEnd(lines)
	if q.MaxLines > 0 {
		lines = lastOf(lines, q.MaxLines)
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	return text.String(), nil
}

func lastOf(lines []string, n int) []string { return lines[len(lines)-min(len(lines), n):] }

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
	limit, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	for {
		if lines, complete := textOf(s); complete {
			return lines, nil
		}
		select {
		case <-changed:
		case <-limit.Done():
			return nil, errors.New("its last screen cannot be read: start it again from its workspace")
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
	var palette *grid.Palette // there is one frame, and so one palette
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
