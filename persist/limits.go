package persist

import "fmt"

const (
	// maxDocument is the size in bytes of the largest document that is read or written: several
	// times that of a thousand sessions with long commands. It prevents a wrong file from
	// exhausting the machine's memory.
	maxDocument = 16 << 20
	// maxThings bounds the views, tabs, panes and sessions of a workspace, each counted
	// wherever a document names it. Rules of a workspace compare them with each other, so a
	// hostile document could take minutes.
	maxThings = 20_000
	// maxDepth is the maximum nesting of splits in a document that is read. Splits deeper than
	// [workspace.maxDepth] are then flattened. The JSON decoder's limit is not much higher.
	maxDepth = 4000
	// prettyDepth is the depth up to which a document is written indented; beyond
	// it the indentation would outgrow the document.
	prettyDepth = 64
)

// checkSize returns an error for a document that names too many things to be read back.
func (d *document) checkSize() error {
	n := len(d.Sessions) + len(d.Archived)
	for _, v := range d.Views {
		n += 1 + len(v.Recent)
		for _, t := range v.Tabs {
			n += t.things()
		}
	}
	for _, c := range d.Undo {
		n += 1 + len(c.Sessions) + c.Tab.things()
		if c.Pane != nil {
			n += c.Pane.Before.panes() + c.Pane.After.panes()
		}
	}
	if n > maxThings {
		return fmt.Errorf("it names %d views, tabs, panes and sessions, more than the %d that a workspace can have", n, maxThings)
	}
	if depth := d.depth(); depth > maxDepth {
		return fmt.Errorf("its splits nest %d deep, more than the %d that a workspace can have", depth, maxDepth)
	}
	return nil
}

// depth returns the depth of the deepest layout.
func (d *document) depth() int {
	depth := 0
	for _, v := range d.Views {
		for _, t := range v.Tabs {
			depth = max(depth, t.depth())
		}
	}
	for _, c := range d.Undo {
		depth = max(depth, c.Tab.depth())
		if c.Pane != nil {
			depth = max(depth, c.Pane.Before.depth(), c.Pane.After.depth())
		}
	}
	return depth
}

func (n *nodeDoc) depth() int {
	if n == nil {
		return 0
	}
	depth := 0
	for i := range n.Children {
		depth = max(depth, n.Children[i].depth())
	}
	return depth + 1
}

func (t tabDoc) things() int {
	n := 1 + len(t.Recent) + t.Layout.panes() + len(t.Floats)
	for _, s := range t.Arrangements {
		n += 1 + s.Layout.panes() + len(s.Floats)
	}
	return n
}

// depth returns the depth of the deepest of the tab's layouts.
func (t tabDoc) depth() int {
	depth := t.Layout.depth()
	for _, s := range t.Arrangements {
		depth = max(depth, s.Layout.depth())
	}
	return depth
}

func (n *nodeDoc) panes() int {
	if n == nil {
		return 0
	}
	count := 1
	for i := range n.Children {
		count += n.Children[i].panes()
	}
	return count
}
