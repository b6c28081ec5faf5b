package attention

import (
	"strings"

	"dormer/session/agent"
)

// OfAgent returns the reason and text for a change of an agent's state: it waits for the user, is
// done, or has failed; None for any other change. States between was and now may be missing: of
// changes in quick succession only the last one is reported. The end of its process is reported as
// for any other session.
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

// agentText returns what with the kind and the message of the agent.
func agentText(what string, v agent.Verdict) string {
	if v.Kind != "" {
		what += " for " + kindWords[v.Kind]
	}
	if v.Message != "" {
		what += ": " + v.Message
	}
	return what
}

// failedText says that an agent failed, and why.
func failedText(v agent.Verdict) string {
	what := "failed"
	if v.Kind != "" {
		what += " (" + strings.ReplaceAll(string(v.Kind), "-", " ") + ")"
	}
	v.Kind = ""
	return agentText(what, v)
}

// kindWords are what a blocked agent waits for.
var kindWords = map[agent.Kind]string{
	agent.Permission: "a permission", agent.Question: "an answer", agent.Auth: "somebody to log in", agent.Dialog: "an answer to a dialog",
}

// Waiting says that an agent waits, and for what.
func Waiting(v agent.Verdict) string { return agentText("waits", v) }
