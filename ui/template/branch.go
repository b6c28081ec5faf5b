package template

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/config/located"
	"dormer/ui/homedir"
	"dormer/workspace"
)

// Branch is a worktree that a template names: the one that a branch is checked out in. Repository
// is an absolute directory in the repository. The zero value is none.
type Branch struct{ Repository, Name string }

// Branches are the worktrees that the template names, each once.
func (t Template) Branches() (all []Branch) {
	for _, p := range t.allPanes() {
		if p.Worktree != (Branch{}) && !slices.Contains(all, p.Worktree) {
			all = append(all, p.Worktree)
		}
	}
	return all
}

// Without is the template without the tabs that have a pane in a worktree that is open, and
// without views that have no other tabs.
func (t Template) Without(open func(Branch) bool) Template {
	var views []View
	for _, v := range t.Views {
		v.Tabs = slices.DeleteFunc(slices.Clone(v.Tabs), func(tab Tab) bool {
			return slices.ContainsFunc(tab.panes(), func(p *Pane) bool { return p.Worktree != (Branch{}) && open(p.Worktree) })
		})
		if len(v.Tabs) > 0 {
			views = append(views, v)
		}
	}
	t.Views = views
	return t
}

// Closed is the template without the tabs of worktrees that have an active session, and the first
// of these sessions.
func (t Template) Closed(s workspace.State, of map[Branch]Worktree) (left Template, active session.ID) {
	left = t.Without(func(b Branch) bool {
		id, open := s.OnWorktree(of[b].Source)
		if open && active == (session.ID{}) {
			active = id
		}
		return open
	})
	return left, active
}

// worktree reads which worktree a table is in.
func (r *reading) worktree(s scope, value any) (scope, error) {
	tree := Branch{Repository: s.dir}
	if s.tree != (Branch{}) {
		tree.Repository = s.tree.Repository
	}
	var err error
	switch v := value.(type) {
	case *located.Table:
		r.read(v, "a worktree", fields{
			"branch": text(&tree.Name),
			"repository": func(k located.Key) error {
				dir, err := line(k.Value)
				tree.Repository = homedir.Full(dir, tree.Repository, r.around.Home)
				return err
			},
		})
	default:
		tree.Name, err = located.Text(value)
	}
	switch {
	case err != nil:
	case strings.TrimSpace(tree.Name) == "":
		err = errors.New(`name a branch: worktree = "fix-login"`)
	case !r.isDir(tree.Repository):
		err = fmt.Errorf("there is no directory %s: name one of the repository", tree.Repository)
	}
	s.tree, s.dir = tree, ""
	return s, err
}

// isDir reports whether a directory is there; true where that is not looked at.
func (r *reading) isDir(dir string) bool { return r.around.IsDir == nil || r.around.IsDir(dir) }

// inWorktree is a scope that is in a directory, which counts from the one in its worktree before.
// A directory that is written with ~ or / is outside of the worktree.
func (r *reading) inWorktree(s scope, value any) (scope, error) {
	written, err := line(value)
	if err != nil {
		return s, err
	}
	if full := homedir.Full(written, "", r.around.Home); filepath.IsAbs(full) {
		s.tree = Branch{}
		s.dir, err = r.directory(full, full)
		return s, err
	}
	dir := filepath.Join(s.dir, written)
	if !filepath.IsLocal(dir) {
		return s, fmt.Errorf("%s is not in the worktree: name a directory below it", written)
	}
	s.dir = strings.TrimPrefix(dir, ".")
	return s, nil
}

// source is where a planned pane of a worktree is: its source without a command.
func (p *planning) source(pane Pane) (session.Source, bool) {
	w, ok := p.Worktrees[pane.Worktree]
	if !ok {
		return session.Source{}, false
	}
	in := w.Source
	in.Kind, in.Dir = session.Worktree, filepath.Join(in.Worktree, pane.Dir)
	return in, true
}
