package live

import (
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Use is the purpose of a request for a session's text.
type Use uint8

// The purposes. EditHistory and EditOutput open the text in an editor; EditHistory starts at the
// end of the text, where the user was.
const (
	Copy Use = iota
	Append
	EditHistory
	EditOutput
	commandLine // asks for no text: see [Session.AskLine]
)

// Text is a range of a session's text from its host, and its purpose.
type Text struct {
	Use  Use
	Text string
	// Of is the command that printed it, if the output of the last command was requested.
	Of *wire.Command
}

// maxAnswers bounds the number of pending requests: a request that a newer one replaced is
// never answered.
const maxAnswers = 64

// AskText asks the host for a range of text.
func (s *Session) AskText(use Use, span copymode.Span) {
	s.await(s.Client.Copy(span.First, span.End, span.Block), Text{Use: use})
}

// AskHistory asks the host for the whole text, to open it in an editor.
func (s *Session) AskHistory() {
	var span copymode.Span
	s.Client.View(func(r *client.Replica) {
		span.First.Line, span.End.Line = r.History().First, r.History().End+uint64(r.Used())
	})
	s.AskText(EditHistory, span)
}

// AskOutput asks the host for the output of the last command.
func (s *Session) AskOutput(use Use) { s.await(s.Client.LastCommand(), Text{Use: use}) }

// AskLine asks the host, once, for the command line of the running program; see [Session.Line].
func (s *Session) AskLine() {
	if s.Line == "" && !s.lineAsked {
		s.lineAsked = true
		s.await(s.Client.LastCommand(), Text{Use: commandLine})
	}
}

// ForgetLine forgets the command line of the last program.
func (s *Session) ForgetLine() { s.Line, s.lineAsked = "", false }

func (s *Session) await(tag uint64, t Text) {
	if s.requestedTexts == nil {
		s.requestedTexts = map[uint64]Text{}
	}
	for old := range s.requestedTexts {
		if old+maxAnswers < tag {
			delete(s.requestedTexts, old)
		}
	}
	s.requestedTexts[tag] = t
}

// Copied takes the host's answer with a text. It returns false if the session did not ask for it.
func (s *Session) Copied(r wire.CopyReply) (Text, bool) {
	t, asked := s.requestedTexts[r.Tag]
	delete(s.requestedTexts, r.Tag)
	t.Text = r.Text
	return t, asked
}

// Listed takes the host's answer with the last command and asks for its output. If there is no
// output, why says so.
func (s *Session) Listed(r wire.CommandsReply) (why string) {
	t, asked := s.requestedTexts[r.Tag]
	if !asked {
		return ""
	}
	delete(s.requestedTexts, r.Tag)
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
