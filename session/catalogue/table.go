package catalogue

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/state"
)

// columns are the headings, and the most columns of the screen that each takes
// where the width is limited; 0 for as many as its longest cell.
var columns = []struct {
	heading string
	most    int
}{
	{"SESSION", 0},
	{"NAME", 24},
	{"DESCRIPTION", 40},
	{"AGENT", 12},
	{"WORKSPACE", 16},
	{"STATUS", 0},
	{"IN STATUS", 0},
	{"TOTAL TIME", 0},
}

// WriteTable writes the sessions as lines for people: those that are
// [Entry.Listed], or all. Where limit is set, long cells are cut.
func (l Listing) WriteTable(w io.Writer, now time.Time, all, limit bool) error {
	lines := [][]string{nil}
	for _, c := range columns {
		lines[0] = append(lines[0], c.heading)
	}
	short := l.Short()
	for i := range l.Entries {
		if all || l.Entries[i].Listed() {
			lines = append(lines, l.Entries[i].cells(short[i], now, limit))
		}
	}
	widths := make([]int, len(columns))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], grid.StringWidth(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		writeLine(&b, line, widths)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeLine(b *strings.Builder, line []string, widths []int) {
	var row strings.Builder
	for i, cell := range line {
		row.WriteString(cell)
		row.WriteString(strings.Repeat(" ", widths[i]-grid.StringWidth(cell)+2))
	}
	b.WriteString(strings.TrimRight(row.String(), " "))
	b.WriteByte('\n')
}

func (e *Entry) cells(short string, now time.Time, limit bool) []string {
	r := e.record()
	line := []string{
		short, e.Name(), e.Description(), string(e.Agent()), e.Workspace(),
		e.status(now), state.FormatDuration(r.InStatus(now)), state.FormatDuration(r.Total(now)),
	}
	for i := range line {
		line[i] = Printable(line[i])
		if most := columns[i].most; limit && most > 0 {
			line[i] = cut(line[i], most)
		}
		if line[i] == "" {
			line[i] = "-"
		}
	}
	return line
}

// status is the state as it is shown: "running (idle 2m 15s)", "failed (exit 2)".
func (e *Entry) status(now time.Time) string {
	r := e.record()
	switch {
	case e.Resumable():
		return string(session.Suspended)
	case e.Trouble() != "":
		return fmt.Sprintf("%s (%s)", r.State, e.Trouble())
	case r.State == session.Failed:
		return "failed" + e.why()
	case e.Info != nil && !e.Info.Deadline.IsZero():
		return fmt.Sprintf("%s (closed, %s left)", r.State, state.FormatDuration(e.Info.Deadline.Sub(now)))
	}
	threshold := state.IdleAfter(session.Source{Command: e.Command()}, e.Agent())
	return r.Text(now, threshold)
}

// why is how a session failed, where that is a few words.
func (e *Entry) why() string {
	if code, ok := e.ExitCode(); ok {
		return fmt.Sprintf(" (exit %d)", code)
	}
	switch exit := e.Exit(); {
	case exit != nil && exit.Signal != "":
		return " (" + exit.Signal + ")"
	case e.State != nil && e.State.Signal != "":
		return " (" + e.State.Signal + ")"
	case !e.Live() && e.State != nil && !e.State.State.Terminal():
		return " (host is gone)"
	}
	return ""
}

// Printable is text without what a terminal would take for anything but
// characters: those become blanks.
func Printable(text string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.Is(unicode.M, r) || r == zeroWidthJoiner {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, "?"))
	return strings.TrimSpace(clean)
}

// zeroWidthJoiner makes one emoji of several.
const zeroWidthJoiner = 0x200d

// cut is the text in at most n columns, with an ellipsis where it was longer.
func cut(text string, n int) string {
	if grid.StringWidth(text) <= n {
		return text
	}
	width, end := 0, 0
	for end < len(text) {
		cluster, w := grid.NextCluster(text[end:])
		if width+w > n-1 {
			break
		}
		width += w
		end += len(cluster)
	}
	return text[:end] + "…"
}
