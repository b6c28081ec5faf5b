package persist

import "fmt"

const (
	// maxDocument is the size in bytes of the largest document that is read or
	// written: several times that of a thousand sessions with long commands. It
	// keeps a wrong file from taking the memory of the machine.
	maxDocument = 16 << 20
	// maxThings is the number of views, tabs, panes and sessions, each counted
	// wherever a document names it, that a workspace may have. The rules of a
	// workspace compare things with each other; this keeps a hostile document from
	// taking minutes.
	maxThings = 20_000
)

// checkSize reports a document that names more things than are read back.
func (d *document) checkSize() error {
	n := len(d.Sessions)
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
	return nil
}

func (t tabDoc) things() int { return 1 + len(t.Recent) + t.Layout.panes() }

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
