package dialog

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// Stack holds the open dialogs. The last one has the keyboard.
type Stack []Dialog

// Top returns the dialog that has the keyboard, nil for none.
func (s Stack) Top() Dialog {
	if len(s) == 0 {
		return nil
	}
	return s[len(s)-1]
}

// Open opens a dialog over the others.
func (s *Stack) Open(d Dialog) { *s = append(*s, d) }

// Key offers a key to the dialogs from top to bottom until one of them does not pass it on. It
// reports whether one of them took it, and what that one asks for.
func (s *Stack) Key(k keys.Key) (taken bool, asks []command.Result) {
	return s.offer(func(d Dialog) Result { return d.Key(k) })
}

// Paste offers a paste to the dialogs like Key.
func (s *Stack) Paste(text string) (taken bool, asks []command.Result) {
	return s.offer(func(d Dialog) Result { return d.Paste(text) })
}

// Mouse offers a mouse event to the dialogs like Key.
func (s *Stack) Mouse(e input.Mouse) (taken bool, asks []command.Result) {
	return s.offer(func(d Dialog) Result { return d.Mouse(e) })
}

func (s *Stack) offer(does func(Dialog) Result) (taken bool, asks []command.Result) {
	for d := s.Top(); d != nil; d = s.Top() {
		r := does(d)
		if r.Done {
			*s = (*s)[:len(*s)-1]
		}
		if !r.Passes {
			return true, []command.Result{r.Asks}
		}
	}
	return false, nil
}

// Leave sends Esc to all dialogs, closes them, and returns what they ask for.
func (s *Stack) Leave() (asks []command.Result) {
	for i := len(*s) - 1; i >= 0; i-- {
		asks = append(asks, (*s)[i].Key(keys.Key{Code: keys.Escape}).Asks)
	}
	*s = nil
	return asks
}

// Refresh refreshes the dialogs that are a [Refresher].
func (s Stack) Refresh() {
	for _, d := range s {
		if r, ok := d.(Refresher); ok {
			r.Refresh()
		}
	}
}

// finders returns the open finders, the topmost last.
func (s Stack) finders() (out []*Finder) {
	for _, d := range s {
		if f, ok := d.(*Finder); ok {
			out = append(out, f)
		}
	}
	return out
}

// Lists reports whether a finder is open.
func (s Stack) Lists() bool { return len(s.finders()) > 0 }

// PreviewedSession returns the session of the selected item in a finder, the zero id for none.
func (s Stack) PreviewedSession() session.ID {
	for _, f := range s.finders() {
		if it, ok := f.Selected(); ok {
			return it.Session
		}
	}
	return session.ID{}
}

// Statuses reports whether a finder shows the status of sessions.
func (s Stack) Statuses() bool {
	return slices.ContainsFunc(s.finders(), func(f *Finder) bool { return f.Statuses })
}

// SearchesWorktrees reports whether a palette searches worktrees ("#").
func (s Stack) SearchesWorktrees() bool {
	return slices.ContainsFunc(s.finders(), func(f *Finder) bool { return f.Palette && strings.HasPrefix(f.Typed(), "#") })
}

// SearchText returns the text that a palette searches in all sessions ("/"), empty for none.
func (s Stack) SearchText() string {
	for _, f := range s.finders() {
		if text, ok := strings.CutPrefix(f.Typed(), "/"); ok && f.Palette {
			return text
		}
	}
	return ""
}
