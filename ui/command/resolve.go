package command

import (
	"fmt"

	"dormer/session"
	"dormer/ui/geometry"
	"dormer/workspace"
)

func newTab(c Focus) Result { return OpenTab(c, c.Maker.NewRecord(c)) }

func OpenTab(c Focus, r workspace.Record) Result {
	return Act(workspace.OpenTab{
		View: c.View.ID, Tab: c.Maker.NewTab(), Index: -1,
		Record: r, Size: c.Screen.Body.Size(),
	})
}

func split(side workspace.Direction) func(Focus) Result {
	return func(c Focus) Result { return splitWith(side)(c, c.Maker.NewRecord(c)) }
}

func splitWith(side workspace.Direction) func(Focus, workspace.Record) Result {
	return func(c Focus, r workspace.Record) Result {
		if c.Empty() {
			return OpenTab(c, r)
		}
		area := c.splitArea()
		if !workspace.CanSplit(c.Tab.Root, area, c.Tab.Tile(c.Pane), side) {
			return Cannot(NoRoom)
		}
		return Act(workspace.SplitPane{
			Tab: c.Tab.ID, At: c.Pane, Side: side, Record: r,
			Area: area.Size(),
		})
	}
}

// splitArea is the area that the tab has with several panes: the first split
// costs the line for titles.
func (f Focus) splitArea() workspace.Rect {
	g := geometry.Measure(f.Screen.Body.X, f.Screen.Size, workspace.Tab{})
	if g.Body.H > 2 {
		g.Area.Y++
		g.Area.H--
	}
	return g.Area
}

func (f Focus) SplitSize() session.Size { return f.splitArea().Size() }

func focusSide(side workspace.Direction) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		return Act(workspace.FocusDirection{Tab: c.Tab.ID, Side: side, Area: c.SplitSize()})
	})
}

func resize(side workspace.Direction) func(Focus) Result {
	if side == workspace.Left || side == workspace.Right {
		return resizeBy(side, 2)
	}
	return resizeBy(side, 1)
}

func resizeBy(side workspace.Direction, cells int) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		if c.Tab.Zoomed {
			return c.cannotBut("the pane is zoomed", "pane.zoom", "shows the others again")
		}
		return Act(workspace.ResizePane{Session: c.Pane, Side: side, Cells: cells, Area: c.Screen.Area.Size(), At: c.Maker.Now()})
	})
}

func preset(p workspace.Preset) func(Focus) Result {
	return withPanes(func(c Focus) Result { return Act(workspace.ApplyPreset{Tab: c.Tab.ID, Preset: p}) })
}

func stepTab(by int) func(Focus) Result {
	return withPane(func(c Focus) Result {
		n := len(c.View.Tabs)
		if n < 2 {
			return c.withoutOtherTab()
		}
		i := (c.View.Index(c.Tab.ID) + by + n) % n
		return Act(workspace.FocusTab{Tab: c.View.Tabs[i].ID})
	})
}

func lastTab(c Focus) Result {
	if n := len(c.View.Recent); n > 0 {
		return Act(workspace.FocusTab{Tab: c.View.Recent[n-1]})
	}
	return c.cannotBut("no other tab was looked at yet", "tab.new", "opens one")
}

func lastPane(c Focus) Result {
	if n := len(c.Tab.Recent); n > 0 {
		return Act(workspace.FocusPane{Session: c.Tab.Recent[n-1]})
	}
	return c.cannotBut("no other pane was looked at yet", "pane.next", "goes to the next")
}

func moveTab(by int) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if len(c.View.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		i := c.View.Index(c.Tab.ID) + by
		if i < 0 || i >= len(c.View.Tabs) {
			return c.cannotBut("the tab is at that end already", backwards(by), "moves it the other way")
		}
		return Act(workspace.MoveTab{Tab: c.Tab.ID, Index: i})
	})
}

// backwards is the command that moves a tab the other way.
func backwards(by int) string {
	if by > 0 {
		return "tab.move-left"
	}
	return "tab.move-right"
}

func withOtherTab(asks func(Focus) Request) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if len(c.View.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		return Ask(asks(c))
	})
}

func stepView(by int) func(Focus) Result {
	return func(c Focus) Result {
		n := len(c.State.Views)
		if n < 2 {
			return c.withoutOtherView()
		}
		for i, v := range c.State.Views {
			if v.ID == c.View.ID {
				return Act(workspace.SwitchView{View: c.State.Views[(i+by+n)%n].ID})
			}
		}
		return c.withoutOtherView()
	}
}

func closeView(c Focus) Result {
	if c.View.ID == workspace.MainView {
		return c.cannotBut("the main view always stays", "view.new", "makes another")
	}
	return Act(workspace.CloseView{View: c.View.ID, At: c.Maker.Now()})
}

// locking resolves keys.lock: it needs one key that this terminal can send, and that
// nothing before it in a sequence would keep.
func locking(c Focus) Result {
	if c.UnlockKey == "" {
		return c.cannotBut("no key would unlock it, bind one to keys.lock", "help", "lists all")
	}
	return Ask(ToggleLock{})
}

// toggleSidebar resolves the command that opens and closes the sidebar.
func toggleSidebar(c Focus) Result {
	if c.Screen.Size.Cols < geometry.ColsForSidebar || c.Screen.Size.Rows < geometry.RowsForTabBar {
		return Cannot(fmt.Sprintf("the screen is smaller than %dx%d: %s shows the same", geometry.ColsForSidebar, geometry.RowsForTabBar, c.KeyOf("overview")))
	}
	return Ask(ToggleSidebar{})
}

// stepMarked goes to the next tab, or the previous one, in which a session asks to be
// looked at.
func stepMarked(by int) func(Focus) Result {
	return func(c Focus) Result {
		if !c.Waiting {
			return c.cannotBut(NothingWaits, "inbox", "lists what happened")
		}
		return Ask(GoToMarked{by})
	}
}
