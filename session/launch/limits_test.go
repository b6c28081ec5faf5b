package launch_test

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/launch"
)

// If the user wants it, an agent has one session in a worktree; another agent, or the same one in
// another worktree, may have its own.
//
// S2-26.
func TestOneSessionPerAgentAndWorktree(t *testing.T) {
	h := newHome(t)
	h.Limits = func() launch.Limits { return launch.Limits{OnePerAgent: true} }
	start := func(agent session.Agent, worktree string) error {
		spec := specOf(sh("read x")...)
		spec.Agent, spec.Source = agent, session.Source{Kind: session.Worktree, Repo: "/r", Worktree: worktree, Dir: spec.Dir}
		conn, err := h.Start(spec)
		if err == nil {
			t.Cleanup(func() { _ = h.Sessions().End(spec.ID, true); _ = conn.Close() })
		}
		return err
	}
	if err := start("claude", "/r/a"); err != nil {
		t.Fatal(err)
	}
	if err := start("claude", "/r/a"); err == nil || !strings.Contains(err.Error(), "claude runs in /r/a already, in session ") {
		t.Errorf("a second one: %v", err)
	}
	for _, other := range []error{start("codex", "/r/a"), start("claude", "/r/b")} {
		if other != nil {
			t.Error(other)
		}
	}
}
