package attention

import (
	"fmt"
	"time"

	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/duration"
	"dormer/workspace"
)

// Reason is why a session asks for attention. More urgent reasons are greater.
type Reason uint8

// The reasons. None means that the session asks for nothing.
const (
	None Reason = iota
	Printed
	Silent
	Finished
	Failed
	Notified
	Rang
	Waits // an agent is blocked until somebody answers
)

// reasons describes each reason: the verb after the session's name, the mark, the name in the
// document, and the word after a count.
var reasons = [...]struct{ verb, mark, name, counted string }{
	None:     {},
	Printed:  {"printed", MarkOutput, "output", "printed"},
	Silent:   {"fell silent", MarkSilent, "silence", "silent"},
	Finished: {"finished", MarkDone, "finished", "finished"},
	Failed:   {"failed", MarkFailed, "failed", "failed"},
	Notified: {"notified", MarkNotified, "notification", "asks"},
	Rang:     {"rang", MarkBell, "bell", "asks"},
	Waits:    {"waits", MarkBlocked, "blocked", "waits"},
}

// Counted returns the word after the number of sessions with the reason; a bell and a notification
// share one. It is empty for None.
func (r Reason) Counted() string { return reasons[r].counted }

// Verb returns what the session did, to follow its name; empty for None.
func (r Reason) Verb() string { return reasons[r].verb }

// Mark returns the reason's one-character mark; empty for None.
func (r Reason) Mark() string { return reasons[r].mark }

// Asks is a session's request for attention. It lasts until the session's pane has had the focus:
// output meanwhile does not end it, and a reason is replaced only by one at least as urgent.
type Asks struct {
	Reason Reason
	// Since is when it began to ask; a new reason does not change it.
	Since time.Time
	Text  string
	// Seen says that the pane was on the screen since then, so its tab is not marked any more.
	Seen bool
}

// Add adds a reason, at a time.
func (a *Asks) Add(why Reason, at time.Time, text string) {
	if a.Reason == None {
		a.Since = at
	}
	if why >= a.Reason {
		a.Reason, a.Text = why, text
	}
}

// Look notes that the session's pane is on the screen. If looked, the user looks at it and the
// request ends. Look reports whether that changed a.
func (a *Asks) Look(looked bool) (news bool) {
	was := *a
	a.Seen = true
	if looked {
		*a = Asks{}
	}
	return was.Reason != None && *a != was
}

// Words describes the request, for the session's line in a list.
func (a Asks) Words(now time.Time) string {
	switch a.Reason {
	case None:
		return ""
	case Silent:
		return "silent"
	case Waits:
		return "waits for you"
	}
	return a.Reason.Verb() + " " + duration.Ago(now.Sub(a.Since))
}

// Saved returns the request as the workspace stores it.
func (a Asks) Saved() workspace.Attention {
	if a.Reason == None {
		return workspace.Attention{}
	}
	return workspace.Attention{Reason: reasons[a.Reason].name, Text: a.Text, Since: a.Since, Seen: a.Seen}
}

// FromSaved returns the request that the workspace has stored; none for an unknown reason.
func FromSaved(kept workspace.Attention) Asks {
	for why, r := range reasons {
		if kept.Reason != "" && r.name == kept.Reason {
			return Asks{Reason: Reason(why), Since: kept.Since, Text: kept.Text, Seen: kept.Seen}
		}
	}
	return Asks{}
}

// Watches are the events that the user watches a session for.
type Watches uint8

// The events: output, silence, and ends of commands.
const (
	Output Watches = 1 << iota
	Silence
	Commands
)

// words names the event; limit is the length of a silence.
func (w Watches) words(limit time.Duration) string {
	switch w {
	case Silence:
		return duration.Said(limit) + " of silence"
	case Commands:
		return "ends of commands"
	}
	return "output"
}

// Sentence returns the sentence that panes are watched for the event from now on, or no longer. limit
// is the length of a silence.
func (w Watches) Sentence(on bool, limit time.Duration, panes int) string {
	text := "watched for " + w.words(limit) + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + w.words(limit)
	}
	if panes > 1 {
		text = "all panes of the tab are " + text
	}
	return text
}

// Has reports whether w contains an event of what.
func (w Watches) Has(what Watches) bool { return w&what != 0 }

// maxLineCols is the width to which a command line is cut, in columns.
const maxLineCols = 60

// OfCommand returns the reason and text for a command that has ended: if it took at least least,
// or if commands are watched for. Otherwise the reason is None.
func OfCommand(c wire.Command, least time.Duration, watched bool) (why Reason, text string) {
	took := c.Ended.Sub(c.Started)
	if c.Ended.IsZero() || took < least && !watched {
		return None, ""
	}
	line := ""
	if c.Line != "" { // last, because it may be cut off
		line = ": `" + grid.Cut(c.Line, maxLineCols) + "`"
	}
	if c.HasExitCode && c.ExitCode != 0 {
		return Failed, fmt.Sprintf("failed with code %d after %s%s", c.ExitCode, duration.Said(took), line)
	}
	return Finished, fmt.Sprintf("finished after %s%s", duration.Said(took), line)
}
