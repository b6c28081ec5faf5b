package workspace

import (
	"fmt"

	"dormer/session"
)

// New returns a workspace with the main view and nothing in it.
func New(name string) State {
	return State{
		Name:       name,
		Views:      []View{{ID: MainView, Name: string(MainView)}},
		ActiveView: MainView,
		Sessions:   map[session.ID]Record{},
	}
}

// Apply returns the workspace after an action, and the IO that it asks for, in
// the order in which it is to be carried out. It reads nothing but its arguments
// and never changes what s can reach. An error means that nothing happened; the
// state returned is then s. What comes from outside (the last group of actions)
// may be late: for sessions that are gone it is no change and no error.
func Apply(s State, a Action) (State, []Effect, error) {
	d := copyOf(s)
	if err := d.do(a); err != nil {
		return s, nil, err
	}
	d.chronicle(a)
	next, effects := d.finish()
	return next, effects, nil
}

func (d *draft) do(a Action) error {
	switch a := a.(type) {
	case OpenTab:
		return d.openTab(a)
	case SplitPane:
		return d.splitPane(a)
	case OpenFloat:
		return d.openFloat(a)
	case OpenLayout:
		return d.openLayout(a)
	case StartSession:
		return d.startSession(a)
	case CloseTab:
		return d.closeTab(a)
	case ClosePane:
		return d.closePane(a)
	case KillPane:
		return d.killPane(a)
	case UndoClose:
		return d.undoClose(a)
	case Undo:
		return d.undo(a)
	case Redo:
		return d.redo(a)
	case KeepClosed:
		return d.keepClosed(a)
	case DropClosed:
		return d.dropClosed(a)
	case Expire:
		return d.expire(a)
	case FocusPane:
		return d.focusPane(a)
	case FocusTab:
		return d.focusTab(a)
	case FocusDirection:
		return d.focusDirection(a)
	case FocusNext:
		return d.focusNext(a)
	case ResizePane:
		return d.resizePane(a)
	case MoveBorder:
		return d.moveBorder(a)
	case Equalize:
		return d.equalize(a)
	case SwapPanes:
		return d.swapPanes(a)
	case SwapNext:
		return d.swapNext(a)
	case MovePane:
		return d.movePane(a)
	case BreakPane:
		return d.breakPane(a)
	case JoinTab:
		return d.joinTab(a)
	case FloatPane:
		return d.floatPane(a)
	case TilePane:
		return d.tilePane(a)
	case PlaceFloat:
		return d.placeFloat(a)
	case MoveFloat:
		return d.moveFloat(a)
	case HideFloat:
		return d.hideFloat(a)
	case ShowFloats:
		return d.showFloats(a)
	case SyncTab:
		return d.syncTab(a)
	case SyncPane:
		return d.syncPane(a)
	case SaveArrangement:
		return d.saveArrangement(a)
	case UseArrangement:
		return d.useArrangement(a)
	case DropArrangement:
		return d.dropArrangement(a)
	case ToggleZoom:
		return d.toggleZoom(a)
	case ApplyPreset:
		return d.applyPreset(a)
	case RenameTab:
		return d.renameTab(a)
	case RenameSession:
		return d.renameSession(a)
	case MoveTab:
		return d.moveTab(a)
	case MoveTabToView:
		return d.moveTabToView(a)
	case OpenView:
		return d.openView(a)
	case SwitchView:
		return d.switchView(a)
	case RenameView:
		return d.renameView(a)
	case CloseView:
		return d.closeView(a)
	case SessionTitled:
		return d.sessionTitled(a)
	case SessionMoved:
		return d.sessionMoved(a)
	case SessionRuns:
		return d.sessionRuns(a)
	case SessionFailed:
		return d.sessionFailed(a)
	case SessionEnded:
		return d.sessionEnded(a)
	}
	return fmt.Errorf("workspace: unknown action %T", a)
}
