package dialog

import (
	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// Dialog is a box that takes the keyboard until it closes. Dialogs stack; the one on top gets
// the keys. A dialog has no side effects: its Result says what to do.
type Dialog interface {
	Key(keys.Key) Result
	Paste(text string) Result
	Mouse(input.Mouse) Result
	// Render draws the dialog for a screen of the given size.
	Render(session.Size, theme.Looks) Overlay
}

// Result is the result of a key, a paste or a click in a dialog.
type Result struct {
	// Done closes the dialog.
	Done bool
	// Passes hands the key or click on to whatever is below the dialog.
	Passes bool
	// Asks is the action or request to carry out; the zero value for none.
	Asks command.Result
}

// stays leaves a dialog open and closes closes it; neither asks for anything.
var stays, closes = Result{}, Result{Done: true}

// closing returns a Result that closes the dialog and asks for something.
func closing(asks command.Result) Result { return Result{Done: true, Asks: asks} }

// TakesAll marks a dialog that gets every key, including the prefix.
type TakesAll interface{ TakesAll() }

// Refresher is a dialog whose contents may change by themselves. Refresh is called before it
// is drawn.
type Refresher interface{ Refresh() }
