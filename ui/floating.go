package ui

import (
	"slices"

	"dormer/workspace"
)

func undoLast(c focus) resolved {
	if len(c.state.Undo)+len(c.state.Past) == 0 {
		return c.cannotBut(nothingChanged, "overview", "shows what is open")
	}
	return act(workspace.Undo{At: c.maker.Now(), Tab: c.maker.NewTab()})
}

func redoLast(c focus) resolved {
	switch {
	case len(c.state.Future) > 0:
	case len(c.state.Undo)+len(c.state.Past) == 0:
		return c.cannotBut(nothingChanged, "overview", "shows what is open")
	default:
		return c.cannotBut("nothing was undone since the last change", "undo", "undoes it")
	}
	return act(workspace.Redo{At: c.maker.Now(), Tab: c.maker.NewTab()})
}

func newFloat(c focus) resolved {
	if c.empty() {
		return newTab(c)
	}
	return act(workspace.OpenFloat{Tab: c.tab.ID, Record: c.maker.NewRecord(c), Area: c.geo.Area.Size()})
}

func toggleFloat(c focus) resolved {
	if _, floats := c.tab.Float(c.pane); floats {
		return act(workspace.TilePane{Session: c.pane, Area: c.splitSize()})
	}
	if c.tab.Root.Pane() {
		return c.cannotBut("it is the only pane in the layout", "float.new", "opens one over it")
	}
	return act(workspace.FloatPane{Session: c.pane, Area: c.splitSize()})
}

// hideFloats hides what is shown of them; where all are hidden it shows them.
func hideFloats(c focus) resolved {
	if len(c.tab.Floats) == 0 {
		return c.cannotBut("nothing floats", "float.new", "opens a floating pane")
	}
	return act(workspace.ShowFloats{Tab: c.tab.ID, Show: len(c.tab.HiddenFloats()) == len(c.tab.Floats)})
}

// hideFloat hides the floating pane that has the focus. Where another pane has it, a
// hidden one is shown: the one there is, or the one that is chosen.
func hideFloat(c focus) resolved {
	f, floats := c.tab.Float(c.pane)
	if floats && !f.Hidden {
		return act(workspace.HideFloat{Session: c.pane})
	}
	hidden := c.tab.HiddenFloats()
	switch {
	case floats:
		return act(workspace.FocusPane{Session: c.pane})
	case len(hidden) == 0:
		return c.withoutFloat("no pane floats here")
	case len(hidden) == 1:
		return act(workspace.FocusPane{Session: hidden[0]})
	}
	return ask(AskHiddenFloat{c.tab.ID})
}

// nudge moves a floating pane by what is about as much to the eye in each
// direction.
func nudge(side workspace.Direction) func(focus) resolved {
	cells := 1
	if side == workspace.Left || side == workspace.Right {
		cells = 2
	}
	return withPane(func(c focus) resolved {
		if _, floats := c.tab.Float(c.pane); !floats {
			return c.withoutFloat("the pane does not float")
		}
		return act(workspace.MoveFloat{Session: c.pane, Side: side, Cells: cells, Area: c.geo.Area.Size(), At: c.maker.Now()})
	})
}

func syncAll(c focus) resolved {
	return act(workspace.SyncTab{Tab: c.tab.ID, On: len(c.tab.Synced) == 0})
}

func syncOne(c focus) resolved {
	return act(workspace.SyncPane{Session: c.pane, On: !slices.Contains(c.tab.Synced, c.pane)})
}
