package attention

import (
	"fmt"
	"time"

	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/duration"
	"dormer/workspace"
)

// Reason is what a session asks to be looked at for, the more urgent the greater.
type Reason uint8

// The reasons. None is that it asks for nothing.
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

// reasons are what is known of each reason: what the session did, behind its name; its
// mark; its name in the workspace; what it is counted as behind a number.
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

// Counted is what sessions with the reason are counted as, behind their number: a bell
// and a notification both ask for something. It is empty for None.
func (r Reason) Counted() string { return reasons[r].counted }

// Verb is what a session did, behind its name; empty for None.
func (r Reason) Verb() string { return reasons[r].verb }

// Mark is the reason in one character, each another; empty for None.
func (r Reason) Mark() string { return reasons[r].mark }

// Asks is that a session asks to be looked at. It asks until its pane has had the keys:
// what it prints meanwhile changes nothing, and only a reason that is as urgent takes the
// place of another.
type Asks struct {
	Reason Reason
	// Since is when it began to ask; another reason meanwhile does not change it.
	Since time.Time
	Text  string
	// Seen says that the pane was on the screen since then: its tab has no mark for it
	// any more.
	Seen bool
}

// Add takes note of another reason, at a time.
func (a *Asks) Add(why Reason, at time.Time, text string) {
	if a.Reason == None {
		a.Since = at
	}
	if why >= a.Reason {
		a.Reason, a.Text = why, text
	}
}

// Look takes note that the session's pane is on the screen, and whether the user looks at it:
// then it asks for nothing more. It reports whether that is news.
func (a *Asks) Look(looked bool) (news bool) {
	was := *a
	a.Seen = true
	if looked {
		*a = Asks{}
	}
	return was.Reason != None && *a != was
}

// Words say what a session asks for, for its own lines in lists.
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

// Kept is what the workspace keeps of it.
func (a Asks) Kept() workspace.Attention {
	if a.Reason == None {
		return workspace.Attention{}
	}
	return workspace.Attention{Reason: reasons[a.Reason].name, Text: a.Text, Since: a.Since, Seen: a.Seen}
}

// Of is what the workspace has kept; nothing for a reason that is not known.
func Of(kept workspace.Attention) Asks {
	for why, r := range reasons {
		if kept.Reason != "" && r.name == kept.Reason {
			return Asks{Reason: Reason(why), Since: kept.Since, Text: kept.Text, Seen: kept.Seen}
		}
	}
	return Asks{}
}

// Watches are what a user asked to be told of a session.
type Watches uint8

// What can be watched for: that something is printed, that nothing is, and that a command ends.
const (
	Output Watches = 1 << iota
	Silence
	Commands
)

// words say what is watched for; limit is the length of a silence.
func (w Watches) words(limit time.Duration) string {
	switch w {
	case Silence:
		return duration.Said(limit) + " of silence"
	case Commands:
		return "ends of commands"
	}
	return "output"
}

// Told says that panes are watched for it from now on, or no longer. limit is the length of a
// silence.
func (w Watches) Told(on bool, limit time.Duration, panes int) string {
	text := "watched for " + w.words(limit) + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + w.words(limit)
	}
	if panes > 1 {
		text = "all panes of the tab are " + text
	}
	return text
}

// For reports whether it is watched for something.
func (w Watches) For(what Watches) bool { return w&what != 0 }

// widestLine is how much of a command line is said, in columns.
const widestLine = 60

// OfCommand says what is told of a command that has ended: one that took as long as
// least, or any where commands are watched for. It is None for nothing.
func OfCommand(c wire.Command, least time.Duration, watched bool) (why Reason, text string) {
	took := c.Ended.Sub(c.Started)
	if c.Ended.IsZero() || took < least && !watched {
		return None, ""
	}
	line := ""
	if c.Line != "" { // how it ended comes first: there may be no room for all of it
		line = ": `" + grid.Cut(c.Line, widestLine) + "`"
	}
	if c.HasExitCode && c.ExitCode != 0 {
		return Failed, fmt.Sprintf("failed with code %d after %s%s", c.ExitCode, duration.Said(took), line)
	}
	return Finished, fmt.Sprintf("finished after %s%s", duration.Said(took), line)
}
