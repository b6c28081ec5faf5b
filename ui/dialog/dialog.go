package dialog

import (
	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// Dialog is something that takes the keyboard until it is done. Dialogs stack;
// the one on top has the keys. A dialog does nothing itself: it returns what was asked
// for.
type Dialog interface {
	Key(keys.Key) Result
	Paste(text string) Result
	Mouse(input.Mouse) Result
	// Render draws the dialog for a screen of the given size.
	Render(session.Size, theme.Looks) Overlay
}

// Result is what came of a key or a click in a dialog.
type Result struct {
	// Done says that the dialog closes.
	Done bool
	// Passes says that the key or click is not the dialog's, and goes on to what is
	// below it.
	Passes bool
	// Asks is what was asked for: the zero value for nothing.
	Asks command.Result
}

// stays leaves a dialog open, closes closes it; neither asks for anything.
var stays, closes = Result{}, Result{Done: true}

// closing closes a dialog and asks for something.
func closing(asks command.Result) Result { return Result{Done: true, Asks: asks} }

// TakesAll is a dialog that is given every key: the prefix begins no command there.
type TakesAll interface{ TakesAll() }

// Refresher is a dialog that shows what changes by itself: it is asked to look
// again before it is drawn.
type Refresher interface{ Refresh() }
