package labels

import (
	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/workspace"
)

// Mark returns the mark of a session, one character: why it needs attention, or the state of
// its process if that is more urgent. It is empty for a session that runs quietly.
func (l *Labels) Mark(id session.ID) string {
	if asks := l.asking(id); asks != "" {
		return asks
	}
	return l.Of(id).State
}

// asking returns the mark for the reason why a session needs attention. It is empty if there is
// no reason or the state of the process is more urgent.
func (l *Labels) asking(id session.ID) string {
	s := l.Of(id)
	return s.Asks.Mark(s.State)
}

// UnseenMark returns the mark of a session without a reason that the user has seen already.
func (l *Labels) UnseenMark(id session.ID) string {
	s := l.Of(id)
	if s.Asks.Seen {
		return s.State
	}
	return l.Mark(id)
}

// TabMark returns the most urgent of the NewMarks of a tab's sessions.
func (l *Labels) TabMark(t workspace.Tab) string {
	if t.Root != nil && t.Root.Pane() && len(t.Floats) == 0 {
		return attention.Urgent(l.UnseenMark(t.Root.Session))
	}
	var marks []string
	for _, id := range t.Panes() {
		marks = append(marks, l.UnseenMark(id))
	}
	return attention.MostUrgent(marks)
}

// Marked returns the session of a tab whose mark the tab shows; false if no session has that mark.
func (l *Labels) Marked(t workspace.Tab) (session.ID, bool) {
	mark := l.TabMark(t)
	for _, id := range t.Panes() {
		if l.UnseenMark(id) == mark {
			return id, true
		}
	}
	return session.ID{}, false
}

// ViewMark returns the most urgent of the marks of a view's tabs.
func (l *Labels) ViewMark(v workspace.View) string {
	var marks []string
	for _, t := range v.Tabs {
		marks = append(marks, l.TabMark(t))
	}
	return attention.MostUrgent(marks)
}

// Elsewhere lists the other views in which something needs attention.
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

// Branch returns the git branch of a session's directory, or "" if it is not known.
func (l *Labels) Branch(id session.ID) string { return l.Of(id).Branch }
