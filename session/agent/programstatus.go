package agent

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Clear is the state of a report that withdraws earlier ones. No agent is ever in this state.
const Clear State = "clear"

// Limits of OSC 7501, in bytes.
const (
	maxID        = 128
	maxLevels    = 8
	maxTitle     = 192
	maxTitle64   = 256
	maxMessage64 = 2732
)

var (
	pairForm = onUse(`^([a-z]{1,16})=([A-Za-z0-9_.,+/=-]*)$`)
	nameForm = onUse(`^[A-Za-z0-9_.+-]{1,32}$`)
)

// Record is a program's report about itself, or about a part of it, by OSC 7501.
type Record struct {
	// ID is the path of the part, such as "task/2"; empty for the program itself.
	ID    string
	State State // or Clear
	Kind  Kind
	// Progress is a percentage, -1 if none is given.
	Progress int
	// App is the name of the program; if it is empty, an ancestor's counts.
	App            string
	Title, Message string
	At             time.Time
}

// ParseStatus parses the parameters of a report: OSC 7501 ; key=value:key=value ST. It returns
// false for a report to ignore: one without a known state, with an invalid id, or with text that is
// too long, not base64, or longer than a line.
//
// Malformed pairs, unknown keys and invalid values are skipped. If a key occurs twice, the last
// value counts.
func ParseStatus(parameters string) (Record, bool) {
	values := map[string]string{}
	for pair := range strings.SplitSeq(parameters, ":") {
		if m := pairForm().FindStringSubmatch(pair); m != nil {
			values[m[1]] = m[2]
		}
	}
	r := Record{ID: values["id"], Progress: -1}
	switch state := State(values["state"]); state {
	case Idle, Working, Done, Blocked, Failed, Clear:
		r.State = state
	default:
		return Record{}, false
	}
	if !validPath(r.ID) {
		return Record{}, false
	}
	var titleOK, messageOK bool
	r.Title, titleOK = decodeText(values["title"], maxTitle64, maxTitle)
	r.Message, messageOK = decodeText(values["msg"], maxMessage64, maxMessage)
	if !titleOK || !messageOK {
		return Record{}, false
	}
	if kind := Kind(values["kind"]); r.State == Blocked && (kind == Permission || kind == Question || kind == Auth) {
		r.Kind = kind
	}
	if nameForm().MatchString(values["app"]) {
		r.App = values["app"]
	}
	if percent, err := strconv.ParseUint(values["progress"], 10, 8); err == nil && percent <= 100 && (r.State == Working || r.State == Blocked) {
		r.Progress = int(percent)
	}
	return r, true
}

// validPath reports whether a path has at most 8 segments of valid names. The empty path is the
// root's.
func validPath(id string) bool {
	if id == "" {
		return true
	}
	segments := strings.Split(id, "/")
	if len(id) > maxID || len(segments) > maxLevels {
		return false
	}
	for _, s := range segments {
		if !nameForm().MatchString(s) {
			return false
		}
	}
	return true
}

// decodeText decodes a text in base64. Invisible characters are removed.
func decodeText(encoded string, maxEncoded, maxDecoded int) (string, bool) {
	if len(encoded) > maxEncoded {
		return "", false
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		text, err = base64.RawStdEncoding.DecodeString(encoded)
	}
	if err != nil || len(text) > maxDecoded || !utf8.Valid(text) {
		return "", false
	}
	if strings.ContainsFunc(string(text), func(r rune) bool { return unicode.IsControl(r) || isBreak(r) }) {
		return "", false
	}
	return line(string(text), maxDecoded), true
}

// Sequence returns the control sequence that reports a state with its kind and message: OSC 7501 ;
// ... ST. Kinds that the protocol has no word for are left out.
func (r Record) Sequence() string {
	pairs := []string{"state=" + string(r.State)}
	if r.State == Blocked && r.Kind != "" && r.Kind != Dialog {
		pairs = append(pairs, "kind="+string(r.Kind))
	}
	if message := Line(r.Message); message != "" {
		pairs = append(pairs, "msg="+base64.StdEncoding.EncodeToString([]byte(message)))
	}
	return "\x1b]7501;" + strings.Join(pairs, ":") + "\x1b\\"
}
