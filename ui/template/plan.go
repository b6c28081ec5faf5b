package template

import (
	"path/filepath"
	"slices"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// Opening describes the place where a template is opened.
type Opening struct {
	// State is the workspace.
	State workspace.State
	// Area is the size available to the layout of a tab.
	Area session.Size
	// NewID makes ids. Record makes the record of a session with a directory and a command; an
	// empty directory means the default one, an empty command the shell.
	NewID  func() uuid.UUID
	Record func(dir string, command []string) workspace.Record
	// Worktrees are the worktrees that the template names. In is the worktree that it is opened in;
	// nil for none.
	Worktrees map[Branch]Worktree
	In        *Worktree
}

// Typed holds the lines to type into a new session.
type Typed struct {
	Session session.ID
	Lines   []string
}

// Plan returns the change that opens the template, and the lines to type into its panes.
func (t Template) Plan(o Opening) (workspace.OpenLayout, []Typed) {
	p := planning{Opening: o, layout: workspace.OpenLayout{Title: t.Title, Area: o.Area}}
	shown := workspace.TabID{}
	for i, v := range t.Views {
		tab := p.view(v)
		p.layout.Focus = append(p.layout.Focus, tab)
		if i == 0 || v.Focus {
			shown = tab
		}
	}
	// The last tab that gets the focus is the one on the screen.
	p.layout.Focus = append(p.layout.Focus, shown)
	for _, b := range t.Branches() {
		if w, ok := o.Worktrees[b]; ok {
			p.typed = w.Prepare(p.layout, p.typed)
		}
	}
	if o.In != nil {
		p.typed = o.In.Prepare(p.layout, p.typed)
	}
	return p.layout, p.typed
}

// planning is the state of [Template.Plan].
type planning struct {
	Opening
	layout workspace.OpenLayout
	typed  []Typed
}

// view plans the tabs of a view: the view with that title, or a new one if there is none, or the
// view on the screen if the title is empty. It returns the tab that gets the focus in that view.
func (p *planning) view(v View) (focused workspace.TabID) {
	id := workspace.ViewID(v.Title)
	if v.Title == "" {
		id = p.State.ActiveView
	}
	for _, old := range p.State.Views {
		if v.Title != "" && old.Name == v.Title {
			id = old.ID
		}
	}
	at := max(slices.IndexFunc(v.Tabs, func(t Tab) bool { return t.Focus }), 0)
	for i, t := range v.Tabs {
		tab := p.tab(t)
		p.layout.Tabs = append(p.layout.Tabs, workspace.Placed{View: id, ViewName: v.Title, Index: -1, Tab: tab})
		if i == at {
			focused = tab.ID
		}
	}
	return focused
}

func (p *planning) tab(t Tab) workspace.Tab {
	out := workspace.Tab{ID: p.NewID(), Name: t.Title, Zoomed: t.Zoom}
	out.Root = p.node(t.Root, &out)
	for _, f := range t.Floats {
		out.Floats = append(out.Floats, workspace.Float{Session: p.pane(f.Pane, &out), Frame: f.Frame, Hidden: f.Hidden})
	}
	return out
}

func (p *planning) node(n *Node, in *workspace.Tab) *workspace.Node {
	if n.Pane != nil {
		return workspace.Leaf(p.pane(*n.Pane, in))
	}
	out := &workspace.Node{Axis: n.Axis}
	for _, c := range n.Children {
		out.Children = append(out.Children, workspace.Child{Weight: c.Weight, Node: p.node(c.Node, in)})
	}
	return out
}

// pane plans a session.
func (p *planning) pane(pane Pane, in *workspace.Tab) session.ID {
	source, named := p.source(pane)
	if !named {
		source.Dir = pane.Dir
	}
	r := p.Record(source.Dir, slices.Clone(pane.Command))
	if named {
		source.Command = r.Source.Command
		r.Source = source
	}
	r.Name, r.Env, r.Restart, r.NoHistory = pane.Title, slices.Clone(pane.Env), pane.Restart, pane.NoHistory
	r.Agent, r.Prompt = pane.Agent, pane.Prompt
	if named && r.Name == "" && r.Agent != session.NoAgent { // titles of agents do not say where they work
		r.Name = filepath.Base(source.Worktree)
	}
	p.layout.Records = append(p.layout.Records, r)
	if len(pane.Type) > 0 {
		p.typed = append(p.typed, Typed{Session: r.ID, Lines: pane.Type})
	}
	if pane.Focus {
		in.Active = r.ID
	}
	return r.ID
}
