package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dormer/session"
	"dormer/session/clock"
)

// An encoded message is its tag, one byte; the length of what follows, 32 bits
// little-endian; and its fields. See field.go for those.

// headerLen is the length of tag and length.
const headerLen = 5

// The longest encoded message without its header, in either direction. A longer
// one is refused before it is read.
const (
	maxToOwner  = 1 << 20
	maxToViewer = 64 << 20
)

// ErrTooLong is what a message is that is longer than its receiver allows.
var ErrTooLong = errors.New("message is too long")

// Append appends the encoded message to dst.
func Append(dst []byte, m Message) ([]byte, error) {
	t := tagOf(m)
	if t == 0 {
		return dst, fmt.Errorf("encode %T: it has no tag", m)
	}
	limit := maxToViewer
	if t.fromViewer() {
		limit = maxToOwner
	}
	out, err := appendFramed(dst, t, limit, func(w *writer) { w.message(m) })
	if errors.Is(err, ErrTooLong) {
		if plain, ok := withoutLinks(m); ok {
			return appendFramed(dst, t, limit, func(w *writer) { w.message(plain) })
		}
	}
	return out, err
}

// appendFramed appends header and fields. On an error dst is what it was.
func appendFramed(dst []byte, t tag, limit int, fields func(*writer)) ([]byte, error) {
	start := len(dst)
	w := &writer{append(dst, byte(t), 0, 0, 0, 0)}
	fields(w)
	n := len(w.b) - start - headerLen
	if n > limit {
		return dst, fmt.Errorf("%d bytes: %w", n, ErrTooLong)
	}
	binary.LittleEndian.PutUint32(w.b[start+1:], uint32(n))
	return w.b, nil
}

// withoutLinks is a message that says the same without hyperlinks, which are the
// only part of a screen whose length its size does not bound.
func withoutLinks(m Message) (Message, bool) {
	switch m := m.(type) {
	case Frame:
		m.Styles = dropLinks(m.Styles)
		return m, true
	case LinesReply:
		m.Styles = dropLinks(m.Styles)
		return m, true
	}
	return nil, false
}

func dropLinks(styles []Style) []Style {
	plain := make([]Style, len(styles))
	for i, s := range styles {
		plain[i].Style = s.Style
	}
	return plain
}

// Decode takes the first encoded message off b; the message does not refer to b.
// One of a kind that this version does not know is nil, without an error.
func Decode(b []byte) (m Message, rest []byte, err error) {
	if len(b) < headerLen {
		return nil, nil, errDamaged
	}
	n := uint64(binary.LittleEndian.Uint32(b[1:]))
	if n > uint64(len(b)-headerLen) {
		return nil, nil, errDamaged
	}
	rest = b[headerLen+n:]
	m, err = decodePayload(tag(b[0]), string(b[headerLen:headerLen+n]))
	return m, rest, err
}

func tagOf(m Message) tag {
	switch m.(type) {
	case Attach:
		return tagAttach
	case Ack:
		return tagAck
	case Input:
		return tagInput
	case Paste:
		return tagPaste
	case Resize:
		return tagResize
	case Signal:
		return tagSignal
	case End:
		return tagEnd
	case Restart:
		return tagRestart
	case Lines:
		return tagLines
	case ClearHistory:
		return tagClearHistory
	case Info:
		return tagInfo
	case Capture:
		return tagCapture
	case Deadline:
		return tagDeadline
	case Search:
		return tagSearch
	case Copy:
		return tagCopy
	case Commands:
		return tagCommands
	case Colors:
		return tagColors
	case Widths:
		return tagWidths
	case Hold:
		return tagHold
	case Held:
		return tagHeld
	case Frame:
		return tagFrame
	case Started:
		return tagStarted
	case Exited:
		return tagExited
	case Bell:
		return tagBell
	case Clipboard:
		return tagClipboard
	case Notice:
		return tagNotice
	case Taken:
		return tagTaken
	case LinesReply:
		return tagLinesReply
	case InfoReply:
		return tagInfoReply
	case CaptureReply:
		return tagCaptureReply
	case SearchReply:
		return tagSearchReply
	case CopyReply:
		return tagCopyReply
	case CommandsReply:
		return tagCommandsReply
	case CommandDone:
		return tagCommandDone
	}
	return 0
}

// message appends the fields of a message.
func (w *writer) message(m Message) {
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
	case Restart:
		if len(m.Login) > 0 {
			w.texts(m.Login)
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
	case Held:
		w.integer(m.Cols)
		w.positions(m.Positions)
	case Frame:
		w.frame(m)
	case Started:
		w.integer(m.PID)
	case Exited:
		w.exit(m.Exit)
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
	}
}

// decodePayload reads the fields of a message, which refers to payload. One of an
// unknown kind is nil.
func decodePayload(t tag, payload string) (Message, error) {
	r := &reader{s: payload}
	m := r.message(t)
	if m == nil {
		return nil, nil
	}
	if err := r.err(); err != nil {
		return nil, fmt.Errorf("%T: %w", m, err)
	}
	return m, nil
}

// message reads the fields of a message; nil for a tag that is not known.
func (r *reader) message(t tag) Message {
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
	case tagRestart:
		return Restart{Login: r.texts()}
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
	}
	return r.news(t)
}

// news reads the fields of a message to a viewer; nil for a tag that is not known.
func (r *reader) news(t tag) Message {
	switch t {
	case tagFrame:
		return r.frame()
	case tagStarted:
		return Started{PID: r.integer()}
	case tagExited:
		return Exited{Exit: r.exit()}
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

func (w *writer) rangeOf(r Range) {
	w.number(r.First)
	w.number(r.End)
}

func (r *reader) rangeOf() Range { return Range{First: r.number(), End: r.number()} }

func (w *writer) exit(e session.Exit) {
	w.integer(e.Code)
	w.text(e.Signal)
	w.text(e.Err)
	w.time(e.Started)
	w.time(e.Ended)
}

func (r *reader) exit() session.Exit {
	return session.Exit{Code: r.integer(), Signal: r.text(), Err: r.text(), Started: r.time(), Ended: r.time()}
}
