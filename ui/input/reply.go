package input

import (
	"bytes"
	"strings"
)

// controlString decodes an answer in a control string.
func (d *Decoder) controlString(p []byte) {
	body := p[2:]
	body = bytes.TrimSuffix(bytes.TrimSuffix(body, []byte{0x07}), []byte("\x1b\\"))
	switch {
	case p[1] == ']':
		d.systemReply(p, string(body))
	case p[1] == 'P' && bytes.HasPrefix(body, []byte(">|")):
		d.out = append(d.out, Reply{Kind: Version, Text: string(body[2:])})
	default:
		d.other(p)
	}
}

// systemReply decodes an OSC: a colour, or support for status reports.
func (d *Decoder) systemReply(p []byte, body string) {
	number, rest, _ := strings.Cut(body, ";")
	switch number {
	case "10", "11", "12":
		d.out = append(d.out, Reply{Kind: Color, Params: []int{decimal(number)}, Text: rest})
	case "4":
		index, spec, ok := strings.Cut(rest, ";")
		if !ok || len(index) > 3 || decimal(index) < 0 {
			d.other(p)
			return
		}
		d.out = append(d.out, Reply{Kind: Color, Params: []int{4, decimal(index)}, Text: spec})
	case "7501":
		if rest != "?" {
			d.other(p)
			return
		}
		d.out = append(d.out, Reply{Kind: TakesStatus})
	default:
		d.other(p)
	}
}

// decimal returns the value of a short decimal number, -1 if s is not a number.
func decimal(s string) int {
	n := 0
	for i := range len(s) {
		if !digit(s[i]) {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	if s == "" {
		return -1
	}
	return n
}
