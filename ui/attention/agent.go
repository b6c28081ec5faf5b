package attention

import (
	"strings"

	"dormer/session/agent"
)

// OfAgent says what is told of an agent that is doing something else than before: that it waits
// for somebody, is done, or could not go on; None for nothing. What it did in between may not be
// known: of changes that follow each other quickly only the last one comes. How its process ended
// is told as for any other.
func OfAgent(now, was agent.Verdict) (why Reason, text string) {
	known := was.State != "" && was.State != agent.Unknown
	changed := now.State != was.State || !now.Since.Equal(was.Since)
	switch {
	case now.State == agent.Blocked && changed:
		return Waits, Waiting(now)
	case now.Source == agent.Exit || !known || !changed:
	case now.State == agent.Done:
		return Finished, agentText("is done", now)
	case now.State == agent.Failed:
		return Failed, failedText(now)
	}
	return None, ""
}

// agentText says what an agent is doing, in its own words where it has some.
func agentText(what string, v agent.Verdict) string {
	if v.Kind != "" {
		what += " for " + kindWords[v.Kind]
	}
	if v.Message != "" {
		what += ": " + v.Message
	}
	return what
}

// failedText says that an agent could not go on, and why.
func failedText(v agent.Verdict) string {
	what := "failed"
	if v.Kind != "" {
		what += " (" + strings.ReplaceAll(string(v.Kind), "-", " ") + ")"
	}
	v.Kind = ""
	return agentText(what, v)
}

// kindWords say what a blocked agent waits for.
var kindWords = map[agent.Kind]string{
	agent.Permission: "a permission", agent.Question: "an answer", agent.Auth: "somebody to log in", agent.Dialog: "an answer to a dialog",
}

// Waiting says that an agent waits, and for what.
func Waiting(v agent.Verdict) string { return agentText("waits", v) }
