package host

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dormer/session/vt"
	"dormer/session/wire"
)

// maxTimed is the number of commands for which times are kept.
const maxTimed = 1024

// shellLog holds the shell's reports of its commands (OSC 133), except their places, which the
// emulator keeps.
type shellLog struct {
	last  wire.Command // of the last mark; its ID is 0 before there was one
	times []commandTime
	// prompt is set while the shell waits at its prompt and Enter was not pressed.
	prompt bool
	// typed is set if something was typed at this prompt.
	typed bool
}

// commandTime is the time of a command.
type commandTime struct {
	id             uint32
	started, ended time.Time
	line           string // empty if neither the shell nor the screen provided it
	printed        bool   // there was output when it had ended
}

// marked handles a mark, and tells the viewers if a command has ended with it. The lock is held.
func (h *Host) marked(m vt.Mark) {
	h.checkForegroundNext = true
	done := h.shell.note(m, h.lastPrint)
	h.notePrompt(m)
	if m.Kind == vt.MarkCommand {
		h.checkForegroundSoon()
	}
	if done {
		h.commandDone(wire.CommandDone{Command: h.shell.complete(h.term, h.shell.last)})
	}
}

// note records a mark, and reports whether a command has ended with it.
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
			t.ended, t.printed = now, l.last.Output != l.last.End
			return true
		}
	}
	return false
}

// timeOf returns the times of a command, nil if they are unknown.
func (l *shellLog) timeOf(id uint32) *commandTime {
	for i := len(l.times) - 1; i >= 0; i-- {
		if l.times[i].id == id {
			return &l.times[i]
		}
	}
	return nil
}

// renumber updates the lines of the last command after a resize has renumbered them.
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

// addMark adds a mark to its command.
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

// complete adds the command line and the times of a command.
func (l *shellLog) complete(t *vt.Terminal, c wire.Command) wire.Command {
	at := l.timeOf(c.ID)
	if at != nil {
		c.Started, c.Ended, c.Printed, c.Line = at.started, at.ended, at.printed, at.line
	}
	if c.Line == "" && c.Parts.Has(wire.HasInput|wire.HasOutput) {
		c.Line = textBetween(t, c.Input, c.Output, wire.MaxCommandLine)
	}
	return c
}

// lastRan returns the number of the last command that ran or is running; 0 if there is none.
func (l *shellLog) lastRan() uint32 {
	if n := len(l.times); n > 0 {
		return l.times[n-1].id
	}
	return 0
}

// latest returns the last command that ran or is running; over means that its shell has ended.
func (l *shellLog) latest(t *vt.Terminal, over bool) (wire.Command, bool) {
	ran := l.lastRan()
	if ran == 0 {
		return wire.Command{}, false
	}
	for _, c := range l.commandsOf(t, over, t.MarksSince(ran, textEnd(t), nil)) {
		if c.ID == ran && firstLine(&c) < textEnd(t) {
			return l.complete(t, c), true
		}
	}
	return wire.Command{}, false
}

// answer returns the commands that a viewer requests; over means that the shell has ended.
func (l *shellLog) answer(t *vt.Terminal, over bool, q wire.Commands) wire.CommandsReply {
	r := wire.CommandsReply{Tag: q.Tag}
	limit := min(max(q.Max, 0), wire.MaxCommands)
	parts := wire.HasPrompt | wire.HasInput
	if q.Ran {
		parts = wire.HasOutput
	}
	first, _ := t.History()
	all := l.commandsOf(t, over, t.Marks(first, textEnd(t), nil))
	for i := range all {
		c := &all[i]
		if q.Last {
			c = &all[len(all)-1-i]
		}
		if len(r.Commands) >= limit {
			break
		}
		if n := firstLine(c); n < q.Range.First || n >= q.Range.End || c.Parts&parts == 0 {
			continue
		}
		r.Commands = append(r.Commands, l.complete(t, *c))
	}
	return r
}

// commandsOf returns the commands of marks, and the last that ran, oldest first. Output without an
// end mark ends at the next prompt; that of a running command ends at the present end of the text.
func (l *shellLog) commandsOf(t *vt.Terminal, over bool, marks []vt.Mark) (all []wire.Command) {
	first, end := t.History()
	place := map[uint32]int{}
	for _, m := range marks {
		i, known := place[m.ID]
		if !known {
			i = len(all)
			place[m.ID] = i
			all = append(all, wire.Command{ID: m.ID})
		}
		addMark(&all[i], m)
	}
	ran := l.lastRan()
	if _, known := place[ran]; ran > 0 && !known { // its lines are no longer kept
		all = slices.Insert(all, 0, wire.Command{ID: ran})
	}
	for i := range all {
		c := &all[i]
		if c.ID == ran && !c.Parts.Has(wire.HasOutput) {
			c.Output, c.Parts = wire.Position{Line: first}, c.Parts|wire.HasOutput
		}
		if !c.Parts.Has(wire.HasOutput) {
			continue
		}
		switch {
		case c.Parts.Has(wire.HasEnd):
		case i+1 < len(all):
			c.End, c.Parts = firstPlace(&all[i+1]), c.Parts|wire.HasEnd
		default:
			c.End.Line, c.End.Col = t.TextEnd()
			if over || l.last.ID != ran {
				c.Parts |= wire.HasEnd
			}
		}
		if t.Modes().AltScreen && c.End.Line >= end { // these rows belong to another screen
			c.End = wire.Position{Line: end}
		}
	}
	return all
}

// firstLine returns the line of a command's first mark.
func firstLine(c *wire.Command) uint64 { return firstPlace(c).Line }

func firstPlace(c *wire.Command) wire.Position {
	switch {
	case c.Parts.Has(wire.HasPrompt):
		return c.Prompt
	case c.Parts.Has(wire.HasInput):
		return c.Input
	case c.Parts.Has(wire.HasOutput):
		return c.Output
	}
	return c.End
}

// marksOf returns the marks of lines, by their numbers.
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

// screenMarks returns the marks of the rows on the screen, by their lines' numbers, and the number
// of the first row.
func screenMarks(t *vt.Terminal) (marks map[uint64][]wire.Mark, base uint64) {
	_, base = t.History()
	if t.Modes().AltScreen {
		return nil, base
	}
	return marksOf(t, wire.Range{First: base, End: textEnd(t)}), base
}

// oneLine returns text in one line, trimmed, of at most limit bytes.
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
