package copymode

import "dormer/ui/keys"

// Result is the result of a key, a click, or an answer of the host.
type Result struct {
	// Say is a message for the user, empty for none.
	Say string
	// Ask is a request to the program, nil for none. It is carried out before leaving, because
	// the text to copy is the frozen one.
	Ask Request
	// Leave returns the pane to the live screen.
	Leave bool
}

// Request is a request of copy mode to the program.
type Request interface{ isRequest() }

type (
	// CopyText copies a span of the text; with Append it is added to the last copied text.
	CopyText struct {
		Span   Span
		Append bool
	}
	// OpenSearch opens a search prompt. AskLine asks for the line to go to; see [GoTo].
	OpenSearch struct{ Prompt *Prompt }
	AskLine    struct{}
	// ChooseLink lets the user choose a link by letter. EditText opens the whole text in the
	// editor.
	ChooseLink struct{}
	EditText   struct{}
	// RunBound runs the command that a key sequence is bound to, outside of copy mode.
	RunBound struct{ Keys []keys.Key }
)

func (CopyText) isRequest()   {}
func (OpenSearch) isRequest() {}
func (AskLine) isRequest()    {}
func (ChooseLink) isRequest() {}
func (EditText) isRequest()   {}
func (RunBound) isRequest()   {}

// NothingYet is the message for a pane with no text, because its session is starting or failed
// to.
const NothingYet = "the pane shows nothing yet: try again when its program has started"

func say(text string) Result { return Result{Say: text} }
