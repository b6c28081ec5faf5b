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

// protocol is the version of the protocol. Changes other than a new field or kind of
// request raise it.
const protocol = 1

// The longest messages, in bytes.
const (
	maxGreeting = 4 << 10
	// maxRequest has room for a template of 1 MB, however it is encoded in JSON.
	maxRequest = 8 << 20
	maxAnswer  = 16 << 20
)

// Kind is the kind of a request.
type Kind string

// The kinds of requests.
const (
	// Do runs a command of the table, with its arguments.
	Do Kind = "do"
	// Closed asks for the closed tabs and panes that can be brought back.
	Closed Kind = "closed"
	// Open opens a template.
	Open Kind = "open"
	// Template asks for a template of the open workspace or tab.
	Template Kind = "template"
	// OpenWorktree opens a worktree, or goes to its pane if it has one.
	OpenWorktree Kind = "worktree"
	// CloseIn closes the panes in a worktree.
	CloseIn Kind = "close-in"
	// BringBack brings back a closed tab or pane that contains one of some sessions.
	BringBack Kind = "bring-back"
	// Adopt opens running sessions that are in no workspace, in background tabs.
	Adopt Kind = "adopt"
)

// Bytes is a string of any bytes, such as a file name. Unlike a JSON string, it need not be UTF-8.
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

// greeting is a program's first message to a client.
type greeting struct {
	// Dormer is its version, Protocol the latest protocol version that it supports.
	Dormer   string `json:"dormer"`
	Protocol int    `json:"protocol"`
	PID      int    `json:"pid"`
}

// Request is a client's message to a program.
type Request struct {
	// Dormer is the client's version.
	Dormer string `json:"dormer"`
	Kind   Kind   `json:"kind"`
	// Session is the id of the pane that the request is for, empty for the active one, and
	// Dir the client's directory.
	Session string `json:"session,omitempty"`
	Dir     Bytes  `json:"dir,omitempty"`
	// Words are the command and its arguments, of [Do], and the program to run, of
	// [OpenWorktree].
	Words []Bytes `json:"words,omitempty"`
	// File is the name of a template and Text its content, of [Open] and [OpenWorktree].
	File string `json:"file,omitempty"`
	Text string `json:"text,omitempty"`
	// Tab asks for the active tab only, of [Template].
	Tab bool `json:"tab,omitempty"`
	// Worktree is the one to open or to close.
	Worktree Worktree `json:"worktree,omitzero"`
	// Sessions are the ids of [BringBack] and [Adopt].
	Sessions []string `json:"sessions,omitempty"`
}

// Worktree is a worktree, and the settings of a new session in it.
type Worktree struct {
	// Repo is the repository, Path the worktree.
	Repo Bytes  `json:"repo,omitempty"`
	Path Bytes  `json:"path"`
	Name string `json:"name,omitempty"`
	// Agent is the coding agent that the command starts, Prompt its first prompt, and Retry how
	// often in a row it is restarted automatically; nil for as often as configured.
	Agent  string `json:"agent,omitempty"`
	Prompt Bytes  `json:"prompt,omitempty"`
	Retry  *int   `json:"retry,omitempty"`
	// Env is the session's environment as NAME=value, and Lines are typed into its first shell.
	Env   []Bytes `json:"env,omitempty"`
	Lines []Bytes `json:"lines,omitempty"`
	// Background leaves the focus unchanged.
	Background bool `json:"background,omitempty"`
}

// Answer is a program's answer to a request.
type Answer struct {
	// Refused is a sentence with the reason why the request was refused; empty if it was accepted.
	Refused string `json:"refused,omitempty"`
	// Text is the output.
	Text string `json:"text,omitempty"`
	// Session is the id of a session that was opened.
	Session string `json:"session,omitempty"`
	// Closed is the answer to [Closed], the newest first.
	Closed []ClosedItem `json:"closed,omitempty"`
}

// ClosedItem is a closed tab or pane that can be brought back.
type ClosedItem struct {
	Title     string    `json:"title"`
	Tab       bool      `json:"tab"`
	Sessions  []string  `json:"sessions"`
	ClosedAt  time.Time `json:"closedAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// errTooLong is the error for a message over the size limit.
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
