package host

import (
	"io"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/checkpoint"
	"dormer/session/private"
	"dormer/session/vt"
	"dormer/session/wire"
)

// Kept is the saved state of a session without a host: its last screen and the lines above it. It
// can be read, searched and copied like a running session.
type Kept struct {
	// At is the time of the save.
	At    time.Time
	term  *vt.Terminal
	frame wire.Frame
}

// ReadKept reads the saved state from a session's directory. If there is none the error is
// [io/fs.ErrNotExist].
func ReadKept(dir string) (*Kept, error) {
	k, err := checkpoint.Open(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = k.Close() }() // it was only read
	const all = 1 << 30
	t := vt.New(k.Screen.Rows, k.Screen.Cols, vt.Options{HistoryBytes: all, HistoryLines: all})
	r := restorer{term: t}
	if err := k.Lines(r.add); err != nil {
		return nil, err
	}
	r.addScreen(k, k.Screen.Rows)
	t.RestoreScreen(k.Screen.Rows, r.rewrap)
	var v view
	now, _ := v.next(t, k.Screen.Dir, "")
	f := k.Screen
	f.Seq, f.Full, f.Scrolls, f.History = 1, true, nil, now.History
	f.Styles, f.Lines = now.Styles, now.Lines
	f.Modes.AltScreen = false // its rows are text among others
	return &Kept{At: k.At, term: t, frame: f}, nil
}

// KeepScreen saves a text as the last screen of a session that was never started on this machine,
// for [ReadKept]. It makes the directory. Control sequences in the text only affect the screen.
func KeepScreen(dir string, size session.Size, at time.Time, text string) error {
	if err := private.MakeDir(dir); err != nil {
		return err
	}
	size = bounded(size)
	t := vt.New(size.Rows, size.Cols, vt.Options{})
	_, _ = io.WriteString(t, strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\r\n")) // an emulator accepts everything
	var v view
	b := checkpoint.Batch{Anew: true}
	b.At = at
	b.Screen, _ = v.next(t, "", "")
	return checkpoint.NewWriter(dir, nil).Write(b)
}

// Size returns the size of the screen.
func (k *Kept) Size() session.Size { return session.Size{Rows: k.frame.Rows, Cols: k.frame.Cols} }

// Conn returns a connection that shows the screen to a viewer as a host would. Input is ignored.
// The connection ends when the viewer closes it. Call Conn once for each [ReadKept].
func (k *Kept) Conn() wire.Conn {
	viewer, owner := wire.Pipe()
	go k.serve(owner)
	return viewer
}

func (k *Kept) serve(owner wire.Conn) {
	for {
		m, err := owner.Receive()
		if err != nil {
			return
		}
		if err := k.answer(owner, m); err != nil {
			return
		}
	}
}

func (k *Kept) answer(owner wire.Conn, m wire.Message) error {
	switch m := m.(type) {
	case wire.Attach:
		return owner.Send(k.frame)
	case wire.Lines:
		return owner.Send(historyLines(k.term, &encoder{}, m))
	case wire.Search:
		if m.Query.Text == "" {
			return nil
		}
		s := newSearch(m)
		for !s.step(k.term) {
		}
		return owner.Send(s.reply)
	case wire.Copy:
		c := &copying{Copy: m}
		for {
			part := c.next(k.term)
			if err := owner.Send(part); err != nil || !part.More {
				return err
			}
		}
	case wire.Commands:
		return owner.Send(k.commands(m))
	case wire.Input:
		return owner.Send(wire.Taken{Bytes: len(m.Data)})
	case wire.Paste:
		return owner.Send(wire.Taken{Bytes: len(m.Data)})
	}
	return nil
}

func (k *Kept) commands(q wire.Commands) wire.CommandsReply {
	var l shellLog // the times of the commands are no longer known
	return l.answer(k.term, true, q)
}

// Capture writes the screen as text, as [wire.Capture] describes.
func (k *Kept) Capture(q wire.Capture, w io.Writer) error {
	c := newCapture(k.term, q)
	for {
		part := c.next(k.term)
		if _, err := io.WriteString(w, part.Text); err != nil || !part.More {
			return err
		}
	}
}

// Output writes the output of the last command as text. It returns that command, and false if the
// shell has marked none (OSC 133).
func (k *Kept) Output(w io.Writer) (c wire.Command, found bool, err error) {
	last := k.commands(wire.Commands{Range: wire.Range{End: textEnd(k.term)}, Last: true, Ran: true, Max: 1}).Commands
	if len(last) == 0 {
		return c, false, nil
	}
	if c = last[0]; !c.Output.Before(c.End) {
		return c, true, nil
	}
	text := &copying{Copy: wire.Copy{First: c.Output, End: c.End}}
	for {
		part := text.next(k.term)
		if _, err := io.WriteString(w, part.Text); err != nil || !part.More {
			return c, true, err
		}
	}
}
