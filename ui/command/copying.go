package command

import (
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/buffers"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/links"
)

// Requests about reading, copying and pasting.
type (
	FindText     struct{}
	ChooseBuffer struct{}
	ChooseLink   struct{}
	// InCopyMode performs a verb in copy mode, entering copy mode if the verb does that.
	InCopyMode struct {
		Session session.ID
		Verb    copymode.Verb
	}
	PasteNewest    struct{}
	ForgetNewest   struct{}
	ForgetCopies   struct{}
	CopyLastOutput struct{}
	// CopyText copies a text; with Append it is added to the newest copied text. CopyOutput
	// copies the output of a command. KeepBuffer stores a copied text, replacing the buffer
	// with the id InPlaceOf if that is set.
	CopyText struct {
		Text   string
		Append bool
	}
	CopyOutput struct {
		Of   wire.Command
		Text string
	}
	KeepBuffer     struct{ Text, InPlaceOf string }
	EditHistory    struct{}
	EditLastOutput struct{}
	ClearHistory   struct{}
	OpenLink       struct {
		Link links.Target
		From session.ID
	}
	// PasteText pastes into the active pane, only if that is Into where it names one.
	PasteText struct {
		Text string
		Into session.ID
	}
	PutOnClipboard struct{ Text string }
	// ForgetBuffer forgets the copied text with an id, or all of them if the id is empty. The
	// system's clipboard is not changed.
	ForgetBuffer struct{ ID string }
	GoToText     struct {
		Session session.ID
		Match   wire.Match
	}
	// OpenLinkAt opens the link at a cell of the screen if the cell belongs to the pane.
	OpenLinkAt struct {
		Pane session.ID
		At   geometry.Point
	}
	// FromCopyMode carries out the result of a key or a click in a pane in copy mode.
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
func (CopyOutput) isRequest()     {}
func (KeepBuffer) isRequest()     {}
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

func (r CopyText) Now(f Focus) []Result {
	var before buffers.Buffer
	if r.Append && r.Text != "" {
		before, _ = f.Buffers.Newest()
	}
	text := strings.TrimSuffix(before.Text+r.Text, "\n")
	if text == "" {
		return one(Cannot("there is nothing to copy there: select some text first"))
	}
	keep := KeepBuffer{Text: text}
	if before.Text != "" {
		keep.InPlaceOf = before.ID()
	}
	return []Result{Ask(keep), Cannot("copied " + buffers.Size(text) + "; " + f.KeyOf("paste") + " pastes"), Ask(PutOnClipboard{text})}
}

func (r CopyOutput) Now(f Focus) []Result {
	of := copymode.CommandWords(r.Of)
	if strings.Trim(r.Text, "\n") == "" {
		return one(Cannot(of + " printed blank lines only"))
	}
	out := CopyText{Text: r.Text}.Now(f)
	if r.Of.Running() {
		out = append(out, Cannot("copied what "+of+" has printed so far: "+buffers.Size(strings.TrimSuffix(r.Text, "\n"))+"; it still runs"))
	}
	return out
}

func (PasteNewest) Now(f Focus) []Result {
	b, ok := f.Buffers.Newest()
	if !ok {
		return one(Cannot(f.NothingCopied()))
	}
	return one(Ask(PasteText{Text: b.Text}))
}

func (ForgetNewest) Now(f Focus) []Result {
	b, ok := f.Buffers.Newest()
	if !ok {
		return one(Cannot(f.NothingCopied()))
	}
	return []Result{
		Ask(ForgetBuffer{b.ID()}),
		Cannot("forgot " + buffers.Size(b.Text) + "; " + f.KeyOf("paste.choose") + " lists what else was copied"),
	}
}

func (ForgetCopies) Now(f Focus) []Result {
	texts := "1 text"
	if n := len(f.Buffers.All()); n != 1 {
		texts = fmt.Sprint(n, " texts")
	}
	return []Result{Ask(ForgetBuffer{}), Cannot("forgot the copied text (" + texts + "); the system's clipboard was not changed")}
}

// NothingCopied is the message for a paste with nothing to paste. It says how to copy.
func (f Focus) NothingCopied() string {
	return "nothing was copied yet: drag over text, or " + f.KeyOf("copy") + " and " + f.KeyOf("copy-mode.select")
}
