package ui

import (
	"dormer/workspace"
)

// swapSide exchanges a pane with the one on a side of it.
func swapSide(side workspace.Direction) func(focus) resolved {
	return withPanes(func(c focus) resolved {
		other, ok := workspace.Neighbour(c.tab.Root, c.splitSize(), c.tab.Tile(c.pane), side)
		if !ok {
			return c.cannotBut("there is no pane on that side", "pane.swap-next", "swaps with the next")
		}
		return act(workspace.SwapPanes{A: c.pane, B: other})
	})
}

// sideOrTab goes to the pane on a side, and beyond the last one to the tab there.
func sideOrTab(side workspace.Direction) func(focus) resolved {
	step := 1
	if side == workspace.Left || side == workspace.Up {
		step = -1
	}
	return withPane(func(c focus) resolved {
		if !c.tab.Zoomed && !workspace.AtEdge(c.tab.Root, c.splitSize(), c.tab.Tile(c.pane), side) {
			return focusSide(side)(c)
		}
		if len(c.view.Tabs) < 2 {
			return c.cannotBut("there is nothing on that side", "tab.new", "opens a tab")
		}
		return stepTab(step)(c)
	})
}

// rotate moves each pane of a tab to the place of the one before it, or after it.
func rotate(back bool) func(focus) resolved {
	return withPanes(func(c focus) resolved {
		if c.tab.Root.Pane() {
			return c.cannotBut("only floating panes are here, which have no order", "pane.next", "goes to the next")
		}
		return act(workspace.RotatePanes{Tab: c.tab.ID, Back: back})
	})
}
