package command

import (
	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/links"
)

// Requests about reading, copying and pasting.
type (
	FindText     struct{}
	ChooseBuffer struct{}
	ChooseLink   struct{}
	// InCopyMode does something in a pane in copy mode, which may enter copy mode for it.
	InCopyMode struct {
		Session session.ID
		Verb    copymode.Verb
	}
	PasteNewest    struct{}
	ForgetNewest   struct{}
	ForgetCopies   struct{}
	CopyLastOutput struct{}
	CopyText       struct{ Text string }
	EditHistory    struct{}
	EditLastOutput struct{}
	ClearHistory   struct{}
	OpenLink       struct {
		Link links.Target
		From session.ID
	}
	PasteText      struct{ Text string }
	PutOnClipboard struct{ Text string }
	// ForgetBuffer forgets what was copied under an id, all for an empty one. The clipboards
	// outside keep what they have.
	ForgetBuffer struct{ ID string }
	GoToText     struct {
		Session session.ID
		Match   wire.Match
	}
	// OpenLinkAt opens the link at a cell of the screen, where that is the pane's.
	OpenLinkAt struct {
		Pane session.ID
		At   geometry.Point
	}
	// FromCopyMode does what a key or a click in a pane in copy mode asks for.
	FromCopyMode struct {
		Session session.ID
		Result  copymode.Result
	}
)

func (FindText) isRequest()       {}
func (ChooseBuffer) isList()      {}
func (ChooseBuffer) isRequest()   {}
func (ChooseLink) isRequest()     {}
func (InCopyMode) isRequest()     {}
func (PasteNewest) isRequest()    {}
func (ForgetNewest) isRequest()   {}
func (ForgetCopies) isRequest()   {}
func (CopyLastOutput) isRequest() {}
func (CopyText) isRequest()       {}
func (EditHistory) isRequest()    {}
func (EditLastOutput) isRequest() {}
func (ClearHistory) isRequest()   {}
func (OpenLink) isRequest()       {}
func (PasteText) isRequest()      {}
func (PutOnClipboard) isRequest() {}
func (ForgetBuffer) isRequest()   {}
func (GoToText) isRequest()       {}
func (OpenLinkAt) isRequest()     {}
func (FromCopyMode) isRequest()   {}
