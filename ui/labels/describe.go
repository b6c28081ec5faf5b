package labels

import (
	"path/filepath"
	"strings"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/ending"
	"dormer/workspace"
)

// Describe describes a session for a list: what it does, what runs in it if its title does not say
// so, and its age.
func (l *Labels) Describe(id session.ID) string {
	var said []string
	r := l.State.Sessions[id]
	for _, words := range []string{l.describeMark(id), l.Status(id).Text, foregroundProgram(r)} {
		if words != "" {
			said = append(said, words)
		}
	}
	if l.Of(id).Direct {
		said = append(said, "ends with dormer")
	}
	if !r.CreatedAt.IsZero() {
		said = append(said, "opened "+l.Ago(r.CreatedAt))
	}
	return strings.Join(said, ", ")
}

// describeMark returns the meaning of a session's mark in words, unless its status says it already.
func (l *Labels) describeMark(id session.ID) string {
	if l.asking(id) != "" {
		return l.Of(id).Asks.Words(l.Now)
	}
	if words := Percent(l.Of(id).Progress); words != "" {
		return words
	}
	if l.Of(id).Status.Text != "" {
		return ""
	}
	switch l.Mark(id) {
	case attention.MarkStarting:
		return "not shown yet"
	case attention.MarkBlocked:
		return l.Of(id).Agent.String()
	case attention.MarkUnhealthy:
		if l.Of(id).HostGone {
			return "its host is gone"
		}
		return "not answering"
	case attention.MarkAsleep:
		return "suspended"
	case attention.MarkFailed, attention.MarkDone:
		return l.ended(id)
	}
	return ""
}

// ended returns in a few words how a session ended.
func (l *Labels) ended(id session.ID) string {
	s := l.Of(id)
	switch {
	case s.Exit != nil:
		how, _ := ending.Words(*s.Exit, s.Stopped)
		return how
	case s.Stopped:
		return "stopped on request"
	}
	return "ended"
}

// foregroundProgram returns the name of the program in a session's foreground, or "" if the session's
// title contains it.
func foregroundProgram(r workspace.Record) string {
	program := r.Program
	if program == "" && len(r.Source.Command) > 0 {
		program = filepath.Base(r.Source.Command[0])
	}
	if strings.Contains(r.DisplayTitle(), program) {
		return ""
	}
	return program
}
