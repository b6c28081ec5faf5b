package chat

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"dormer/session"
	"dormer/session/socket"
)

// Address returns the path of the socket of a session's conversation: in the session's directory
// below sessions, or in the runtime directory if that path is too long for a socket.
func Address(sessions, runtime string, id session.ID) string {
	if path, err := socket.Path(filepath.Join(sessions, id.String()), "chat"); err == nil {
		return path
	}
	return filepath.Join(runtime, "chat-"+id.String()+".sock")
}

// split splits an address into the parts that package socket needs.
func split(address string) (dir, name string) {
	return filepath.Dir(address), strings.TrimSuffix(filepath.Base(address), ".sock")
}

// message is a request, a notification or a response of JSON-RPC 2.0.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// decodeMessage parses a line of the socket. The error has the code of JSON-RPC.
func decodeMessage(line []byte) (message, *rpcError) {
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		return m, &rpcError{codeParse, "this is not JSON: " + err.Error()}
	}
	if m.Version != "2.0" {
		return m, &rpcError{codeInvalid, `jsonrpc has to be "2.0"`}
	}
	return m, nil
}

// The codes of JSON-RPC, and of a conversation's refusals.
const (
	codeParse    = -32700
	codeInvalid  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeRefused  = -32000
	codeBusy     = -32001
	codeIdle     = -32002
	codeNoAgent  = -32003
	codeNotOpen  = -32004
	codeStarting = -32005
	codeEnded    = -32006
)

// refusals are the errors that keep their identity over the socket.
var refusals = map[int]error{
	codeBusy: ErrBusy, codeIdle: ErrIdle, codeNoAgent: ErrNoAgent, codeNotOpen: ErrNotOpen, codeStarting: ErrStarting, codeEnded: ErrEnded,
}

// RefusedError is returned for a request that was refused for a reason without an error of its own.
// The conversation continues.
type RefusedError struct{ Reason string }

func (e RefusedError) Error() string { return e.Reason }

// refusal converts an error to its form on the socket.
func refusal(err error) *rpcError {
	for code, known := range refusals {
		if errors.Is(err, known) {
			return &rpcError{code, err.Error()}
		}
	}
	return &rpcError{codeRefused, err.Error()}
}

// err converts a received error back.
func (e *rpcError) err() error {
	if known, ok := refusals[e.Code]; ok {
		return known
	}
	return RefusedError{e.Message}
}

// The methods of the socket, with their parameters and results.
const (
	methodPrompt      = "prompt"
	methodCancel      = "cancel"
	methodAnswer      = "answer"
	methodPermissions = "permissions"
	methodSettings    = "settings"
	methodChoose      = "choose"
	methodSubscribe   = "subscribe"
	methodEvent       = "event"
)

type promptParams struct {
	Text string `json:"text"`
	// ID is the id of the message; empty for none.
	ID string `json:"id,omitempty"`
}

type answerParams struct {
	Request string `json:"request"`
	Option  string `json:"option"`
}

type permissionsResult struct {
	Permissions []Permission `json:"permissions"`
}

type settingsResult struct {
	Settings []Setting `json:"settings"`
}

type chooseParams struct {
	Setting string `json:"setting"`
	Choice  string `json:"choice"`
}

type subscribeParams struct {
	From int64 `json:"from"`
}

type seqResult struct {
	Seq int64 `json:"seq"`
}
