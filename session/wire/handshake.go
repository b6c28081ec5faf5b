package wire

import (
	"errors"
	"fmt"
	"io"
	"time"

	"dormer/session"
)

// The handshake. The viewer sends [Hello]; the owner answers [Welcome] or [Refused]; then both use
// the protocol named in the Welcome. Its three messages, and [Info], [Capture] and [End], are the
// same in every version of the protocol, so any program can list, read and end any host.

// The supported versions of the protocol for frames.
const (
	MinProtocol = 1
	MaxProtocol = 1
)

// HandshakeTime is how long each side waits for the other's part.
const HandshakeTime = time.Second

const (
	magic = "dormer"
	// maxGreeting is the longest message of a handshake.
	maxGreeting = 4 << 10
)

// Purpose is the purpose of a viewer's connection.
type Purpose string

const (
	// ToAttach connections receive frames. They need a common protocol version.
	ToAttach Purpose = "attach"
	// ToQuery connections send only [Info], [Capture], [Deadline] and [End].
	ToQuery Purpose = "query"
)

// Hello is the viewer's part of a handshake.
type Hello struct {
	// Min and Max are the protocol versions that the viewer supports.
	Min, Max int
	// Version is the program's version.
	Version string
	Purpose Purpose
}

// Welcome is the owner's part of a handshake.
type Welcome struct {
	// Protocol is the version to use; 0 if there is no common one and the viewer may only query.
	Protocol int
	// Version is the host's version.
	Version string
	Session session.ID
	PID     int // of the host
}

// Refused is the error of a handshake that the owner refused.
type Refused struct {
	// Reason is one sentence.
	Reason string
	// Min and Max are the protocol versions that the owner supports, and Version is the version of
	// its program.
	Min, Max int
	Version  string
}

func (r Refused) Error() string { return r.Reason }

var (
	// ErrSilent is returned if the other side did not answer within [HandshakeTime].
	ErrSilent = errors.New("no answer within " + HandshakeTime.String())
	// errForeign is returned if the other side is not dormer.
	errForeign = errors.New("the other side does not speak dormer's protocol")
)

// Greet does the viewer's side of a handshake on a new stream. On an error rw is closed.
// The error is [ErrSilent], a [Refused], or one of the stream.
func Greet(rw io.ReadWriteCloser, h Hello) (Conn, Welcome, error) {
	var w Welcome
	err := inTime(rw, func() (err error) {
		if err = sendFramed(rw, tagHello, h.fields); err != nil {
			return err
		}
		w, err = receiveWelcome(rw)
		return err
	})
	if err != nil {
		_ = rw.Close() // err says why
		return nil, Welcome{}, err
	}
	return newStream(rw, ViewerSide), w, nil
}

// Receive does the owner's side of a handshake on a new stream. w describes the owner; its
// Protocol is set here. On an error rw is closed.
func Receive(rw io.ReadWriteCloser, w Welcome) (Conn, Hello, error) {
	var h Hello
	err := inTime(rw, func() (err error) {
		if h, err = receiveHello(rw); err != nil {
			return err
		}
		refused := choose(&w, h)
		if refused != nil {
			return errors.Join(*refused, sendFramed(rw, tagRefused, refused.fields))
		}
		return sendFramed(rw, tagWelcome, w.fields)
	})
	if err != nil {
		_ = rw.Close() // err says why
		return nil, Hello{}, err
	}
	return newStream(rw, OwnerSide), h, nil
}

// choose sets the latest protocol that both sides support, or returns why there is none.
func choose(w *Welcome, h Hello) *Refused {
	w.Protocol = min(h.Max, MaxProtocol)
	if w.Protocol >= max(h.Min, MinProtocol) {
		return nil
	}
	w.Protocol = 0
	if h.Purpose == ToQuery {
		return nil
	}
	return &Refused{
		Reason: fmt.Sprintf("the session's host is dormer %s and speaks protocol %d to %d; dormer %s speaks %d to %d: use a dormer of the host's version for it",
			w.Version, MinProtocol, MaxProtocol, h.Version, h.Min, h.Max),
		Min: MinProtocol, Max: MaxProtocol, Version: w.Version,
	}
}

// inTime runs one side's part of a handshake. If that takes longer than HandshakeTime, the stream
// is closed and the error is [ErrSilent].
func inTime(rw io.Closer, do func() error) error {
	late := make(chan struct{})
	timer := time.AfterFunc(HandshakeTime, func() {
		close(late)
		_ = rw.Close() // wakes a blocked read or write
	})
	err := do()
	if !timer.Stop() {
		<-late
		return ErrSilent
	}
	return err
}

func sendFramed(w io.Writer, t tag, fields func(*writer)) error {
	b, err := appendFramed(nil, t, maxGreeting, fields)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// receiveGreeting reads one message of a handshake, and no byte beyond it.
func receiveGreeting(r io.Reader) (tag, *reader, error) {
	t, n, err := readHeader(r, maxGreeting)
	if errors.Is(err, errTooLong) {
		return 0, nil, errForeign
	}
	if err != nil {
		return 0, nil, err
	}
	payload, err := readPayload(r, int(n))
	return t, &reader{s: payload}, err
}

func receiveHello(r io.Reader) (Hello, error) {
	t, in, err := receiveGreeting(r)
	if err != nil {
		return Hello{}, err
	}
	word := in.text()
	h := Hello{Min: in.integer(), Max: in.integer(), Version: in.text(), Purpose: Purpose(in.text())}
	if t != tagHello || word != magic || in.failed {
		return Hello{}, errForeign
	}
	return h, nil
}

func receiveWelcome(r io.Reader) (Welcome, error) {
	t, in, err := receiveGreeting(r)
	if err != nil {
		return Welcome{}, err
	}
	word := in.text()
	switch {
	case word != magic:
		return Welcome{}, errForeign
	case t == tagRefused:
		refused := Refused{Reason: in.text(), Min: in.integer(), Max: in.integer(), Version: in.text()}
		if in.failed {
			return Welcome{}, errForeign
		}
		return Welcome{}, refused
	case t != tagWelcome:
		return Welcome{}, errForeign
	}
	w := Welcome{Protocol: in.integer(), Version: in.text(), PID: in.integer(), Session: in.id()}
	if in.failed {
		return Welcome{}, errForeign
	}
	return w, nil
}

func (h Hello) fields(w *writer) {
	w.text(magic)
	w.integer(h.Min)
	w.integer(h.Max)
	w.text(h.Version)
	w.text(string(h.Purpose))
}

func (m Welcome) fields(w *writer) {
	w.text(magic)
	w.integer(m.Protocol)
	w.text(m.Version)
	w.integer(m.PID)
	w.b = append(w.b, m.Session[:]...)
}

func (r Refused) fields(w *writer) {
	w.text(magic)
	w.text(r.Reason)
	w.integer(r.Min)
	w.integer(r.Max)
	w.text(r.Version)
}
