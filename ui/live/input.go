package live

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/keys"
)

// A user who opens a tab and types on is never faster than the child: what is typed into a
// session that is on its way is kept for it, as a terminal keeps what comes early. A child that
// has not started has asked for nothing yet, so keys are written as for a fresh terminal. A
// session in which nothing runs gets nothing.

// Piece is some input: keys already written as bytes, or a part of a paste.
type Piece struct {
	Data []byte
	// Paste says that it is a part of a paste, More that another follows.
	Paste, More bool
}

// Key types a key, encoded as the child asked for.
func (s *Session) Key(k keys.Key) { s.typed(Piece{Data: keys.Encode(nil, k, s.Modes())}) }

// Text types characters.
func (s *Session) Text(text string) { s.typed(Piece{Data: keys.EncodeText(nil, text, s.Modes())}) }

// RunsAtOnce reports whether one of the sessions would run the lines of a paste at once, because its
// child did not ask for brackets around pastes.
func (s *Set) RunsAtOnce(ids []session.ID, text string) bool {
	return strings.ContainsAny(text, "\n\r") && slices.ContainsFunc(ids, func(id session.ID) bool {
		l := s.sessions[id]
		return l != nil && l.Client != nil && !l.Over() && !l.Modes().BracketedPaste
	})
}

// Paste pastes a part of a text; more says that another follows.
func (s *Session) Paste(data []byte, more bool) { s.typed(Piece{Data: data, Paste: true, More: more}) }

// Mouse sends an event of the mouse at a cell of the pane to a child that asked for it. A place
// outside of the pane is moved to its edge.
func (s *Session) Mouse(e keys.Mouse, pane session.Size) {
	if s == nil || s.Client == nil {
		return
	}
	e.X = min(max(e.X, 0), pane.Cols-1)
	e.Y = min(max(e.Y, 0), pane.Rows-1)
	if b := keys.EncodeMouse(nil, e, s.Modes()); len(b) > 0 {
		s.Client.Input(b)
	}
}

// Wheel sends a notch of the wheel as so many arrow keys, down where positive.
func (s *Session) Wheel(lines int) {
	if s != nil && s.Client != nil {
		s.Client.Input(keys.EncodeWheelAsArrows(nil, lines > 0, max(lines, -lines), s.Modes()))
	}
}

// Takes reports whether something typed goes to the child, now or once it has started.
func (s *Session) Takes() bool { return s != nil && !s.TakesEnter() }

func (s *Session) typed(p Piece) {
	switch {
	case !s.Takes(), len(p.Data) == 0 && !p.Paste:
	case s.Client == nil:
		s.TypedAhead = append(s.TypedAhead, p)
	default:
		s.send(p)
	}
}

func (s *Session) send(p Piece) {
	s.Keyed = true
	if p.Paste {
		s.Client.Paste(p.Data, p.More)
		return
	}
	s.Client.Input(p.Data)
}

// sendTypedAhead gives the child what was typed before it was there.
func (s *Session) sendTypedAhead() {
	for _, p := range s.TypedAhead {
		s.send(p)
	}
	s.TypedAhead = nil
}

// Focus tells a child that asked for it that its pane has got the focus, or lost it.
func (s *Session) Focus(in bool) {
	if b := keys.EncodeFocus(nil, in, s.Modes()); len(b) > 0 && !s.Exited() {
		s.Client.Input(b)
	}
}

// TypeLines types what is to be typed into a new session, each line with Enter.
func (s *Session) TypeLines() {
	if s == nil || s.Client == nil {
		return
	}
	for _, line := range s.Lines {
		s.Client.Input([]byte(line + "\r"))
	}
	s.Lines = nil
}
