package ending

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/health"
	"dormer/ui/attention"
	"dormer/ui/duration"
)

// Line is one wording of a message, and of the keys that help.
type Line struct{ Says, Keys string }

// Texts returns the lines as they are shown; the keys are left out unless keys is true.
func Texts(lines []Line, keys bool) []string {
	out := make([]string, 0, len(lines))
	for _, line := range lines {
		if line.Keys != "" && keys {
			line.Says += "; " + line.Keys
		}
		out = append(out, line.Says)
	}
	return out
}

// Words returns how a child ended, as part of a sentence and as short as possible.
func Words(e session.Exit, stopped bool) (how, short string) {
	how = fmt.Sprintf("exited with code %d", e.Code)
	short = fmt.Sprintf("exit %d", e.Code)
	switch {
	case e.Err != "":
		how, short = "could not start: "+Reason(e.Err), "not started"
	case stopped:
		how, short = "stopped on request", "stopped"
	case e.Signal != "":
		how, short = "ended by "+e.Signal, e.Signal
	}
	return how, short
}

// Asks returns the reason and text for the end of a command: if it took at least least, or if
// commands are watched for. Otherwise the reason is None.
func Asks(e session.Exit, stopped bool, least time.Duration, watched bool) (attention.Reason, string) {
	took := e.Ended.Sub(e.Started)
	if took < least && !watched {
		return attention.None, ""
	}
	after := " after " + duration.Said(took)
	if e.Clean() {
		return attention.Finished, "finished" + after
	}
	how, _ := Words(e, stopped)
	return attention.Failed, how + after
}

// OfExit says how a child ended, and which keys help. It begins with the mark, unless the child was
// stopped on request.
func OfExit(e session.Exit, stopped bool, now time.Time, shown func(mark string) string) []Line {
	mark := attention.MarkFailed
	if e.Clean() {
		mark = attention.MarkDone
	}
	how, short := Words(e, stopped)
	out := ofEnd(how, short, e, now)
	if stopped {
		return out
	}
	for i := range out {
		out[i].Says = shown(mark) + " " + out[i].Says
	}
	return out
}

func ofEnd(how, short string, e session.Exit, now time.Time) []Line {
	if e.Err != "" { // the reason matters more than the keys
		lines := canStart(how, short)
		return slices.Insert(lines, 1, Line{how, "Enter: again, x: close"}, Line{how, ""}, Line{Reason(e.Err), ""})
	}
	ran := " after " + duration.Said(e.Ended.Sub(e.Started))
	return []Line{
		{how + duration.At(e.Ended, now) + ran, "Enter starts it again, x closes the pane"},
		{how + duration.At(e.Ended, now) + ran, "Enter: again, x: close"},
		{how + ran, "Enter: again, x: close"},
		{short, "Enter: again, x: close"},
		{short, "Enter, x"},
		{short, ""},
	}
}

// OfRetry says how an agent's process ended and when it starts again by itself, or why it does not.
// It begins with the mark.
func OfRetry(e session.Exit, v agent.Verdict, now time.Time, shown func(mark string) string) []Line {
	how, short := Words(e, false)
	mark, outlook := shown(attention.MarkFailed)+" ", v.Outlook(now)
	if v.Retry.At.IsZero() {
		return []Line{
			{mark + how + duration.At(e.Ended, now) + "; " + outlook, "Enter starts it again, x closes the pane"},
			{mark + how + "; " + outlook, "Enter: again, x: close"},
		}
	}
	return []Line{
		{mark + how + duration.At(e.Ended, now) + "; " + outlook, "Enter: now, c cancels, x closes the pane"},
		{mark + how + "; " + outlook, "Enter: now, c: cancel, x: close"},
		{mark + short + "; " + outlook, "Enter, c, x"},
		{mark + outlook, "Enter, c, x"},
		{mark + outlook, ""},
	}
}

// OfFailure says why a running agent has stopped, and when it continues by itself.
func OfFailure(v agent.Verdict, now time.Time, shown func(mark string) string) []Line {
	mark, outlook := shown(attention.MarkFailed)+" ", v.Outlook(now)
	kind := strings.ReplaceAll(string(v.Kind), "-", " ")
	return []Line{
		{mark + kind + "; it " + outlook, "it does not if you type a line"},
		{mark + kind + "; " + outlook, ""},
		{mark + outlook, ""},
	}
}

// MarkOf returns the mark of a session that has neither a process nor a host.
func MarkOf(k health.Kept) string {
	switch {
	case !k.Past.Ended():
		return attention.MarkAsleep
	case k.Past.Lifecycle == session.Completed:
		return attention.MarkDone
	}
	return attention.MarkFailed
}

// OfKept says how a session without process and host ended, how old its last screen is, and which
// keys help.
func OfKept(k health.Kept, shell bool, now time.Time, shown func(mark string) string) []Line {
	past := k.Past
	switch {
	case past.Ended() && past.Exit != nil:
		return OfExit(*past.Exit, past.Stopped(), now, shown)
	case past.Ended():
		return canStart("stopped on request", "stopped")
	case shell:
		return append(canStart("suspended; this is how it was"+duration.At(k.At, now), "as it was"+duration.At(k.At, now)), canStart("", "suspended")[1:]...)
	case past.Lost() && past.Cannot != "":
		return ofAgent(past.Cannot)
	case past.Lost():
		return ofLost(k.LastSeen, now)
	}
	return canStart("how it ended is not known", "end not known")
}

// ofLost says that a session ran when its host died, and when the host last stored something. The
// session may have lived on for long after that, if it printed nothing.
func ofLost(active, now time.Time) []Line {
	words, few := "it ran when its host or the machine went", "its host went while it ran"
	lines := canStart(words, few)
	if active.IsZero() {
		return lines
	}
	last := "; last active" + duration.At(active, now)
	return append([]Line{
		{words + last, "Enter starts it again, x closes the pane"},
		{words + last, "Enter: again, x: close"},
		{few + last, "Enter: again, x: close"},
		{few + last, "Enter, x"},
	}, lines[1:]...)
}

// ofAgent says why a coding agent that ran when its host died does not continue.
func ofAgent(why string) []Line {
	return []Line{
		{"suspended: " + why, "Enter begins a new conversation, x closes the pane"},
		{"suspended: " + why, "Enter: a new one, x: close"},
		{"suspended: " + why, ""},
		{why, ""},
		{"suspended", "Enter, x"},
		{"suspended", ""},
	}
}

// canStart returns a message about a session that can be started again, in a long and a short form.
func canStart(words, few string) []Line {
	return []Line{
		{words, "Enter starts it again, x closes the pane"},
		{few, "Enter starts it again, x closes"},
		{few, "Enter: again, x: close"},
		{few, "Enter, x"},
		{few, ""},
	}
}

// OfIdle says that a session was ended because it was idle, and that typing starts it again.
func OfIdle(at, now time.Time) []Line {
	return []Line{
		{"it was ended because it was idle" + duration.At(at, now), "typing starts it again"},
		{"ended for being idle", "type to start it again"},
		{"ended for being idle", ""},
		{"idle", ""},
	}
}

// OfHealth says what is wrong with a session's host, and which keys help. gone is when this program
// noticed that the host was gone.
func OfHealth(v health.View, gone, now time.Time) []Line {
	if v.CanStart {
		lines := []Line{
			{v.Reason, "Enter starts it, x closes the pane"},
			{cause(v.Reason), "Enter starts it, x closes the pane"},
			{"it is lost", "Enter starts it again, x closes"},
			{"lost", "Enter: again, x: close"},
			{"lost", "Enter, x"},
			{"lost", ""},
		}
		if v.Health.Phase != health.Failed { // Failed: it could not be started again
			seen := v.Reason + "; seen" + duration.At(gone, now)
			lines = append([]Line{{seen, "Enter starts it, x closes the pane"}, {seen, "Enter: again, x: close"}}, lines...)
		}
		return lines
	}
	if v.Health.Phase == health.Failed {
		return []Line{
			{v.Reason, "Enter tries again, x closes the pane"},
			{"out of reach, and runs on", "Enter tries again, x closes"},
			{"out of reach", "Enter: again, x: close"},
			{"out of reach", "Enter, x"},
			{"no reach", ""},
		}
	}
	return []Line{{v.Reason, ""}, {"no answer", ""}}
}

// cause returns the last part of a reason: "too many open files" for
// "start a host for session X: fork/exec: too many open files".
func cause(reason string) string {
	return strings.TrimSpace(reason[strings.LastIndex(reason, ": ")+1:])
}

// OutOfReach says that a session cannot be shown.
func OutOfReach(why string) []Line {
	return []Line{{"out of reach: " + why, "Enter tries again, x closes"}, {"out of reach", "Enter, x"}, {"no reach", ""}}
}

// Reason returns "the reason" for `start "make" again: start a host: the reason`.
func Reason(text string) string {
	for {
		rest, ok := strings.CutPrefix(text, "start ")
		if !ok {
			return text
		}
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			rest = rest[len(quoted):]
		}
		_, why, ok := strings.Cut(rest, ": ")
		if !ok {
			return text
		}
		text = why
	}
}
