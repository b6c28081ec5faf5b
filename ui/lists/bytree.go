package lists

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// numbered is a tab with its index in its view.
type numbered struct {
	workspace.Tab
	index int
}

// tree is a worktree, or the main directory of a repository, with tabs in it.
type tree struct {
	path string
	tabs []numbered
}

// treesOf returns the repositories of the worktrees for which a session was opened, by the paths of
// the worktrees. The repositories themselves are among them.
func (l Lists) treesOf() map[string]string {
	repos := map[string]string{}
	for _, r := range l.State.Sessions {
		if in := r.Source; in.Kind == session.Worktree && in.Repo != "" {
			repos[in.Worktree], repos[in.Repo] = in.Repo, in.Repo
		}
	}
	return repos
}

// treeOf returns the worktree that all panes of a tab are in; empty for none.
func (l Lists) treeOf(t workspace.Tab, repos map[string]string) (in string) {
	for i, id := range t.Panes() {
		r := l.State.Sessions[id]
		at := ""
		if r.Source.Kind == session.Worktree {
			at = r.Source.Worktree
		} else {
			for path := range repos { // the innermost one
				if len(path) > len(at) && workspace.InDir(r.Dir, path) {
					at = path
				}
			}
		}
		if i > 0 && at != in {
			return ""
		}
		in = at
	}
	return in
}

// viewItems are the tabs of a view. Several tabs of a repository that has worktrees are below a line
// for it, where the first of them would be, and several tabs of one worktree below a line for that.
func (l Lists) viewItems(v workspace.View, repos map[string]string, depth int, told Remark) (out []dialog.Item) {
	of := map[string][]tree{} // by repository, in the order of the first tabs
	for i, t := range v.Tabs {
		in := l.treeOf(t, repos)
		repo := repos[in]
		at := slices.IndexFunc(of[repo], func(x tree) bool { return x.path == in })
		if at < 0 {
			of[repo], at = append(of[repo], tree{path: in}), len(of[repo])
		}
		of[repo][at].tabs = append(of[repo][at].tabs, numbered{t, i})
	}
	done := map[string]bool{}
	for i, t := range v.Tabs {
		repo := repos[l.treeOf(t, repos)]
		switch trees := of[repo]; {
		case repo == "" || len(trees) == 1 && len(trees[0].tabs) == 1:
			out = append(out, l.tabItems(i, t, depth, told)...)
		case !done[repo]:
			done[repo] = true
			out = append(out, l.repositoryItems(repo, trees, depth, told)...)
		}
	}
	return out
}

// repositoryItems are a line for a repository and its tabs, by their worktrees.
func (l Lists) repositoryItems(repo string, trees []tree, depth int, told Remark) []dialog.Item {
	var marks []string
	var tabs int
	for _, in := range trees {
		tabs += len(in.tabs)
		marks = append(marks, l.treeMark(in))
	}
	out := []dialog.Item{{
		ID: "repository " + repo, Text: filepath.Base(repo), Depth: depth, Mark: attention.MostUrgent(marks),
		Detail: Counted(len(trees), "worktree") + ", " + Counted(tabs, "tab"),
		Choose: command.Ask(command.GoTo{Session: trees[0].tabs[0].Active}),
	}}
	for _, in := range trees {
		below := depth + 1
		if len(in.tabs) > 1 {
			out = append(out, dialog.Item{
				ID: "worktree " + in.path, Text: filepath.Base(in.path), Depth: below, Mark: l.treeMark(in),
				Detail: l.treeBranch(in), Choose: command.Ask(command.GoTo{Session: in.tabs[0].Active}),
			})
			below++
		}
		for _, t := range in.tabs {
			for _, it := range l.tabItems(t.index, t.Tab, below, told) {
				out = append(out, l.inTree(it, in.path, repo))
			}
		}
	}
	return out
}

// inTree is an item of a worktree: what is above it says in which directory it is.
func (l Lists) inTree(it dialog.Item, path, repo string) dialog.Item {
	r := l.State.Sessions[it.Session]
	if strings.HasPrefix(it.ID, "session ") && workspace.InDir(r.Dir, path) {
		below := strings.TrimPrefix(strings.TrimPrefix(r.Dir, path), "/")
		it.Detail = cmp.Or(strings.TrimSpace(below+" "+l.Branch(it.Session)), it.Detail)
	}
	it.Other.Words = append(slices.Clip(it.Other.Words), strings.ToLower(filepath.Base(repo)), strings.ToLower(filepath.Base(path)))
	return it
}

func (l Lists) treeMark(in tree) string {
	var marks []string
	for _, t := range in.tabs {
		marks = append(marks, l.TabMark(t.Tab))
	}
	return attention.MostUrgent(marks)
}

// treeBranch is the branch of a worktree and what has changed there, as one of its sessions knows it.
func (l Lists) treeBranch(in tree) string {
	for _, t := range in.tabs {
		for _, id := range t.Panes() {
			if name := l.Branch(id); name != "" && workspace.InDir(l.State.Sessions[id].Dir, in.path) {
				return name
			}
		}
	}
	return ""
}
