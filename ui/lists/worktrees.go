package lists

import (
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Repository is a git repository with its worktrees and branches.
type Repository struct {
	Main      string
	Worktrees []Worktree
	Branches  []string
}

// Worktree is a worktree of a repository.
type Worktree struct {
	Path, Branch string
	Main         bool
	// Missing is set if its directory was deleted.
	Missing bool
}

// Worktrees returns the worktrees of repositories. Choosing one goes to its pane, or opens a tab.
func (l Lists) Worktrees(all []Repository) (out []dialog.Item) {
	for _, r := range all {
		for _, w := range r.Worktrees {
			it := dialog.Item{
				ID: "worktree " + w.Path, Text: w.Branch, Detail: l.short(w.Path), Mark: "#",
				Choose: command.Ask(command.OpenWorktree{Repo: r.Main, Path: w.Path}),
			}
			if w.Branch == "" {
				it.Text = "(no branch)"
			}
			if w.Main {
				it.Right = "main worktree"
			}
			if l.inWorktree(w.Path) {
				it.Right = "open"
			}
			if w.Missing {
				it.Disabled = "its directory was deleted: dormer worktree prune forgets it"
			}
			out = append(out, it)
		}
	}
	return out
}

// inWorktree reports whether an open session belongs to a worktree.
func (l Lists) inWorktree(path string) bool {
	for _, id := range l.State.OpenIDs() {
		if l.State.Sessions[id].Source.Worktree == path {
			return true
		}
	}
	return false
}
