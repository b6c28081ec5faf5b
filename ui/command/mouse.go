package command

import (
	"dormer/session"
	"dormer/ui/copymode"
	"dormer/ui/keys"
	"dormer/workspace"
)

// Requests of the mouse.
type (
	// SendMouse sends an event, in cells of the screen, to the child of a pane. SendArrows
	// sends a notch of the wheel as that many arrow keys, down if positive.
	SendMouse struct {
		Session session.ID
		Event   keys.Mouse
	}
	SendArrows struct {
		Session session.ID
		Lines   int
	}
	// PasteSelection pastes the last selection, made on the desktop or here.
	PasteSelection struct{ Session session.ID }
	// ScrollDragSoon schedules a ScrollDrag for a drag beyond the edge. ScrollDrag scrolls by
	// some lines and selects up to a cell.
	ScrollDragSoon struct{ Serial int }
	ScrollDrag     struct {
		Session session.ID
		Cell    copymode.Cell
		Lines   int
		Serial  int
	}
	// NextNotice removes the current notice from the status line.
	NextNotice struct{}
	// GoToMarkOf goes to the pane whose mark its tab shows, and explains the mark. TellMark
	// only explains the mark of a pane.
	GoToMarkOf struct{ Tab workspace.TabID }
	TellMark   struct{ Session session.ID }
	// SizeSidebar sets the width of the sidebar while its edge is dragged, KeepSidebar when
	// the button is released.
	SizeSidebar   struct{ Cols int }
	KeepSidebar   struct{ Cols int }
	ScrollSidebar struct{ Lines int }
)

func (SendMouse) isRequest()      {}
func (SendArrows) isRequest()     {}
func (PasteSelection) isRequest() {}
func (ScrollDragSoon) isRequest() {}
func (ScrollDrag) isRequest()     {}
func (NextNotice) isRequest()     {}
func (GoToMarkOf) isRequest()     {}
func (TellMark) isRequest()       {}
func (SizeSidebar) isRequest()    {}
func (KeepSidebar) isRequest()    {}
func (ScrollSidebar) isRequest()  {}
