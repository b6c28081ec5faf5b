package relay

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// maxMessage is the size of the largest message, in bytes.
const maxMessage = 1 << 20

// The types of messages that clients send.
const (
	typeCreate  = "session:create"
	typeAttach  = "session:attach"
	typeStop    = "session:stop"
	typeMessage = "agent:message"
	typeAnswer  = "agent:answer"
	typeCancel  = "agent:cancel"
)

// request is a message of a client. Which members count depends on the type.
type request struct {
	Type      string `json:"type"`
	AgentID   string `json:"agentId"`
	SessionID string `json:"sessionId"`
	Content   string `json:"content"`
	// Request and Option answer a permission.
	Request string `json:"request"`
	Option  string `json:"option"`
	// From is the number of the last event that the client has.
	From int64 `json:"from"`
	// Updates asks for agent:update messages.
	Updates bool `json:"updates"`
}

// decode reads a message of a client. The error says what is wrong with it.
func decode(data []byte) (q request, err error) {
	if !utf8.Valid(data) {
		return q, errors.New("the message is not UTF-8")
	}
	if err := json.Unmarshal(data, &q); err != nil {
		return request{}, unreadable("the message", err)
	}
	return q, q.check()
}

// unreadable says why a text is not the JSON object that is wanted.
func unreadable(what string, err error) error {
	wrong, is := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case is && wrong.Field == "":
		return fmt.Errorf("%s is not a JSON object but a JSON %s", what, wrong.Value)
	case is:
		return fmt.Errorf("%s: %q cannot be a JSON %s", what, wrong.Field, wrong.Value)
	}
	return fmt.Errorf("%s is not a JSON object as it is wanted: %s", what, strings.TrimPrefix(err.Error(), "json: "))
}

// check says what is missing in a message.
func (q request) check() error {
	needs := func(name, value string) error {
		if value == "" {
			return fmt.Errorf("%s needs %s", q.Type, name)
		}
		return nil
	}
	switch q.Type {
	case typeCreate:
		return checkAgentID(q.AgentID)
	case typeAttach:
		if q.From < 0 {
			return errors.New("from is the number of an event, or 0")
		}
		return needs("sessionId", q.SessionID)
	case typeStop, typeCancel:
		return needs("sessionId", q.SessionID)
	case typeMessage:
		return errors.Join(needs("sessionId", q.SessionID), needs("content", q.Content))
	case typeAnswer:
		return errors.Join(needs("sessionId", q.SessionID), needs("request", q.Request), needs("option", q.Option))
	case "":
		return errors.New("the message has no type")
	}
	return fmt.Errorf("there is no message %.40q", q.Type)
}

// checkAgentID refuses what cannot be the name of a role: it is that of a branch and of a directory.
func checkAgentID(id string) error {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	if id == "" || len(id) > 64 || strings.Trim(id, letters+"-_") != "" || strings.ContainsAny(id[:1], "-_") {
		return fmt.Errorf("agentId %.80q cannot name a role: use up to 64 letters, digits, - and _, the first a letter or digit", id)
	}
	return nil
}

// Messages to clients.
type (
	createdMessage struct {
		Type      string    `json:"type"` // session:created
		SessionID string    `json:"sessionId"`
		AgentID   string    `json:"agentId"`
		Timestamp time.Time `json:"timestamp"`
	}
	readyMessage struct {
		Type      string `json:"type"` // session:ready
		SessionID string `json:"sessionId"`
	}
	attachedMessage struct {
		Type      string `json:"type"` // session:attached
		SessionID string `json:"sessionId"`
		AgentID   string `json:"agentId"`
		State     State  `json:"state"`
	}
	terminatedMessage struct {
		Type      string `json:"type"` // session:terminated
		SessionID string `json:"sessionId"`
		Reason    string `json:"reason"`
	}
	responseMessage struct {
		Type       string    `json:"type"` // agent:response
		SessionID  string    `json:"sessionId"`
		Content    string    `json:"content"`
		Timestamp  time.Time `json:"timestamp"`
		Seq        int64     `json:"seq"`
		StopReason string    `json:"stopReason"`
		// Cut says that the answer is longer than a message: agent:update has all of it.
		Cut bool `json:"cut,omitempty"`
	}
	// eventMessage is an agent:update or agent:permission.
	eventMessage struct {
		Type      string          `json:"type"`
		SessionID string          `json:"sessionId"`
		Seq       int64           `json:"seq"`
		Event     json.RawMessage `json:"event"`
	}
	// Failure is the error message, and the body of HTTP responses that are errors.
	Failure struct {
		Type      string `json:"type"` // error
		Code      string `json:"code"`
		Message   string `json:"message"`
		SessionID string `json:"sessionId"`
	}
)

// Codes of errors, other than those of [Reason].
const (
	codeBadMessage   = "bad_message"
	codeNotActive    = "not_active"
	codeNotReady     = "not_ready"
	codeNoSession    = "no_session"
	codeTooMany      = "too_many_sessions"
	codeAgentInUse   = "agent_in_use"
	codeRefused      = "refused"
	codeReadOnly     = "read_only"
	codeFailed       = "failed"
	codeUnauthorized = "unauthorized"
	codeForbidden    = "forbidden"
)

// codeOf is the code of an error of a relay.
func codeOf(err error) string {
	for _, known := range []struct {
		err  error
		code string
	}{
		{ErrNotActive, codeNotActive}, {ErrNotReady, codeNotReady}, {ErrNoSession, codeNoSession},
		{ErrTooMany, codeTooMany}, {ErrAgentInUse, codeAgentInUse},
	} {
		if errors.Is(err, known.err) {
			return known.code
		}
	}
	if isRefusal(err) {
		return codeRefused
	}
	return codeFailed
}

func errorOf(sessionID string, err error) Failure {
	return Failure{"error", codeOf(err), err.Error(), sessionID}
}

// messageOf is what a client gets of an event, one message for each; nil for nothing.
func messageOf(sessionID string, e Event, updates bool) any {
	switch e.Kind {
	case TurnEnded:
		content, cut := fitting(e.Response)
		return responseMessage{"agent:response", sessionID, content, e.Time, e.Seq, e.Text, cut}
	case Asked:
		return eventMessage{"agent:permission", sessionID, e.Seq, e.Body}
	case Other, TurnBegan, AnswerText:
	}
	if !updates {
		return nil
	}
	return eventMessage{"agent:update", sessionID, e.Seq, e.Body}
}

// maxContent is the longest answer in a message, as JSON has it: the rest of the message has room
// beside it.
const maxContent = maxMessage - 4<<10

// fitting is so much of an answer as fits into a message, and whether that is not all.
func fitting(answer string) (content string, cut bool) {
	for content = answer; ; cut = true {
		data, err := json.Marshal(content)
		if err == nil && len(data) <= maxContent {
			return content, cut
		}
		content = strings.ToValidUTF8(content[:len(content)*3/4], "")
	}
}
