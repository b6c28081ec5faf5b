package relay

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// maxMessage is the largest size of a message, in bytes.
const maxMessage = 1 << 20

// The types of clients' messages.
const (
	typeCreate  = "session:create"
	typeAttach  = "session:attach"
	typeStop    = "session:stop"
	typeMessage = "agent:message"
	typeAnswer  = "agent:answer"
	typeCancel  = "agent:cancel"
)

// request is a message of a client. Its type determines the members that are used.
type request struct {
	Type      string `json:"type"`
	AgentID   string `json:"agentId"`
	SessionID string `json:"sessionId"`
	Content   string `json:"content"`
	// MessageID is the id of an agent:message, which is taken once for each; empty for none.
	MessageID string `json:"messageId"`
	// Request and Option answer a permission.
	Request string `json:"request"`
	Option  string `json:"option"`
	// From is the number of the last event that the client has.
	From int64 `json:"from"`
	// Updates requests agent:update messages.
	Updates bool `json:"updates"`
}

// decode parses a message of a client. The error describes what is wrong with it.
func decode(data []byte) (q request, err error) {
	if !utf8.Valid(data) {
		return q, errors.New("the message is not UTF-8")
	}
	if err := json.Unmarshal(data, &q); err != nil {
		return request{}, describeJSONError("the message", err)
	}
	return q, q.check()
}

// describeJSONError describes why a text is not the expected JSON object.
func describeJSONError(what string, err error) error {
	wrong, is := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case is && wrong.Field == "":
		return fmt.Errorf("%s is not a JSON object but a JSON %s", what, wrong.Value)
	case is:
		return fmt.Errorf("%s: %q cannot be a JSON %s", what, wrong.Field, wrong.Value)
	}
	return fmt.Errorf("%s is not a JSON object of the expected form: %s", what, strings.TrimPrefix(err.Error(), "json: "))
}

// check returns an error if a message lacks something.
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

// checkAgentID returns an error for an invalid role name: it names a branch and a directory.
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
		// Cut reports that the answer is longer than a message: agent:update has all of it.
		Cut bool `json:"cut,omitempty"`
	}
	// eventMessage is an agent:update or agent:permission.
	eventMessage struct {
		Type      string          `json:"type"`
		SessionID string          `json:"sessionId"`
		Seq       int64           `json:"seq"`
		Event     json.RawMessage `json:"event"`
	}
	// Failure is the error message, and the body of HTTP error responses.
	Failure struct {
		Type      string `json:"type"` // error
		Code      string `json:"code"`
		Message   string `json:"message"`
		SessionID string `json:"sessionId"`
	}
)

// Codes of errors, besides those of [Reason].
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
	codeNotFound     = "not_found"
	codeBadMethod    = "method_not_allowed"
)

// codeOf returns the code of an error of a relay.
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

// messageOf returns a client's message for an event; nil for none.
func messageOf(sessionID string, e Event, updates bool) any {
	switch e.Kind {
	case TurnEnded:
		content, cut := truncateAnswer(e.Response)
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

// maxContent is the largest answer in a message, encoded as JSON. It leaves room for the rest of
// the message.
const maxContent = maxMessage - 4<<10

// truncateAnswer returns as much of an answer as fits into a message, and whether it was cut.
func truncateAnswer(answer string) (content string, cut bool) {
	for content = answer; ; cut = true {
		data, err := json.Marshal(content)
		if err == nil && len(data) <= maxContent {
			return content, cut
		}
		content = strings.ToValidUTF8(content[:len(content)*3/4], "")
	}
}
