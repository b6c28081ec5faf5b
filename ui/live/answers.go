package live

import (
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Use is what a text of a session is asked for.
type Use uint8

// The uses. The text of the last two is edited; history is begun at its end, where one was
// when one asked for it.
const (
	Copy Use = iota
	Append
	EditHistory
	EditOutput
	commandLine // asks for no text: see [Session.AskLine]
)

// Text is a stretch of the text of a session, as its host gave it, and what for.
type Text struct {
	Use  Use
	Text string
	// Of is the command that printed it, where the output of the last one was asked for.
	Of *wire.Command
}

// mostAnswers bounds the answers that are waited for: a question that another took the place
// of is never answered.
const mostAnswers = 64

// AskText asks the host for a stretch of text.
func (s *Session) AskText(use Use, span copymode.Span) {
	s.await(s.Client.Copy(span.First, span.End, span.Block), Text{Use: use})
}

// AskHistory asks the host for the whole text, which is to be edited.
func (s *Session) AskHistory() {
	var span copymode.Span
	s.Client.View(func(r *client.Replica) {
		span.First.Line, span.End.Line = r.History().First, r.History().End+uint64(r.Used())
	})
	s.AskText(EditHistory, span)
}

// AskOutput asks the host for what the last command printed.
func (s *Session) AskOutput(use Use) { s.await(s.Client.LastCommand(), Text{Use: use}) }

// AskLine asks once what was typed to start what runs; see [Session.Line].
func (s *Session) AskLine() {
	if s.Line == "" && !s.lineAsked {
		s.lineAsked = true
		s.await(s.Client.LastCommand(), Text{Use: commandLine})
	}
}

// ForgetLine forgets what was typed to start what ran.
func (s *Session) ForgetLine() { s.Line, s.lineAsked = "", false }

func (s *Session) await(tag uint64, t Text) {
	if s.wanted == nil {
		s.wanted = map[uint64]Text{}
	}
	for old := range s.wanted {
		if old+mostAnswers < tag {
			delete(s.wanted, old)
		}
	}
	s.wanted[tag] = t
}

// Copied takes the host's answer with a text; false where it was not asked for here.
func (s *Session) Copied(r wire.CopyReply) (Text, bool) {
	t, asked := s.wanted[r.Tag]
	delete(s.wanted, r.Tag)
	t.Text = r.Text
	return t, asked
}

// Listed takes the host's answer with the last command: its output is asked for, or the
// sentence says why there is none.
func (s *Session) Listed(r wire.CommandsReply) (why string) {
	t, asked := s.wanted[r.Tag]
	if !asked {
		return ""
	}
	delete(s.wanted, r.Tag)
	if t.Use == commandLine {
		if n := len(r.Commands); n > 0 && r.Commands[n-1].Running() && s.program != "" {
			s.Line = r.Commands[n-1].Line
		}
		return ""
	}
	c, why := copymode.OutputOf(r)
	if why == "" {
		t.Of = &c
		s.await(s.Client.Copy(c.Output, c.End, false), t)
	}
	return why
}
