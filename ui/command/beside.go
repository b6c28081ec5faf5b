package command

import (
	"dormer/workspace"
)

// swapSide exchanges a pane with the one on a side of it.
func swapSide(side workspace.Direction) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		other, ok := workspace.Neighbour(c.Tab.Root, c.SplitSize(), c.Tab.Tile(c.Pane), side)
		if !ok {
			return c.cannotBut("there is no pane on that side", "pane.swap-next", "swaps with the next")
		}
		return Act(workspace.SwapPanes{A: c.Pane, B: other})
	})
}

// sideOrTab goes to the pane on a side, and beyond the last one to the tab there.
func sideOrTab(side workspace.Direction) func(Focus) Result {
	step := 1
	if side == workspace.Left || side == workspace.Up {
		step = -1
	}
	return withPane(func(c Focus) Result {
		if !c.Tab.Zoomed && !workspace.AtEdge(c.Tab.Root, c.SplitSize(), c.Tab.Tile(c.Pane), side) {
			return focusSide(side)(c)
		}
		if len(c.View.Tabs) < 2 {
			return c.cannotBut("there is nothing on that side", "tab.new", "opens a tab")
		}
		return stepTab(step)(c)
	})
}

// rotate moves each pane of a tab to the place of the one before it, or after it.
func rotate(back bool) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		if c.Tab.Root.Pane() {
			return c.cannotBut("only floating panes are here, which have no order", "pane.next", "goes to the next")
		}
		return Act(workspace.RotatePanes{Tab: c.Tab.ID, Back: back})
	})
}
