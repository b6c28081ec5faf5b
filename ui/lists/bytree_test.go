package lists

import (
	"testing"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/labels"
	"dormer/workspace"
)

// S3-04: the tabs of a repository with worktrees are below a line for the repository, wherever they
// are in the tab bar. Several tabs of one worktree are below a line for the worktree.
func TestTreeByWorktree(t *testing.T) {
	state := workspace.New("work")
	in := func(n byte, name, dir, worktree string) workspace.Record {
		r := workspace.Record{ID: session.ID{n}, Name: name, Dir: dir, Source: session.Source{Dir: dir}}
		if worktree != "" {
			r.Source = session.Source{Kind: session.Worktree, Repo: "/src/api", Worktree: worktree}
		}
		return r
	}
	for i, r := range []workspace.Record{
		in(1, "main", "/src/api/web", ""),
		in(2, "mail", "/home/me", ""),
		in(3, "fix", "/src/api/agent/fix", "/src/api/agent/fix"),
		in(4, "other", "/src/api/agent/other", "/src/api/agent/other"),
		in(5, "logs", "/src/api/agent/fix/log", ""),
	} {
		next, _, err := workspace.Apply(state, workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{byte(i + 1)}, Index: i, Record: r})
		if err != nil {
			t.Fatal(err)
		}
		state = next
	}
	known := func(id session.ID) labels.Session {
		switch id[0] {
		case 1:
			return labels.Session{Branch: "main"}
		case 4:
			return labels.Session{Branch: "other *3 +2 -1", State: attention.MarkBlocked}
		case 3, 5:
			return labels.Session{Branch: "fix"}
		}
		return labels.Session{}
	}
	l := Lists{Labels: &labels.Labels{State: state, Home: "/home/me", Of: known}}
	const want = `
⚑ api | 3 worktrees, 4 tabs
  1 main | web main
  fix | fix
    3 fix | fix
    5 logs | log fix
  ⚑ 4 other | other *3 +2 -1
2 mail | ~`
	if got := drawn(l.Tree(nil)); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}

	// A single tab has only one line, and so has a tab with panes in several worktrees.
	alone, _, err := workspace.Apply(workspace.New("work"), workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{1}, Index: -1, Record: in(3, "fix", "/src/api/agent/fix", "/src/api/agent/fix")})
	if err != nil {
		t.Fatal(err)
	}
	l.State = alone
	if got := drawn(l.Tree(nil)); got != "\n1 fix | /src/api/agent/fix fix" {
		t.Errorf("alone: got%s", got)
	}
	l.State, _, err = workspace.Apply(alone, workspace.SplitPane{Tab: workspace.TabID{1}, At: session.ID{3}, Side: workspace.Right, Record: in(4, "other", "/src/api/agent/other", "/src/api/agent/other")})
	if err != nil {
		t.Fatal(err)
	}
	if got := drawn(l.Tree(nil)); got != "\n⚑ 1 other | 2 panes\n  fix | /src/api/agent/fix fix\n  ⚑ other | /src/api/agent/other other *3 +2 -1" {
		t.Errorf("mixed: got%s", got)
	}
}
