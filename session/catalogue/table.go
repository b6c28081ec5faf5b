package catalogue

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/session/state"
)

// column is a heading, and the smallest and largest width of the column if the width of the table is
// limited; 0 for the width of its longest cell.
type column struct {
	heading            string
	minWidth, maxWidth int
}

// columns are the columns of all lists, and usageColumns those for resources.
var columns = []column{
	{"SESSION", 0, 0},
	{"NAME", 10, 24},
	{"DESCRIPTION", 12, 40},
	{"AGENT", 6, 12},
	{"WORKSPACE", 9, 16},
	{"STATUS", 20, 40},
	{"IN STATUS", 0, 0},
	{"TOTAL TIME", 0, 0},
}

var usageColumns = []column{{"CPU", 0, 0}, {"MEMORY", 0, 0}, {"PROCESSES", 0, 0}, {"PORTS", 5, 24}}

func headings(columns []column) (out []string) {
	for _, c := range columns {
		out = append(out, c.heading)
	}
	return out
}

// shrinkOrder are the columns that are narrowed if lines are too long, in order.
var shrinkOrder = []int{2, 1, 4, 3, 5}

// none is the text of an empty cell.
const none = "-"

// Filter selects the sessions to list.
type Filter struct {
	// Archived includes archived sessions, All also the others that are not [Entry.Listed]. A
	// session that cannot continue is never listed.
	Archived, All bool
	// Tags selects those with one of these; none for any.
	Tags []string
	// Port selects those that listen on this TCP port; 0 for any. Usage adds columns of the
	// resources that they use. Both need entries measured by a [Meter].
	Port  int
	Usage bool
}

func (f Filter) lists(e *Entry) bool {
	return !e.Hidden() && (f.All || e.Listed(f.Archived)) && (len(f.Tags) == 0 || e.Tagged(f.Tags)) && (f.Port == 0 || e.Listens(f.Port))
}

// WriteTable writes the sessions that a filter selects as a table for people. If width is not 0, it
// is the width of the screen: long cells are cut, empty columns are left out, columns of lines that
// are still too long are narrowed as far as they remain readable, and finally the lines are cut.
func (l Listing) WriteTable(w io.Writer, now time.Time, f Filter, width int) error {
	shown := columns
	if f.Usage {
		shown = slices.Concat(columns, usageColumns)
	}
	lines := [][]string{headings(shown)}
	for _, e := range l.Entries {
		if f.lists(e) {
			lines = append(lines, printableCells(e.cells(now)[:len(shown)]))
		}
	}
	widths := widthsOf(lines, shown, width)
	var b strings.Builder
	for _, line := range lines {
		writeLine(&b, line, widths, width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteColumns writes lines whose cells are aligned in columns, including wide characters.
func WriteColumns(w io.Writer, lines [][]string) error {
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], grid.StringWidth(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		writeLine(&b, line, widths, 0)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widthsOf returns the widths of the columns for a screen; 0 for a column that is left out.
func widthsOf(lines [][]string, columns []column, screen int) []int {
	widths, said := make([]int, len(columns)), make([]bool, len(columns))
	for y, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], grid.StringWidth(cell))
			said[i] = said[i] || y > 0 && cell != none
		}
	}
	if screen == 0 {
		return widths
	}
	total := -gap
	for i, c := range columns {
		switch {
		case !said[i] && len(lines) > 1:
			widths[i] = 0
			continue
		case c.maxWidth > 0:
			widths[i] = min(widths[i], c.maxWidth)
		}
		total += widths[i] + gap
	}
	for _, i := range shrinkOrder {
		less := min(max(total-screen, 0), max(widths[i]-columns[i].minWidth, 0))
		widths[i], total = widths[i]-less, total-less
	}
	return widths
}

// gap is the space between two columns.
const gap = 2

// writeLine writes a line of cells, cut to the width of the screen unless that is 0.
func writeLine(b *strings.Builder, line []string, widths []int, screen int) {
	var row strings.Builder
	for i, cell := range line {
		if widths[i] == 0 {
			continue
		}
		cell = grid.Cut(cell, widths[i])
		row.WriteString(cell)
		row.WriteString(strings.Repeat(" ", widths[i]-grid.StringWidth(cell)+gap))
	}
	text := strings.TrimRight(row.String(), " ")
	if screen > 0 {
		text = grid.Cut(text, screen)
	}
	b.WriteString(text)
	b.WriteByte('\n')
}

func (e *Entry) cells(now time.Time) []string {
	r := e.record()
	inStatus, total := state.FormatDuration(r.InStatus(now)), state.FormatDuration(r.Total(now))
	if r.StateChangedAt.IsZero() { // the times are unknown
		inStatus, total = "", ""
	}
	line := []string{
		e.Short(), e.Name(), e.descriptionWithTags(), e.programOrAgent(), e.Workspace(),
		e.status(now), inStatus, total,
	}
	return append(line, e.Usage.cells()...)
}

// printableCells makes the cells of a line printable in place, with a dash for an empty one.
func printableCells(line []string) []string {
	for i, cell := range line {
		line[i] = cmp.Or(Printable(cell), none)
	}
	return line
}

// descriptionWithTags returns the description and the tags.
func (e *Entry) descriptionWithTags() string {
	return withTags(e.Description(), e.Tags())
}

// UserLabel returns the user's own words about the session: its description, if the user gave one, and
// its tags.
func (e *Entry) UserLabel() string {
	if e.State == nil {
		return ""
	}
	return withTags(e.State.Description, e.Tags())
}

func withTags(text string, tags []string) string {
	for _, tag := range tags {
		text += " #" + tag
	}
	return strings.TrimSpace(text)
}

// Status returns the state as lists show it, for a terminal.
func (e *Entry) Status(now time.Time) string { return Printable(e.status(now)) }

// status returns the state for display, with a note about a command that restarts automatically,
// except for agents, which usually do: "running (idle 2m 15s)", "failed (exit 2)", "running,
// restarts".
func (e *Entry) status(now time.Time) string {
	status := e.stateText(now)
	if e.restarts() {
		status += ", restarts"
	}
	return status
}

// restarts reports whether the session runs a command that restarts automatically and is no agent.
// One that was never started here, as after an import, waits: see [session.Relaunch].
func (e *Entry) restarts() bool {
	always := e.Tracked != nil && e.Tracked.Restart == session.RestartAlways && len(e.Command()) > 0 && e.Agent() == ""
	ran := e.Live() || e.State != nil && e.State.State != session.Created
	return always && ran && !e.ended()
}

func (e *Entry) stateText(now time.Time) string {
	r := e.record()
	switch {
	case e.Disposition() == session.Archived:
		return string(session.Archived) + parenthesized(outcome(r))
	case e.inProgram():
		return "running (in dormer)"
	case e.Tracked != nil && e.Tracked.Idled && !e.Live():
		return "idle, was ended"
	case e.suspended():
		return string(session.Suspended) + why(r)
	case e.Problem() != "":
		return fmt.Sprintf("%s (%s)", r.State, e.Problem())
	case r.State == session.Orphaned && e.Runtime() == session.Running:
		return "orphaned (runs)"
	case r.State.Terminal():
		return string(r.State) + why(r)
	case e.Info != nil && !e.Info.Deadline.IsZero():
		return fmt.Sprintf("%s (closed, %s left)", r.State, state.FormatDuration(e.Info.Ends(now).Sub(now)))
	}
	if v := e.AgentState(); v.State != "" && v.State != agent.Unknown && r.State == session.LifecycleRunning {
		return fmt.Sprintf("%s (%s, %s)", r.State, v, state.FormatDuration(now.Sub(v.Since)))
	}
	return r.Text(now, e.idleTimes.After(session.Source{Command: e.Command()}, e.Agent()))
}

// outcome describes how a session ended: "failed (exit 2)".
func outcome(r state.Record) string {
	if !r.State.Terminal() {
		return ""
	}
	return string(r.State) + why(r)
}

// why describes how a session ended, in brackets, if its state does not.
func why(r state.Record) string {
	switch {
	case r.State == session.Stopped:
		return parenthesized(r.Reason)
	case r.State != session.Failed:
		return ""
	case r.ExitCode != nil:
		return fmt.Sprintf(" (exit %d)", *r.ExitCode)
	}
	return parenthesized(cmp.Or(r.Signal, r.Reason))
}

func parenthesized(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// Printable returns text with everything replaced by blanks that a terminal would not print as
// characters.
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
