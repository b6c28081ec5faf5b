package copymode

import "dormer/ui/keys"

// Result is what came of a key, a click, or an answer of the host.
type Result struct {
	// Say is a sentence for the user, empty for none.
	Say string
	// Ask is what somebody else has to do, nil for nothing. It comes before leaving:
	// what is to be copied is what was read.
	Ask Request
	// Leave says that the pane returns to the live screen.
	Leave bool
}

// Request is what copy mode asks of the program around it.
type Request interface{ isRequest() }

type (
	// CopyText copies a stretch of the text; Append adds it to what was copied last.
	CopyText struct {
		Span   Span
		Append bool
	}
	// OpenSearch shows the prompt of a search, AskLine asks for the line to go to:
	// see [GoTo].
	OpenSearch struct{ Prompt *Prompt }
	AskLine    struct{}
	// ChooseLink lets the user choose a link by letter, EditText opens all of the text in
	// the editor.
	ChooseLink struct{}
	EditText   struct{}
	// RunBound does what a sequence of keys is bound to: a command that is not copy
	// mode's.
	RunBound struct{ Keys []keys.Key }
)

func (CopyText) isRequest()   {}
func (OpenSearch) isRequest() {}
func (AskLine) isRequest()    {}
func (ChooseLink) isRequest() {}
func (EditText) isRequest()   {}
func (RunBound) isRequest()   {}

// NothingYet says that a pane has nothing to read: its session is starting, or could not.
const NothingYet = "the pane shows nothing yet: try again when its program has started"

func say(text string) Result { return Result{Say: text} }
