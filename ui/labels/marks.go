package labels

import (
	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/workspace"
)

// Mark is what a session has to say in one character: what it asks to be looked at
// for, or the state of its process where that is more urgent; empty for one that runs
// quietly.
func (l *Labels) Mark(id session.ID) string {
	if asks := l.asking(id); asks != "" {
		return asks
	}
	return l.Of(id).State
}

// askingMark is the mark of what a session asks to be looked at for, empty where it
// asks for nothing or its state is more urgent.
func (l *Labels) asking(id session.ID) string {
	s := l.Of(id)
	return s.Asks.Mark(s.State)
}

// NewMark is the mark of a session without what was seen of it.
func (l *Labels) NewMark(id session.ID) string {
	s := l.Of(id)
	if s.Asks.Seen {
		return s.State
	}
	return l.Mark(id)
}

// TabMark is the most urgent mark of a tab's sessions, but for what was seen.
func (l *Labels) TabMark(t workspace.Tab) string {
	if t.Root != nil && t.Root.Pane() && len(t.Floats) == 0 {
		return attention.Urgent(l.NewMark(t.Root.Session))
	}
	var marks []string
	for _, id := range t.Panes() {
		marks = append(marks, l.NewMark(id))
	}
	return attention.MostUrgent(marks)
}

// ViewMark is the most urgent mark of a view's sessions.
func (l *Labels) ViewMark(v workspace.View) string {
	var marks []string
	for _, t := range v.Tabs {
		marks = append(marks, l.TabMark(t))
	}
	return attention.MostUrgent(marks)
}

// Elsewhere are the views that are not shown in which something asks to be looked at.
func (l *Labels) Elsewhere() (out []bars.View) {
	if len(l.State.Views) < 2 {
		return nil
	}
	for _, v := range l.State.Views {
		if mark := l.ViewMark(v); v.ID != l.State.ActiveView && mark != "" && mark != attention.MarkStarting {
			out = append(out, bars.View{Text: v.Name + " " + l.Shown(mark), Does: command.Line("view.select", string(v.ID))})
		}
	}
	return out
}

// Branch is the branch that a session's directory is on, as far as is known.
func (l *Labels) Branch(id session.ID) string { return l.Of(id).Branch }

// isShell reports whether a session was opened without a command.
func isShell(r workspace.Record) bool { return len(r.Source.Command) == 0 }
