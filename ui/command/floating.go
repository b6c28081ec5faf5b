package command

import (
	"dormer/workspace"
)

func newFloat(c Focus) Result {
	if c.Empty() {
		return newTab(c)
	}
	return Act(workspace.OpenFloat{Tab: c.Tab.ID, Record: c.Maker.NewRecord(c), Area: c.Screen.Area.Size()})
}

func toggleFloat(c Focus) Result {
	if _, floats := c.Tab.Float(c.Pane); floats {
		return Act(workspace.TilePane{Session: c.Pane, Area: c.SplitSize()})
	}
	if c.Tab.Root.Pane() {
		return c.cannotTry("it is the only pane in the layout", "float.new", "opens one over it")
	}
	return Act(workspace.FloatPane{Session: c.Pane, Area: c.SplitSize()})
}

// hideFloats hides the floating panes of the tab, or shows them if all are hidden.
func hideFloats(c Focus) Result {
	if len(c.Tab.Floats) == 0 {
		return c.cannotTry("nothing floats", "float.new", "opens a floating pane")
	}
	return Act(workspace.ShowFloats{Tab: c.Tab.ID, Show: len(c.Tab.HiddenFloats()) == len(c.Tab.Floats)})
}

// hideFloat hides the focused floating pane. If another pane has the focus, it shows the
// hidden pane, or asks which one if there are several.
func hideFloat(c Focus) Result {
	f, floats := c.Tab.Float(c.Pane)
	if floats && !f.Hidden {
		return Act(workspace.HideFloat{Session: c.Pane})
	}
	hidden := c.Tab.HiddenFloats()
	switch {
	case floats:
		return Act(workspace.FocusPane{Session: c.Pane})
	case len(hidden) == 0:
		return c.withoutFloat("no pane floats here")
	case len(hidden) == 1:
		return Act(workspace.FocusPane{Session: hidden[0]})
	}
	return Ask(AskHiddenFloat{c.Tab.ID})
}

// nudge moves a floating pane by one row or two columns, which look about equally far.
func nudge(side workspace.Direction) func(Focus) Result {
	cells := 1
	if side == workspace.Left || side == workspace.Right {
		cells = 2
	}
	return withPane(func(c Focus) Result {
		if _, floats := c.Tab.Float(c.Pane); !floats {
			return c.withoutFloat("the pane does not float")
		}
		return Act(workspace.MoveFloat{Session: c.Pane, Side: side, Cells: cells, Area: c.Screen.Area.Size(), At: c.Maker.Now()})
	})
}

// Requests that these commands make.
type (
	// AskHiddenFloat asks which hidden floating pane of a tab to show.
	AskHiddenFloat    struct{ Tab workspace.TabID }
	AskArrangement    struct{ Tab workspace.TabID }
	ChooseArrangement struct{ Tab workspace.TabID }
	SaveArrangement   struct {
		Tab  workspace.TabID
		Name string
	}
)

func (AskHiddenFloat) isList()       {}
func (AskHiddenFloat) isRequest()    {}
func (AskArrangement) isPrompt()     {}
func (AskArrangement) isRequest()    {}
func (ChooseArrangement) isList()    {}
func (ChooseArrangement) isRequest() {}
func (SaveArrangement) isRequest()   {}
