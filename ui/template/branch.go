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

// Branch names a worktree by the branch that is checked out in it. Repository is an absolute
// directory in the repository. A branch that does not exist is made from From; if that is empty, as
// for [dormer/workspace/repo.New]. The zero value names no worktree.
type Branch struct{ Repository, Name, From string }

// Branches returns the worktrees that the template names, each once.
func (t Template) Branches() (all []Branch) {
	for _, p := range t.allPanes() {
		if p.Worktree != (Branch{}) && !slices.Contains(all, p.Worktree) {
			all = append(all, p.Worktree)
		}
	}
	return all
}

// Without returns the template without tabs that have a pane in an open worktree, and without views
// that then have no tabs. open reports whether a worktree is open.
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

// Closed returns the template without the tabs of worktrees that have an active session, and the
// first such session.
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

// worktree reads the worktree of a table.
func (r *reading) worktree(s scope, value any) (scope, error) {
	tree := Branch{Repository: s.dir}
	if s.tree != (Branch{}) {
		tree.Repository = s.tree.Repository
	}
	var err error
	switch v := value.(type) {
	case *located.Table:
		r.read(v, "a worktree", fields{
			"branch": text(&tree.Name), "from": text(&tree.From),
			"repository": func(k located.Key) error {
				dir, err := line(k.Value)
				tree.Repository = homedir.Full(dir, tree.Repository, r.env.Home)
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

// isDir reports whether a directory exists. It returns true if this is not checked.
func (r *reading) isDir(dir string) bool { return r.env.IsDir == nil || r.env.IsDir(dir) }

// inWorktree returns the scope with its directory changed to value. A relative directory is
// relative to the scope's directory in its worktree. An absolute one, also one that begins with ~,
// is outside the worktree.
func (r *reading) inWorktree(s scope, value any) (scope, error) {
	written, err := line(value)
	if err != nil {
		return s, err
	}
	if full := homedir.Full(written, "", r.env.Home); filepath.IsAbs(full) {
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

// source returns the source of a pane in a planned worktree, without a command.
func (p *planning) source(pane Pane) (session.Source, bool) {
	w, ok := p.Worktrees[pane.Worktree]
	if !ok {
		return session.Source{}, false
	}
	in := w.Source
	in.Kind, in.Dir = session.Worktree, filepath.Join(in.Worktree, pane.Dir)
	return in, true
}
