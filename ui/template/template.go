package template

import (
	"dormer/session"
	"dormer/workspace"
)

// Template is the content of a template file.
type Template struct {
	// Title is the title in the file; it may be empty.
	Title string
	// Views hold the tabs. A view without a title stands for the view on the screen when the
	// template is opened.
	Views []View
}

// View holds the tabs for one view.
type View struct {
	Title string
	Focus bool
	Tabs  []Tab
}

// Tab is a tab with its panes.
type Tab struct {
	Title string
	// Focus marks the active tab of its view.
	Focus bool
	// Zoom makes the pane with the focus fill the tab.
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

// Float is a floating pane. The zero Frame is in the middle.
type Float struct {
	Pane   Pane
	Frame  workspace.Frame
	Hidden bool
}

// Pane describes one pane.
type Pane struct {
	Title string
	// Dir is absolute; if it is empty, it is the directory that the template is opened in. For a
	// pane in a Worktree, Dir is relative to the worktree; empty for its top.
	Dir      string
	Worktree Branch
	// Env is added to the program's environment, as NAME=value.
	Env []string
	// Command runs instead of the shell; empty for the shell. Type holds lines to type after that,
	// each with Enter.
	Command []string
	Type    []string
	// Agent is the coding agent that Command starts, empty for none, and Prompt is its first
	// prompt.
	Agent  session.Agent
	Prompt string
	// Restart says whether the session starts again by itself if its host stopped while it was
	// running.
	Restart session.Restart
	// NoHistory keeps the lines above the screen off the disk.
	NoHistory bool
	Focus     bool
	// Runs is the program that ran in the pane when the template was made. It is written as a
	// comment for the reader of the file.
	Runs string
}

// Panes returns the number of panes of a template.
func (t Template) Panes() int {
	n := 0
	for _, v := range t.Views {
		for _, tab := range v.Tabs {
			n += len(tab.panes())
		}
	}
	return n
}

// panes returns the panes of the layout in its order, then the floating ones.
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
