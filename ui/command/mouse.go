package command

import (
	"dormer/session"
	"dormer/ui/copymode"
	"dormer/ui/keys"
	"dormer/workspace"
)

// Requests of the mouse.
type (
	// SendMouse gives an event to the child of a pane, in cells of the screen, and
	// SendArrows a notch of the wheel as so many arrow keys, down where positive.
	SendMouse struct {
		Session session.ID
		Event   keys.Mouse
	}
	SendArrows struct {
		Session session.ID
		Lines   int
	}
	// PasteSelection pastes what was selected last, on the desktop or here.
	PasteSelection struct{ Session session.ID }
	// ScrollDragSoon asks for a drag beyond the edge to be scrolled in a moment,
	// ScrollDrag scrolls it by some lines and selects up to a cell.
	ScrollDragSoon struct{ Serial int }
	ScrollDrag     struct {
		Session session.ID
		Cell    copymode.Cell
		Lines   int
		Serial  int
	}
	// NextNotice takes the sentence in the status line away.
	NextNotice struct{}
	// GoToMarkOf goes to the pane whose mark a tab has, and says what it is for; TellMark
	// says it of a pane.
	GoToMarkOf struct{ Tab workspace.TabID }
	TellMark   struct{ Session session.ID }
	// SizeSidebar gives the sidebar a width for as long as its edge is dragged, KeepSidebar
	// the one that it is let go at.
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
