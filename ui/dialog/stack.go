package dialog

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// Stack is the dialogs that are open. The last one has the keyboard.
type Stack []Dialog

// Top is the dialog that has the keyboard, nil for none.
func (s Stack) Top() Dialog {
	if len(s) == 0 {
		return nil
	}
	return s[len(s)-1]
}

// Open opens a dialog over the others.
func (s *Stack) Open(d Dialog) { *s = append(*s, d) }

// Key gives a key to the dialog on top, and to the one below if that lets it pass. It
// reports whether one of them has taken it, and what that asks for.
func (s *Stack) Key(k keys.Key) (taken bool, asks []command.Result) {
	return s.offer(func(d Dialog) Result { return d.Key(k) })
}

// Paste gives a paste to the dialog on top.
func (s *Stack) Paste(text string) (taken bool, asks []command.Result) {
	return s.offer(func(d Dialog) Result { return d.Paste(text) })
}

// Mouse gives an event of the mouse to the dialog on top, and to the one below if that lets
// it pass.
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

// Leave closes all dialogs, each as Esc does, and returns what they ask for then.
func (s *Stack) Leave() (asks []command.Result) {
	for i := len(*s) - 1; i >= 0; i-- {
		asks = append(asks, (*s)[i].Key(keys.Key{Code: keys.Escape}).Asks)
	}
	*s = nil
	return asks
}

// Refresh has the dialogs that show what changes by itself look again.
func (s Stack) Refresh() {
	for _, d := range s {
		if r, ok := d.(Refresher); ok {
			r.Refresh()
		}
	}
}

// finders are the open finders, the one on top last.
func (s Stack) finders() (out []*Finder) {
	for _, d := range s {
		if f, ok := d.(*Finder); ok {
			out = append(out, f)
		}
	}
	return out
}

// Lists reports whether a list is open.
func (s Stack) Lists() bool { return len(s.finders()) > 0 }

// Pictured is the session that a list shows a picture of, the zero id for none.
func (s Stack) Pictured() session.ID {
	for _, f := range s.finders() {
		if it, ok := f.Selected(); ok {
			return it.Session
		}
	}
	return session.ID{}
}

// Statuses reports whether a list shows the status of sessions.
func (s Stack) Statuses() bool {
	return slices.ContainsFunc(s.finders(), func(f *Finder) bool { return f.Statuses })
}

// WorktreesSought reports whether a palette is asked for worktrees.
func (s Stack) WorktreesSought() bool {
	return slices.ContainsFunc(s.finders(), func(f *Finder) bool { return f.Palette && strings.HasPrefix(f.Typed(), "#") })
}

// TextSought is the text that a palette is asked to find in all sessions, empty for none.
func (s Stack) TextSought() string {
	for _, f := range s.finders() {
		if text, ok := strings.CutPrefix(f.Typed(), "/"); ok && f.Palette {
			return text
		}
	}
	return ""
}
