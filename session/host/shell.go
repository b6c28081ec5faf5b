package host

import (
	"strings"
	"time"
	"unicode/utf8"

	"dormer/session/vt"
	"dormer/session/wire"
)

// maxTimed is for how many commands it is remembered when they ran.
const maxTimed = 1024

// shellLog is what the shell said of its commands (OSC 133) besides where they are,
// which the emulator knows.
type shellLog struct {
	last  wire.Command // of the last mark; its ID is 0 before there was one
	times []commandTime
}

// commandTime is when a command ran; they are in the order of their numbers.
type commandTime struct {
	id             uint32
	started, ended time.Time
	line           string // as the shell told it; empty where it did not
}

// marked takes note of a mark, and tells the viewers of a command that ended. The
// lock is held.
func (h *Host) marked(m vt.Mark) {
	h.turned = true
	done := h.shell.note(m, h.lastPrint)
	if m.Kind == vt.MarkCommand {
		h.lookSoon()
	}
	if done {
		h.commandDone(wire.CommandDone{Command: h.shell.complete(h.term, h.shell.last)})
	}
}

// note takes note of a mark, and reports whether a command ended with it.
func (l *shellLog) note(m vt.Mark, now time.Time) (done bool) {
	if m.ID != l.last.ID {
		l.last = wire.Command{ID: m.ID}
	}
	addMark(&l.last, m)
	switch m.Kind {
	case vt.MarkCommand:
		if len(l.times) == maxTimed {
			l.times = append(l.times[:0], l.times[1:]...)
		}
		l.times = append(l.times, commandTime{id: m.ID, started: now, line: oneLine(m.Command, wire.MaxCommandLine)})
	case vt.MarkDone:
		if t := l.timeOf(m.ID); t != nil && t.ended.IsZero() {
			t.ended = now
			return true
		}
	}
	return false
}

// timeOf is when a command ran, nil where that is not known.
func (l *shellLog) timeOf(id uint32) *commandTime {
	for i := len(l.times) - 1; i >= 0; i-- {
		if l.times[i].id == id {
			return &l.times[i]
		}
	}
	return nil
}

// renumber finds the last command again after a resize gave lines other numbers.
func (l *shellLog) renumber(t *vt.Terminal) {
	if l.last.ID == 0 {
		return
	}
	last := wire.Command{ID: l.last.ID}
	first, _ := t.History()
	for _, m := range t.Marks(first, textEnd(t), nil) {
		if m.ID == last.ID {
			addMark(&last, m)
		}
	}
	l.last = last
}

// addMark notes in a command what a mark of it says.
func addMark(c *wire.Command, m vt.Mark) {
	at := wire.Position{Line: m.Line, Col: m.Col}
	switch m.Kind {
	case vt.MarkPrompt:
		c.Prompt, c.Parts = at, c.Parts|wire.HasPrompt
	case vt.MarkInput:
		c.Input, c.Parts = at, c.Parts|wire.HasInput
	case vt.MarkCommand:
		c.Output, c.Parts = at, c.Parts|wire.HasOutput
	case vt.MarkDone:
		c.End, c.Parts = at, c.Parts|wire.HasEnd
		c.ExitCode, c.HasExitCode = m.ExitCode, m.HasExitCode
	}
}

// complete adds what was typed and when the command ran.
func (l *shellLog) complete(t *vt.Terminal, c wire.Command) wire.Command {
	if c.Parts.Has(wire.HasInput | wire.HasOutput) {
		c.Line = textBetween(t, c.Input, c.Output, wire.MaxCommandLine)
	}
	if at := l.timeOf(c.ID); at != nil {
		c.Started, c.Ended = at.started, at.ended
		if at.line != "" { // the screen may show more than what was typed
			c.Line = at.line
		}
	}
	return c
}

// latest is the last command that ran or runs. What was typed is not at its place
// any more where a program erased it.
func (l *shellLog) latest(t *vt.Terminal) (wire.Command, bool) {
	if l.last.Parts.Has(wire.HasOutput) {
		return l.complete(t, l.last), true
	}
	all := wire.Commands{Range: wire.Range{End: textEnd(t)}, Last: true, Done: true, Max: 1}
	if found := l.answer(t, all).Commands; len(found) > 0 {
		return found[0], true
	}
	return wire.Command{}, false
}

// answer finds the commands that a viewer asks for.
func (l *shellLog) answer(t *vt.Terminal, q wire.Commands) wire.CommandsReply {
	r := wire.CommandsReply{Tag: q.Tag}
	limit := min(max(q.Max, 0), wire.MaxCommands)
	all := commandsIn(t)
	for i := range all {
		c := &all[i]
		if q.Last {
			c = &all[len(all)-1-i]
		}
		if len(r.Commands) >= limit {
			break
		}
		if n := firstLine(c); n < q.Range.First || n >= q.Range.End || q.Done && !c.Parts.Has(wire.HasOutput|wire.HasEnd) {
			continue
		}
		r.Commands = append(r.Commands, l.complete(t, *c))
	}
	return r
}

// commandsIn are all commands of which marks are kept, the oldest first.
func commandsIn(t *vt.Terminal) (all []wire.Command) {
	first, _ := t.History()
	for _, m := range t.Marks(first, textEnd(t), nil) {
		if n := len(all); n == 0 || all[n-1].ID != m.ID {
			all = append(all, wire.Command{ID: m.ID})
		}
		addMark(&all[len(all)-1], m)
	}
	return all
}

// firstLine is the line of a command's first mark.
func firstLine(c *wire.Command) uint64 {
	switch {
	case c.Parts.Has(wire.HasPrompt):
		return c.Prompt.Line
	case c.Parts.Has(wire.HasInput):
		return c.Input.Line
	case c.Parts.Has(wire.HasOutput):
		return c.Output.Line
	}
	return c.End.Line
}

// marksOf are the marks of lines, by their numbers.
func marksOf(t *vt.Terminal, r wire.Range) map[uint64][]wire.Mark {
	found := t.Marks(r.First, r.End, nil)
	if len(found) == 0 {
		return nil
	}
	marks := make(map[uint64][]wire.Mark, len(found))
	for _, m := range found {
		marks[m.Line] = append(marks[m.Line], wire.Mark{
			Kind: byte(m.Kind), Col: m.Col, Command: m.ID, ExitCode: m.ExitCode, HasExitCode: m.HasExitCode,
		})
	}
	return marks
}

// screenMarks are the marks of the rows that are shown, by their lines' numbers, and
// the number of the first row.
func screenMarks(t *vt.Terminal) (marks map[uint64][]wire.Mark, base uint64) {
	_, base = t.History()
	if t.Modes().AltScreen {
		return nil, base
	}
	return marksOf(t, wire.Range{First: base, End: textEnd(t)}), base
}

// oneLine is text in one line, without blanks around it, of at most limit bytes.
func oneLine(text string, limit int) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return strings.TrimSpace(text[:limit])
}
