package template

import (
	"slices"

	"dormer/session"
	"dormer/workspace"
)

// Of is the template of all that a workspace has open.
func Of(s workspace.State) Template {
	t := Template{Title: s.Name}
	for _, v := range s.Views {
		if len(v.Tabs) > 0 {
			t.Views = append(t.Views, viewOf(s, v))
		}
	}
	return t
}

// OfTab is the template of one tab.
func OfTab(s workspace.State, id workspace.TabID) Template {
	_, tab, open := s.Tab(id)
	if !open {
		return Template{}
	}
	return Template{Title: s.TabTitle(tab), Views: []View{{Tabs: []Tab{tabOf(s, tab)}}}}
}

func viewOf(s workspace.State, v workspace.View) View {
	out := View{Title: v.Name, Focus: v.ID == s.ActiveView && v.ID != workspace.MainView}
	if v.ID == workspace.MainView {
		out.Title = ""
	}
	for i, t := range v.Tabs {
		tab := tabOf(s, t)
		tab.Focus = t.ID == v.ActiveTab && i > 0
		out.Tabs = append(out.Tabs, tab)
	}
	return out
}

func tabOf(s workspace.State, t workspace.Tab) Tab {
	out := Tab{Title: t.Name, Zoom: t.Zoomed, Root: nodeOf(s, t, t.Root)}
	for _, f := range t.Floats {
		out.Floats = append(out.Floats, Float{Pane: paneOf(s, t, f.Session), Frame: f.Frame, Hidden: f.Hidden})
	}
	return out
}

func nodeOf(s workspace.State, t workspace.Tab, n *workspace.Node) *Node {
	if n.Pane() {
		p := paneOf(s, t, n.Session)
		return &Node{Pane: &p}
	}
	out := &Node{Axis: n.Axis}
	for _, c := range n.Children {
		out.Children = append(out.Children, Child{Weight: c.Weight, Node: nodeOf(s, t, c.Node)})
	}
	return out
}

func paneOf(s workspace.State, t workspace.Tab, id session.ID) Pane {
	r := s.Sessions[id]
	return Pane{
		Title: r.Name, Dir: r.Dir, Env: slices.Clone(r.Env), Command: slices.Clone(r.Source.Command),
		Agent: r.Agent, Restart: r.Restart, NoHistory: r.NoHistory, Focus: id == t.Active, Runs: r.Program,
	}
}
