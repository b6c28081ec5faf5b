package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"dormer/session"
	"dormer/workspace"
)

func split(side workspace.Direction) func(Focus) Result {
	return func(c Focus) Result { return splitWith(side)(c, c.Maker.NewRecord(c)) }
}

// openDiff splits the pane to the right and shows the diff of its worktree there.
func openDiff(c Focus) Result {
	r := c.Maker.NewRecord(c)
	if pane, ok := c.State.Sessions[c.Pane]; ok && pane.Dir != "" && c.Dir == "" {
		r.Dir = pane.Dir
	}
	r.Source.Dir, r.Source.Command = r.Dir, []string{"dormer", "worktree", "diff"}
	r.Name, r.Provider, r.Lifetime = "diff", session.Direct, session.Temporary
	split := splitWith(workspace.Right)(c, r)
	if split.Action == nil {
		return split
	}
	return Ask(OpenPassing{r.ID, split.Action})
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

// splitArea returns the area of the tab when it has several panes: the first split takes a
// line for titles.
func (f Focus) splitArea() workspace.Rect {
	g := f.Screen.With(workspace.Tab{})
	if g.Body.H > 2 {
		g.Area.Y++
		g.Area.H--
	}
	return g.Area
}

// SplitSize returns the size of the tab's area when it has several panes.
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
			return c.cannotTry("the pane is zoomed", "pane.zoom", "shows the others again")
		}
		return Act(workspace.ResizePane{Session: c.Pane, Side: side, Cells: cells, Area: c.Screen.Area.Size(), At: c.Maker.Now()})
	})
}

func preset(p workspace.Preset) func(Focus) Result {
	return withPanes(func(c Focus) Result { return Act(workspace.ApplyPreset{Tab: c.Tab.ID, Preset: p}) })
}

func lastPane(c Focus) Result {
	if n := len(c.Tab.Recent); n > 0 {
		return Act(workspace.FocusPane{Session: c.Tab.Recent[n-1]})
	}
	return c.cannotTry("no other pane was active before", "pane.next", "goes to the next")
}

// swapSide swaps a pane with the one on a side of it.
func swapSide(side workspace.Direction) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		other, ok := workspace.Neighbour(c.Tab.Root, c.SplitSize(), c.Tab.Tile(c.Pane), side)
		if !ok {
			return c.cannotTry("there is no pane on that side", "pane.swap-next", "swaps with the next")
		}
		return Act(workspace.SwapPanes{A: c.Pane, B: other})
	})
}

// focusSideOrTab goes to the pane on a side, or from the last one to the next tab on that side.
func focusSideOrTab(side workspace.Direction) func(Focus) Result {
	step := 1
	if side == workspace.Left || side == workspace.Up {
		step = -1
	}
	return withPane(func(c Focus) Result {
		if !c.Tab.Zoomed && !workspace.AtEdge(c.Tab.Root, c.SplitSize(), c.Tab.Tile(c.Pane), side) {
			return focusSide(side)(c)
		}
		if len(c.View.Tabs) < 2 {
			return c.cannotTry("there is nothing on that side", "tab.new", "opens a tab")
		}
		return stepTab(step)(c)
	})
}

// rotate moves each pane of a tab to the place of the one before it, or after it.
func rotate(back bool) func(Focus) Result {
	return withPanes(func(c Focus) Result {
		if c.Tab.Root.Pane() {
			return c.cannotTry("only floating panes are here, which have no order", "pane.next", "goes to the next")
		}
		return Act(workspace.RotatePanes{Tab: c.Tab.ID, Back: back})
	})
}

// kill ends the process of a pane. It asks first, unless the process has already ended.
func (f Focus) kill(id session.ID) Result {
	if f.Ended(id) || !f.Confirm {
		return KillPane{id}.Now(f)[0]
	}
	return Ask(AskKill{id})
}

func syncAll(c Focus) Result {
	return Act(workspace.SyncTab{Tab: c.Tab.ID, On: len(c.Tab.Synced) == 0})
}

func syncOne(c Focus) Result {
	return Act(workspace.SyncPane{Session: c.Pane, On: !slices.Contains(c.Tab.Synced, c.Pane)})
}

func namePane(c Focus, name string) workspace.Action {
	return workspace.RenameSession{Session: c.Pane, Name: name}
}

// sideKeys binds Alt and the arrows to a side and a number of cells.
func sideKeys(cells string) (out []ArgumentKey) {
	for _, side := range []string{"left", "down", "up", "right"} {
		out = append(out, ArgumentKey{"alt+" + side, []string{side, cells}})
	}
	return out
}

// sides are the directions by name.
var sides = map[string]workspace.Direction{"left": workspace.Left, "right": workspace.Right, "up": workspace.Up, "down": workspace.Down}

// resizing parses a side and an optional number of cells.
func resizing(args []string) (func(Focus) Result, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, errors.New("it needs a side, and takes a number of cells")
	}
	side, ok := sides[args[0]]
	if !ok {
		return nil, fmt.Errorf("%q is not a side", args[0])
	}
	if len(args) == 1 {
		return resize(side), nil
	}
	cells, err := strconv.Atoi(args[1])
	if err != nil || cells < 1 || cells > 1000 {
		return nil, fmt.Errorf("%q is not a number of cells", args[1])
	}
	return resizeBy(side, cells), nil
}

// Requests that these commands make.
type (
	NumberPanes struct{}
	AskPaneName struct{ Session session.ID }
	AskKill     struct{ Session session.ID }
	// AskMovePane asks for the tab that a pane moves into.
	AskMovePane struct {
		Session session.ID
		From    workspace.TabID
		View    workspace.ViewID
	}
	StartAgain struct{ Session session.ID }
	TellPlace  struct{ At Focus }
	KillPane   struct{ Session session.ID }
	// MovePane moves a pane beside the pane At.
	MovePane struct{ Session, At session.ID }
	// OpenPassing opens a session by an action. Its pane closes if the session succeeds.
	OpenPassing struct {
		Session session.ID
		Opens   workspace.Action
	}
	// ShowAgain tries again to attach to a session that could not be reached.
	ShowAgain struct{ Session session.ID }
)

func (NumberPanes) isRequest() {}
func (AskPaneName) isPrompt()  {}
func (AskPaneName) isRequest() {}
func (AskKill) isPrompt()      {}
func (AskKill) isRequest()     {}
func (AskMovePane) isList()    {}
func (AskMovePane) isRequest() {}
func (StartAgain) isRequest()  {}
func (TellPlace) isRequest()   {}
func (KillPane) isRequest()    {}
func (MovePane) isRequest()    {}
func (OpenPassing) isRequest() {}
func (ShowAgain) isRequest()   {}
