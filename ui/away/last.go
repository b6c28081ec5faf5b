package away

import (
	"cmp"
	"strings"
	"time"

	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/ending"
	"dormer/ui/labels"
)

// Last returns the last event of a session in the absence; false for none. An agent that waits
// counts even if it began to wait before.
func (f Facts) Last(s labels.Session) (h Happening, happened bool) {
	h = f.last(s)
	return h, h.Mark != ""
}

func (f Facts) last(s labels.Session) (h Happening) {
	in := func(at time.Time) bool { return at.After(f.Since) && !at.After(f.Until) }
	switch v := s.Agent; {
	case v.State == agent.Blocked && !v.Since.After(f.Until):
		return Happening{Mark: attention.MarkBlocked, Text: attention.Waiting(v), At: v.Since}
	case v.State == agent.Failed && in(v.Since):
		return Happening{Mark: attention.MarkFailed, Text: failure(v, f.Until), At: v.Since}
	case v.State == agent.Done && in(v.Since):
		return Happening{Mark: attention.MarkDone, Text: join("is done", v.Message), At: v.Since}
	case s.Exit != nil && in(s.Exit.Ended):
		h = Happening{Mark: attention.MarkFailed, At: s.Exit.Ended}
		h.Text, _ = ending.Words(*s.Exit, s.Stopped)
		if s.Exit.Clean() {
			h.Mark, h.Text = attention.MarkDone, "finished"
		}
	case s.Asks.Reason != attention.None && in(s.Asks.Since):
		return Happening{Mark: s.Asks.Reason.Mark(), Text: cmp.Or(s.Asks.Text, s.Asks.Reason.Verb()), At: s.Asks.Since}
	}
	return h
}

// failure says why an agent failed, and when it continues.
func failure(v agent.Verdict, now time.Time) string {
	kind := strings.ReplaceAll(string(v.Kind), "-", " ")
	return join("failed", kind, v.Outlook(now), v.Message)
}

// join joins the texts that are not empty with colons.
func join(texts ...string) string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, ": ")
}
