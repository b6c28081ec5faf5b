package ui

import (
	"fmt"

	"dormer/session"
	"dormer/ui/geometry"
	"dormer/workspace"
)

func newTab(c focus) resolved { return openTab(c, c.maker.NewRecord(c)) }

func openTab(c focus, r workspace.Record) resolved {
	return act(workspace.OpenTab{
		View: c.view.ID, Tab: c.maker.NewTab(), Index: -1,
		Record: r, Size: c.geo.Body.Size(),
	})
}

func split(side workspace.Direction) func(focus) resolved {
	return func(c focus) resolved { return splitWith(side)(c, c.maker.NewRecord(c)) }
}

func splitWith(side workspace.Direction) func(focus, workspace.Record) resolved {
	return func(c focus, r workspace.Record) resolved {
		if c.empty() {
			return openTab(c, r)
		}
		area := c.splitArea()
		if !workspace.CanSplit(c.tab.Root, area, c.tab.Tile(c.pane), side) {
			return cannot(noRoom)
		}
		return act(workspace.SplitPane{
			Tab: c.tab.ID, At: c.pane, Side: side, Record: r,
			Area: area.Size(),
		})
	}
}

// splitArea is the area that the tab has with several panes: the first split
// costs the line for titles.
func (f focus) splitArea() workspace.Rect {
	g := geometry.Measure(f.geo.Body.X, f.geo.Size, workspace.Tab{})
	if g.Body.H > 2 {
		g.Area.Y++
		g.Area.H--
	}
	return g.Area
}

func (f focus) splitSize() session.Size { return f.splitArea().Size() }

func focusSide(side workspace.Direction) func(focus) resolved {
	return withPanes(func(c focus) resolved {
		return act(workspace.FocusDirection{Tab: c.tab.ID, Side: side, Area: c.splitSize()})
	})
}

func resize(side workspace.Direction) func(focus) resolved {
	if side == workspace.Left || side == workspace.Right {
		return resizeBy(side, 2)
	}
	return resizeBy(side, 1)
}

func resizeBy(side workspace.Direction, cells int) func(focus) resolved {
	return withPanes(func(c focus) resolved {
		if c.tab.Zoomed {
			return c.cannotBut("the pane is zoomed", "pane.zoom", "shows the others again")
		}
		return act(workspace.ResizePane{Session: c.pane, Side: side, Cells: cells, Area: c.geo.Area.Size(), At: c.maker.Now()})
	})
}

func preset(p workspace.Preset) func(focus) resolved {
	return withPanes(func(c focus) resolved { return act(workspace.ApplyPreset{Tab: c.tab.ID, Preset: p}) })
}

func stepTab(by int) func(focus) resolved {
	return withPane(func(c focus) resolved {
		n := len(c.view.Tabs)
		if n < 2 {
			return c.withoutOtherTab()
		}
		i := (c.view.Index(c.tab.ID) + by + n) % n
		return act(workspace.FocusTab{Tab: c.view.Tabs[i].ID})
	})
}

func lastTab(c focus) resolved {
	if n := len(c.view.Recent); n > 0 {
		return act(workspace.FocusTab{Tab: c.view.Recent[n-1]})
	}
	return c.cannotBut("no other tab was looked at yet", "tab.new", "opens one")
}

func lastPane(c focus) resolved {
	if n := len(c.tab.Recent); n > 0 {
		return act(workspace.FocusPane{Session: c.tab.Recent[n-1]})
	}
	return c.cannotBut("no other pane was looked at yet", "pane.next", "goes to the next")
}

func moveTab(by int) func(focus) resolved {
	return withPane(func(c focus) resolved {
		if len(c.view.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		i := c.view.Index(c.tab.ID) + by
		if i < 0 || i >= len(c.view.Tabs) {
			return c.cannotBut("the tab is at that end already", backwards(by), "moves it the other way")
		}
		return act(workspace.MoveTab{Tab: c.tab.ID, Index: i})
	})
}

// backwards is the command that moves a tab the other way.
func backwards(by int) string {
	if by > 0 {
		return "tab.move-left"
	}
	return "tab.move-right"
}

func withOtherTab(asks func(focus) request) func(focus) resolved {
	return withPane(func(c focus) resolved {
		if len(c.view.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		return ask(asks(c))
	})
}

func stepView(by int) func(focus) resolved {
	return func(c focus) resolved {
		n := len(c.state.Views)
		if n < 2 {
			return c.withoutOtherView()
		}
		for i, v := range c.state.Views {
			if v.ID == c.view.ID {
				return act(workspace.SwitchView{View: c.state.Views[(i+by+n)%n].ID})
			}
		}
		return c.withoutOtherView()
	}
}

func closeView(c focus) resolved {
	if c.view.ID == workspace.MainView {
		return c.cannotBut("the main view always stays", "view.new", "makes another")
	}
	return act(workspace.CloseView{View: c.view.ID, At: c.maker.Now()})
}

// locking resolves keys.lock: it needs one key that this terminal can send, and that
// nothing before it in a sequence would keep.
func locking(c focus) resolved {
	if c.unlocks == "" {
		return c.cannotBut("no key would unlock it, bind one to keys.lock", "help", "lists all")
	}
	return ask(ToggleLock{})
}

// toggleSidebar resolves the command that opens and closes the sidebar.
func toggleSidebar(c focus) resolved {
	if c.geo.Size.Cols < geometry.ColsForSidebar || c.geo.Size.Rows < geometry.RowsForTabBar {
		return cannot(fmt.Sprintf("the screen is smaller than %dx%d: %s shows the same", geometry.ColsForSidebar, geometry.RowsForTabBar, c.keyOf("overview")))
	}
	return ask(ToggleSidebar{})
}

// stepMarked goes to the next tab, or the previous one, in which a session asks to be
// looked at.
func stepMarked(by int) func(focus) resolved {
	return func(c focus) resolved {
		if !c.waits {
			return c.cannotBut(nothingWaits, "inbox", "lists what happened")
		}
		return ask(GoToMarked{by})
	}
}
