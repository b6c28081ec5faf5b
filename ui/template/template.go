package template

import (
	"dormer/session"
	"dormer/workspace"
)

// Template is what a file describes.
type Template struct {
	// Title is what it calls itself; it may be empty.
	Title string
	// Views hold the tabs. One without a title is the view that is shown when the
	// template is opened.
	Views []View
}

// View is tabs for one view.
type View struct {
	Title string
	Focus bool
	Tabs  []Tab
}

// Tab is a tab with its panes.
type Tab struct {
	Title string
	// Focus says that it is the active one of its view.
	Focus bool
	// Zoom says that the pane with the focus fills it.
	Zoom   bool
	Root   *Node
	Floats []Float
}

// Node is a pane, or a split of several.
type Node struct {
	// Pane is set for panes, Axis and Children for splits.
	Pane     *Pane
	Axis     workspace.Axis
	Children []Child
}

// Child is a part of a split with its share of the space.
type Child struct {
	Weight int
	Node   *Node
}

// Float is a pane that floats. The zero Frame is one in the middle.
type Float struct {
	Pane   Pane
	Frame  workspace.Frame
	Hidden bool
}

// Pane is what one pane shows.
type Pane struct {
	Title string
	// Dir is absolute; empty for where the template is opened. For a pane in a Worktree it is
	// relative to that; empty for its top.
	Dir      string
	Worktree Branch
	// Env is beside the program's environment, as NAME=value.
	Env []string
	// Command runs in place of the shell, which runs where it is empty. Type are lines
	// that are typed then, each with Enter.
	Command []string
	Type    []string
	// Agent is the coding agent that Command starts, empty for none, and Prompt what it is asked
	// first.
	Agent  session.Agent
	Prompt string
	// Restart says whether it starts again by itself where its host went while it ran.
	Restart session.Restart
	// NoHistory keeps the lines above its screen off the disk.
	NoHistory bool
	Focus     bool
	// Runs is a program that ran in the pane when the template was made; it is said
	// for whoever reads the file.
	Runs string
}

// Panes is the number of panes of a template.
func (t Template) Panes() int {
	n := 0
	for _, v := range t.Views {
		for _, tab := range v.Tabs {
			n += len(tab.panes())
		}
	}
	return n
}

// panes are those of the layout in its order, then the floating ones.
func (t *Tab) panes() (out []*Pane) {
	t.Root.each(func(p *Pane) { out = append(out, p) })
	for i := range t.Floats {
		out = append(out, &t.Floats[i].Pane)
	}
	return out
}

func (n *Node) each(visit func(*Pane)) {
	if n == nil {
		return
	}
	if n.Pane != nil {
		visit(n.Pane)
		return
	}
	for _, c := range n.Children {
		c.Node.each(visit)
	}
}
