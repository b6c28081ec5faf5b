package wire

// fromOwner appends the fields of a message to a viewer.
func (w *writer) fromOwner(m FromOwner) {
	switch m := m.(type) {
	case Held:
		w.integer(m.Cols)
		w.positions(m.Positions)
	case Frame:
		w.frame(&m)
	case Started:
		w.integer(m.PID)
	case Exited:
		w.exit(m.Exit)
		if m.Stopped {
			w.truth(m.Stopped)
		}
	case Bell:
		if !m.At.IsZero() {
			w.time(m.At)
		}
	case Clipboard:
		w.text(m.Selection)
		w.text(m.Text)
	case Notice:
		w.notice(m)
	case Taken:
		w.integer(m.Bytes)
	case LinesReply:
		w.number(m.Tag)
		w.rangeOf(m.Range)
		w.styles(m.Styles)
		w.lines(m.Lines)
		if countMarks(m.Lines) > 0 {
			w.marks(m.Lines)
		}
	case InfoReply:
		w.info(m)
	case CaptureReply:
		w.text(m.Text)
		w.truth(m.More)
	case SearchReply:
		w.searchReply(m)
	case CopyReply:
		w.number(m.Tag)
		w.text(m.Text)
		w.truth(m.More)
	case CommandsReply:
		w.commandsReply(m)
	case CommandDone:
		w.command(&m.Command)
	case Status:
		w.status(m)
	case Output:
		w.data(m.Data)
		w.number(m.Skipped)
	case CommandStarted:
		w.command(&m.Command)
	case Logging:
		w.text(m.To)
		w.text(m.Err)
	case BookmarkReply:
		w.number(m.Number)
		w.position(m.Position)
		w.text(m.Err)
	case RunLineReply:
		w.number(uint64(m.Command))
		w.text(m.Err)
	case AgentState:
		w.agentState(m)
	case Explained:
		w.explained(m)
	case Done:
		w.text(m.Err)
	}
}

// fromOwner reads the fields of a message to a viewer; nil for an unknown tag.
func (r *reader) fromOwner(t tag) Message {
	switch t {
	case tagFrame:
		return r.frame()
	case tagStarted:
		return Started{PID: r.integer()}
	case tagExited:
		return Exited{Exit: r.exit(), Stopped: r.truth()}
	case tagBell:
		return Bell{At: r.time()}
	case tagClipboard:
		return Clipboard{Selection: r.text(), Text: r.text()}
	case tagNotice:
		return r.notice()
	case tagTaken:
		return Taken{Bytes: r.integer()}
	case tagLinesReply:
		m := LinesReply{Tag: r.number(), Range: r.rangeOf(), Styles: r.styles(), Lines: r.lines()}
		r.marks(m.Lines)
		return m
	case tagInfoReply:
		return r.info()
	case tagCaptureReply:
		return CaptureReply{Text: r.text(), More: r.truth()}
	case tagSearchReply:
		return r.searchReply()
	case tagCopyReply:
		return CopyReply{Tag: r.number(), Text: r.text(), More: r.truth()}
	case tagCommandsReply:
		return r.commandsReply()
	case tagHeld:
		return Held{Cols: r.integer(), Positions: r.positions()}
	case tagCommandDone:
		return CommandDone{Command: r.command()}
	case tagStatus:
		return r.status()
	case tagOutput:
		return Output{Data: r.data(), Skipped: r.number()}
	case tagCommandStarted:
		return CommandStarted{Command: r.command()}
	case tagLogging:
		return Logging{To: r.text(), Err: r.text()}
	case tagAgentState:
		return r.agentState()
	case tagExplained:
		return r.explained()
	case tagDone:
		return Done{Err: r.text()}
	case tagBookmarkReply:
		return BookmarkReply{Number: r.number(), Position: r.position(), Err: r.text()}
	case tagRunLineReply:
		return RunLineReply{Command: uint32(r.number()), Err: r.text()}
	}
	return nil
}

func (w *writer) notice(m Notice) {
	w.text(m.Text)
	if m.Child {
		w.truth(m.Child)
		w.text(m.Title)
		w.text(m.Body)
		if !m.At.IsZero() {
			w.time(m.At)
		}
	}
}

func (r *reader) notice() Notice {
	n := Notice{Text: r.text(), Child: r.truth()}
	if n.Child {
		n.Title, n.Body, n.At = r.text(), r.text(), r.time()
	}
	return n
}
