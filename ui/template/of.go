package template

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/workspace"
)

// BranchOf returns the branch that is checked out in a worktree, or "" if it is not known.
type BranchOf func(worktree string) string

// Of returns the template of all open tabs of a workspace.
func Of(s workspace.State, branch BranchOf) Template {
	t := Template{Title: s.Name}
	for _, v := range s.Views {
		if len(v.Tabs) > 0 {
			t.Views = append(t.Views, viewOf(s, v, branch))
		}
	}
	return t
}

// OfTab returns the template of one tab.
func OfTab(s workspace.State, id workspace.TabID, branch BranchOf) Template {
	_, tab, open := s.Tab(id)
	if !open {
		return Template{}
	}
	return Template{Title: s.TabTitle(tab), Views: []View{{Tabs: []Tab{tabOf(s, tab, branch)}}}}
}

func viewOf(s workspace.State, v workspace.View, branch BranchOf) View {
	out := View{Title: v.Name, Focus: v.ID == s.ActiveView && v.ID != workspace.MainView}
	if v.ID == workspace.MainView {
		out.Title = ""
	}
	for i, t := range v.Tabs {
		tab := tabOf(s, t, branch)
		tab.Focus = t.ID == v.ActiveTab && i > 0
		out.Tabs = append(out.Tabs, tab)
	}
	return out
}

func tabOf(s workspace.State, t workspace.Tab, branch BranchOf) Tab {
	out := Tab{Title: t.Name, Zoom: t.Zoomed, Root: nodeOf(s, t, t.Root, branch)}
	for _, f := range t.Floats {
		out.Floats = append(out.Floats, Float{Pane: paneOf(s, t, f.Session, branch), Frame: f.Frame, Hidden: f.Hidden})
	}
	return out
}

func nodeOf(s workspace.State, t workspace.Tab, n *workspace.Node, branch BranchOf) *Node {
	if n.Pane() {
		p := paneOf(s, t, n.Session, branch)
		return &Node{Pane: &p}
	}
	out := &Node{Axis: n.Axis}
	for _, c := range n.Children {
		out.Children = append(out.Children, Child{Weight: c.Weight, Node: nodeOf(s, t, c.Node, branch)})
	}
	return out
}

func paneOf(s workspace.State, t workspace.Tab, id session.ID, branch BranchOf) Pane {
	r := s.Sessions[id]
	p := Pane{
		Title: r.Name, Dir: r.Dir, Env: slices.Clone(r.Env), Command: slices.Clone(r.Source.Command),
		Agent: r.Agent, Restart: r.Restart, NoHistory: r.NoHistory, Focus: id == t.Active, Runs: r.Program,
	}
	if in := r.Source; in.Kind == session.Worktree && in.Worktree != in.Repo && workspace.InDir(r.Dir, in.Worktree) {
		if name := branch(in.Worktree); name != "" {
			p.Worktree = Branch{Repository: in.Repo, Name: name}
			p.Dir = strings.TrimPrefix(strings.TrimPrefix(r.Dir, in.Worktree), "/")
			p.Env = slices.DeleteFunc(p.Env, func(kv string) bool { return strings.HasPrefix(kv, "DORMER_PORT=") })
		}
	}
	return p
}
