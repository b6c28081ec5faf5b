package persist

import (
	"encoding/json"
	"unicode/utf8"
)

// text is a string of arbitrary bytes, such as the name of a directory or an argument of a
// command. JSON has only UTF-8.
type text string

// rawText is the encoding of text that is not valid UTF-8.
type rawText struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes a string, or an object with the bytes in base 64.
func (t text) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(rawText{Base64: []byte(t)})
	}
	return marshal(string(t))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var raw rawText
		if err := json.Unmarshal(data, &raw); err != nil {
			return err
		}
		*t = text(raw.Base64)
		return nil
	}
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*t = text(s)
	return nil
}
