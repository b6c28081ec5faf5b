package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Lines passes the messages of a client on to a transport that ends at the first one that it cannot
// read; each Read returns one message. It answers invalid messages with a JSON-RPC error and drops
// them: text that is not JSON, another version, a line of more than limit bytes, and several
// messages in one array, which the protocol no longer allows.
type Lines struct {
	input   io.ReadCloser
	lines   *bufio.Reader
	answers io.Writer
	limit   int
	rest    []byte
}

// NewLines reads from a client. It writes each error to answers with one call, which may be
// concurrent with others.
func NewLines(input io.ReadCloser, answers io.Writer, most int) *Lines {
	return &Lines{input: input, lines: bufio.NewReaderSize(input, 64<<10), answers: answers, limit: most}
}

// Close closes the input.
func (l *Lines) Close() error { return l.input.Close() }

func (l *Lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := l.next()
		if err != nil {
			return 0, err
		}
		switch refused := l.refusal(line, long); {
		case refused != nil:
			if err := l.answer(*refused); err != nil {
				return 0, err
			}
		case len(line) > 0:
			l.rest = append(line, '\n')
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next returns the next line, without the white space around it; long reports that it exceeds the
// size limit. Text after the last end of line is a line too.
func (l *Lines) next() (line []byte, long bool, err error) {
	for {
		part, err := l.lines.ReadSlice('\n')
		if long = long || len(line)+len(part) > l.limit; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (len(line) == 0 && !long || !errors.Is(err, io.EOF)):
			return nil, false, err
		}
		return bytes.TrimSpace(line), long, nil
	}
}

// refusal returns an error if a line is no message; nil if it is one, or blank.
func (l *Lines) refusal(line []byte, long bool) *jsonrpc.Error {
	switch {
	case long:
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("a message has at most %d bytes", l.limit)}
	case len(line) == 0:
		return nil
	case !json.Valid(line):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "this is not JSON: send one message a line"}
	case line[0] == '[':
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "several messages in an array are not taken: send one message a line"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "this is not a JSON-RPC 2.0 message: " + err.Error()}
	}
	return nil
}

// answer sends an error without an id.
func (l *Lines) answer(refused jsonrpc.Error) error {
	text, err := json.Marshal(struct {
		Version string        `json:"jsonrpc"`
		ID      any           `json:"id"`
		Error   jsonrpc.Error `json:"error"`
	}{"2.0", nil, refused})
	if err == nil {
		_, err = l.answers.Write(append(text, '\n'))
	}
	return err
}
