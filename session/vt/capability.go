package vt

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// capabilities are the answers to XTGETTCAP, with which programs query the terminal
// instead of terminfo. A flag has an empty value.
var capabilities = map[string]string{
	"TN":      "xterm-256color",
	"Co":      "256",
	"colors":  "256",
	"RGB":     "8/8/8",
	"Tc":      "",
	"setrgbf": "\x1b[38:2:%p1%d:%p2%d:%p3%dm",
	"setrgbb": "\x1b[48:2:%p1%d:%p2%d:%p3%dm",
	"Su":      "",
	"Smulx":   "\x1b[4:%p1%dm",
	"Setulc":  "\x1b[58:2:%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm",
	"Ss":      "\x1b[%p1%d q",
	"Se":      "\x1b[0 q",
	"Ms":      "\x1b]52;%p1%s;%p2%s\a",
	"Pst":     "\x1b]7501;%p1%s\x1b\\",
	"XT":      "",
	"bce":     "",
}

// reportCapabilities answers XTGETTCAP: DCS + q names ST. Names are in hexadecimal, and
// each gets a separate answer. Only known names are repeated in answers.
func (t *Terminal) reportCapabilities(b []byte) {
	for _, name := range bytes.Split(b, []byte{';'}) {
		decoded := make([]byte, hex.DecodedLen(len(name)))
		if _, err := hex.Decode(decoded, name); err != nil {
			t.reply("\x1bP0+r\x1b\\")
			continue
		}
		t.reportCapability(string(decoded))
	}
}

func (t *Terminal) reportCapability(name string) {
	value, ok := capabilities[name]
	if !ok {
		t.reply("\x1bP0+r\x1b\\")
		return
	}
	answer := hex.EncodeToString([]byte(name))
	if value != "" {
		answer += "=" + hex.EncodeToString([]byte(value))
	}
	t.reply("\x1bP1+r" + strings.ToUpper(answer) + "\x1b\\")
}
