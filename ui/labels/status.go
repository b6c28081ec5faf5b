package labels

import (
	"slices"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/theme"
	"dormer/workspace"
)

// StatusShown returns the status line in the theme's styles, laid out in rectangle r.
func (l *Labels) StatusShown(s bars.Status, r workspace.Rect) []theme.Spot {
	spots := s.Spots(r.W)
	out := make([]theme.Spot, 0, len(spots))
	for _, s := range spots {
		out = append(out, theme.Spot{X: r.X + s.X, End: r.X + s.End, Text: s.Text, Style: lookOf(s.Style, l.Theme)})
	}
	return out
}

// lookOf returns the style of a kind of piece in a theme.
func lookOf(s bars.Style, t theme.Theme) grid.Style {
	switch s {
	case bars.Chip:
		return t.Chip
	case bars.Sync:
		return t.Sync
	case bars.Prefix:
		return t.Prefix
	case bars.Notice:
		return t.Notice
	case bars.Hint:
		return t.Hint
	case bars.Good:
		return onBar(t, t.Good)
	case bars.Bad:
		return onBar(t, t.Bad)
	case bars.Asks:
		return onBar(t, t.Warn)
	case bars.Plain:
	}
	return t.Status
}

// onBar returns a style for text of colour c on a bar.
func onBar(t theme.Theme, c grid.Color) grid.Style {
	return grid.Style{FG: c, BG: t.Bar.BG}
}

// Waits reports whether its agent waits for the user, who has not put it off.
func (s Session) Waits() bool { return s.Agent.State == agent.Blocked && s.PutOff.IsZero() }

// Queue returns the sessions whose agents wait for the user, the one that has waited longest
// first, and those of them that are put off.
func (l *Labels) Queue() (waits, putOff []session.ID) {
	for _, id := range l.State.OpenIDs() {
		switch s := l.Of(id); {
		case s.Waits():
			waits = append(waits, id)
		case s.Agent.State == agent.Blocked:
			putOff = append(putOff, id)
		}
	}
	slices.SortStableFunc(waits, func(a, b session.ID) int { return l.Of(a).Agent.Since.Compare(l.Of(b).Agent.Since) })
	return waits, putOff
}

// Working counts the agents that work.
func (l *Labels) Working() (n int) {
	for _, id := range l.State.OpenIDs() {
		if l.Of(id).Agent.State == agent.Working {
			n++
		}
	}
	return n
}

// Agents returns the state and kind of the agents for OSC 7501: those of the agent that most needs
// the user. It is empty if there are no agents. Texts of agents are not passed on.
func (l *Labels) Agents() string {
	found := map[agent.State]agent.Kind{}
	for _, id := range l.State.OpenIDs() {
		v := l.Of(id).Agent
		if _, known := found[v.State]; !known {
			found[v.State] = v.Kind
		}
	}
	for _, s := range []agent.State{agent.Blocked, agent.Working, agent.Failed, agent.Done, agent.Idle} {
		kind, known := found[s]
		switch {
		case known && s == agent.Blocked && kind != "" && kind != agent.Dialog: // no other state has one
			return string(s) + ":kind=" + string(kind)
		case known:
			return string(s)
		}
	}
	return ""
}

// Waiting counts the sessions that need attention, by reason, the most urgent first.
func (l *Labels) Waiting() (out []bars.Waiting) {
	counts, names := map[string]int{}, map[string]string{}
	for _, id := range l.State.OpenIDs() {
		if s := l.Of(id); !s.Looked {
			what := s.Asks.Reason.Counted()
			switch {
			case s.Waits(): // even if the user has looked at it
				what = attention.Waits.Counted()
			case s.Agent.State == agent.Blocked: // put off
				continue
			}
			counts[what]++
			names[what] = l.State.Sessions[id].DisplayTitle()
		}
	}
	for _, w := range []bars.Waiting{
		{Word: "waits", Mark: attention.MarkBlocked, Style: bars.Asks},
		{Word: "asks", Mark: attention.MarkBell, Style: bars.Asks}, {Word: "failed", Mark: attention.MarkFailed, Style: bars.Bad},
		{Word: "finished", Mark: attention.MarkDone, Style: bars.Good}, {Word: "silent", Mark: attention.MarkSilent, Style: bars.Hint},
		{Word: "printed", Mark: attention.MarkOutput, Style: bars.Hint},
	} {
		if w.Count, w.Name = counts[w.Word], names[w.Word]; w.Count > 0 {
			if w.Mark = l.Shown(w.Mark); l.Reader {
				w.Mark = "" // the word says the same
			}
			out = append(out, w)
		}
	}
	return out
}
