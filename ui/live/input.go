package live

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/keys"
)

// Input for a session that is still starting is kept for it, as a terminal keeps early input. Its
// child has set no modes yet, so keys are encoded as for a fresh terminal. Input for a session
// without a process is dropped.

// Piece is some input: keys encoded as bytes, or a part of a paste.
type Piece struct {
	Data []byte
	// Paste marks a part of a paste; More says that another part follows.
	Paste, More bool
}

// Key types a key, encoded by the modes that the child has set.
func (s *Session) Key(k keys.Key) { s.typed(Piece{Data: keys.Encode(nil, k, s.Modes())}) }

// Text types characters.
func (s *Session) Text(text string) { s.typed(Piece{Data: keys.EncodeText(nil, text, s.Modes())}) }

// WouldRunLines reports whether one of the sessions would run the lines of a paste at once, because its
// child did not ask for brackets around pastes.
func (s *Set) WouldRunLines(ids []session.ID, text string) bool {
	return strings.ContainsAny(text, "\n\r") && slices.ContainsFunc(ids, func(id session.ID) bool {
		l := s.sessions[id]
		return l != nil && l.Client != nil && !l.Over() && !l.Modes().BracketedPaste
	})
}

// Paste pastes a part of a text; more says that another follows.
func (s *Session) Paste(data []byte, more bool) { s.typed(Piece{Data: data, Paste: true, More: more}) }

// Mouse sends a mouse event at a cell of the pane, if the child has asked for it. A position
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

// Wheel sends a turn of the wheel as that many arrow keys: down if lines is positive, else up.
func (s *Session) Wheel(lines int) {
	if s != nil && s.Client != nil {
		s.Client.Input(keys.EncodeWheelAsArrows(nil, lines > 0, max(lines, -lines), s.Modes()))
	}
}

// TakesInput reports whether input goes to the child, now or once it has started.
func (s *Session) TakesInput() bool { return s != nil && !s.TakesEnter() }

func (s *Session) typed(p Piece) {
	switch {
	case !s.TakesInput(), len(p.Data) == 0 && !p.Paste:
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

// sendTypedAhead sends the child the input that was typed before it started.
func (s *Session) sendTypedAhead() {
	for _, p := range s.TypedAhead {
		s.send(p)
	}
	s.TypedAhead = nil
}

// Focus tells the child, if it asked, that its pane has got or lost the focus.
func (s *Session) Focus(in bool) {
	if b := keys.EncodeFocus(nil, in, s.Modes()); len(b) > 0 && !s.Exited() {
		s.Client.Input(b)
	}
}

// TypeLines types the initial lines of a new session, each with Enter.
func (s *Session) TypeLines() {
	if s == nil || s.Client == nil {
		return
	}
	for _, line := range s.Lines {
		s.Client.Input([]byte(line + "\r"))
	}
	s.Lines = nil
}
