package control

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// protocol is the version of what is spoken here. A change that is more than another
// field or kind of request raises it.
const protocol = 1

// The longest messages, in bytes.
const (
	maxGreeting = 4 << 10
	// maxRequest has room for a template, which is 1 MB at most, however it is written
	// in JSON.
	maxRequest = 8 << 20
	maxAnswer  = 16 << 20
)

// Kind is what a request asks for.
type Kind string

// The kinds of requests.
const (
	// Do asks for a command of the table, with its arguments.
	Do Kind = "do"
	// Closed asks for what is closed and can be brought back.
	Closed Kind = "closed"
	// Open opens a template.
	Open Kind = "open"
	// Template asks for a template of what is open.
	Template Kind = "template"
)

// Bytes are any bytes: names of files need not be text, as strings of JSON are.
type Bytes string

// MarshalText writes them as base64.
func (b Bytes) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, []byte(b)), nil
}

// UnmarshalText reads them.
func (b *Bytes) UnmarshalText(text []byte) error {
	data, err := base64.StdEncoding.DecodeString(string(text))
	*b = Bytes(data)
	return err
}

// greeting is what a program says to who connects.
type greeting struct {
	// Dormer is its version, Protocol the latest that it speaks.
	Dormer   string `json:"dormer"`
	Protocol int    `json:"protocol"`
	PID      int    `json:"pid"`
}

// Request is what is asked of a program.
type Request struct {
	// Dormer is the version of who asks.
	Dormer string `json:"dormer"`
	Kind   Kind   `json:"kind"`
	// Session is the id of the pane that it is asked for, empty for the active one, and
	// Dir the directory that it is asked in.
	Session string `json:"session,omitempty"`
	Dir     Bytes  `json:"dir,omitempty"`
	// Words are the command, of [Do].
	Words []Bytes `json:"words,omitempty"`
	// File is the name of a template and Text what is in it, of [Open].
	File string `json:"file,omitempty"`
	Text string `json:"text,omitempty"`
	// Tab asks for the active tab alone, of [Template].
	Tab bool `json:"tab,omitempty"`
}

// Answer is what a program says to a request.
type Answer struct {
	// Refused is why what was asked for was not done: one sentence, empty where it was.
	Refused string `json:"refused,omitempty"`
	// Text is what there is to say or show.
	Text string `json:"text,omitempty"`
	// Session is the id of a session that was opened.
	Session string `json:"session,omitempty"`
	// Closed is the answer to [Closed], the newest first.
	Closed []ClosedThing `json:"closed,omitempty"`
}

// ClosedThing is a tab or pane that is closed and can be brought back.
type ClosedThing struct {
	Title     string    `json:"title"`
	Tab       bool      `json:"tab"`
	Sessions  []string  `json:"sessions"`
	ClosedAt  time.Time `json:"closedAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// errTooLong says that a message is longer than it may be.
var errTooLong = errors.New("the message is too long")

func send(w io.Writer, message any) error {
	b, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// receive reads one line of at most limit bytes.
func receive(r *bufio.Reader, limit int, message any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > limit:
			return errTooLong
		case err == nil:
			if err := json.Unmarshal(bytes.TrimSpace(line), message); err != nil {
				return fmt.Errorf("it is not understood: %w", err)
			}
			return nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return io.ErrUnexpectedEOF
		default:
			return err
		}
	}
}
