package wire

import "dormer/session/clock"

// fromViewer appends the fields of a message to an owner.
func (w *writer) fromViewer(m FromViewer) {
	switch m := m.(type) {
	case Attach:
		w.size(m.Size)
	case Ack:
		w.number(m.Seq)
	case Input:
		w.data(m.Data)
	case Paste:
		w.data(m.Data)
		w.truth(m.More)
	case Resize:
		w.size(m.Size)
	case Signal:
		w.integer(m.Number)
	case End:
		w.truth(m.Forget)
		if m.Said != 0 {
			w.number(uint64(m.Said))
		}
	case EndIdle:
		w.duration(m.After)
	case Restart:
		if len(m.Login) > 0 || m.Force {
			w.texts(m.Login)
		}
		if m.Force {
			w.truth(m.Force)
		}
	case Lines:
		w.number(m.Tag)
		w.rangeOf(m.Range)
	case ClearHistory:
	case Info:
	case Capture:
		w.truth(m.Scrollback)
		w.truth(m.ANSI)
		w.integer(m.MaxLines)
	case Deadline:
		w.deadline(m)
	case Search:
		w.search(m)
	case Copy:
		w.copyOf(m)
	case Commands:
		w.commands(m)
	case Colors:
		w.colors(m)
	case Widths:
		w.truth(m.AmbiguousWide)
	case Hold:
		w.positions(m.Positions)
	case Watch:
		w.truth(m.Output)
		w.truth(m.Hold)
	case Log:
		w.text(m.File)
		w.text(m.Command)
	case Report:
		w.report(m)
	case Explain:
	case Prompt:
		w.text(m.Text)
	case Answer:
		w.text(m.Option)
		w.text(m.Hash)
	case Retry:
		w.number(uint64(m.Do))
		w.integer(m.Tries)
	case Bookmark:
		w.number(m.Number)
	case RunLine:
		w.text(m.Line)
	}
}

// fromViewer reads the fields of a message to an owner; nil for an unknown tag.
func (r *reader) fromViewer(t tag) Message {
	switch t {
	case tagAttach:
		return Attach{Size: r.size()}
	case tagAck:
		return Ack{Seq: r.number()}
	case tagInput:
		return Input{Data: r.data()}
	case tagPaste:
		return Paste{Data: r.data(), More: r.truth()}
	case tagResize:
		return Resize{Size: r.size()}
	case tagSignal:
		return Signal{Number: r.integer()}
	case tagEnd:
		return End{Forget: r.truth(), Said: clock.Moment(r.number())}
	case tagEndIdle:
		return EndIdle{After: r.duration()}
	case tagRestart:
		return Restart{Login: r.texts(), Force: r.truth()}
	case tagLines:
		return Lines{Tag: r.number(), Range: r.rangeOf()}
	case tagClearHistory:
		return ClearHistory{}
	case tagInfo:
		return Info{}
	case tagCapture:
		return Capture{Scrollback: r.truth(), ANSI: r.truth(), MaxLines: r.integer()}
	case tagDeadline:
		return r.deadline()
	case tagSearch:
		return r.search()
	case tagCopy:
		return r.copyOf()
	case tagCommands:
		return r.commands()
	case tagColors:
		return r.colors()
	case tagWidths:
		return Widths{AmbiguousWide: r.truth()}
	case tagHold:
		return Hold{Positions: r.positions()}
	case tagWatch:
		return Watch{Output: r.truth(), Hold: r.truth()}
	case tagLog:
		return Log{File: r.text(), Command: r.text()}
	case tagReport:
		return r.report()
	case tagExplain:
		return Explain{}
	case tagPrompt:
		return Prompt{Text: r.text()}
	case tagAnswer:
		return Answer{Option: r.text(), Hash: r.text()}
	case tagRetry:
		return Retry{Do: RetryOrder(r.index(1<<8 - 1)), Tries: r.integer()}
	case tagBookmark:
		return Bookmark{Number: r.number()}
	case tagRunLine:
		return RunLine{Line: r.text()}
	}
	return nil
}
