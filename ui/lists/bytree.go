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

// tree is a worktree or the main directory of a repository, with its tabs in a view.
type tree struct {
	path string
	view workspace.View
	tabs []int
}

func (t tree) tab(i int) *workspace.Tab { return &t.view.Tabs[t.tabs[i]] }

// treesOf maps the worktrees for which a session was opened, and their repositories themselves, to
// the repositories.
func (l Lists) treesOf() map[string]string {
	repos := map[string]string{}
	for _, r := range l.State.Sessions {
		if in := r.Source; in.Kind == session.Worktree && in.Repo != "" {
			repos[in.Worktree], repos[in.Repo] = in.Repo, in.Repo
		}
	}
	return repos
}

// treeOf returns the worktree that contains all panes of a tab; empty for none.
func (l Lists) treeOf(t workspace.Tab, repos map[string]string) (in string) {
	if len(repos) == 0 {
		return ""
	}
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

// viewLines adds the tabs of a view. Several tabs of a repository with worktrees are grouped below a
// line for the repository, at the place of the first, and several tabs of a worktree below a line
// for the worktree.
func (l *Lists) viewLines(out []Line, v workspace.View, repos map[string]string, depth int, told Remark) []Line {
	of, repo := map[string][]tree{}, make([]string, len(v.Tabs)) // by repository, in the order of the first tabs
	for i, t := range v.Tabs {
		in := l.treeOf(t, repos)
		r := repos[in]
		if repo[i] = r; r == "" {
			continue
		}
		at := slices.IndexFunc(of[r], func(x tree) bool { return x.path == in })
		if at < 0 {
			of[r], at = append(of[r], tree{path: in, view: v}), len(of[r])
		}
		of[r][at].tabs = append(of[r][at].tabs, i)
	}
	for i := range v.Tabs {
		switch trees := of[repo[i]]; {
		case repo[i] == "" || len(trees) == 1 && len(trees[0].tabs) == 1:
			out = l.tabLines(out, i, &v.Tabs[i], depth, told)
		case trees[0].tabs[0] == i:
			out = l.repositoryLines(out, repo[i], trees, depth, told)
		}
	}
	return out
}

// repositoryLines adds a line for a repository and its tabs, by their worktrees.
func (l *Lists) repositoryLines(out []Line, repo string, trees []tree, depth int, told Remark) []Line {
	out = append(out, Line{Item: func() dialog.Item { return l.repositoryItem(repo, trees, depth) }})
	for _, in := range trees {
		below := depth + 1
		if len(in.tabs) > 1 {
			out = append(out, Line{Item: func() dialog.Item {
				return dialog.Item{
					ID: "worktree " + in.path, Text: filepath.Base(in.path), Depth: depth + 1, Mark: l.treeMark(in),
					Detail: l.treeBranch(in), Choose: command.Ask(command.GoTo{Session: in.tab(0).Active}),
				}
			}})
			below++
		}
		first := len(out)
		for i, index := range in.tabs {
			out = l.tabLines(out, index, in.tab(i), below, told)
		}
		for i, line := range out[first:] {
			out[first+i].Item = func() dialog.Item { return l.inTree(line.Item(), in.path, repo) }
		}
	}
	return out
}

func (l *Lists) repositoryItem(repo string, trees []tree, depth int) dialog.Item {
	var marks []string
	var tabs int
	for _, in := range trees {
		tabs += len(in.tabs)
		marks = append(marks, l.treeMark(in))
	}
	return dialog.Item{
		ID: "repository " + repo, Text: filepath.Base(repo), Depth: depth, Mark: attention.MostUrgent(marks),
		Detail: Counted(len(trees), "worktree") + ", " + Counted(tabs, "tab"),
		Choose: command.Ask(command.GoTo{Session: trees[0].tab(0).Active}),
	}
}

// inTree shortens the details of an item in a worktree, because the line above names the directory.
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
	for i := range in.tabs {
		marks = append(marks, l.TabMark(*in.tab(i)))
	}
	return attention.MostUrgent(marks)
}

// treeBranch returns the branch and changes of a worktree, from one of its sessions.
func (l Lists) treeBranch(in tree) string {
	for i := range in.tabs {
		for _, id := range in.tab(i).Panes() {
			if name := l.Branch(id); name != "" && workspace.InDir(l.State.Sessions[id].Dir, in.path) {
				return name
			}
		}
	}
	return ""
}
