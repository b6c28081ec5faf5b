package colorspec

import (
	"strconv"
	"strings"
)

// maxSpec bounds the text to parse: no colour is longer.
const maxSpec = 128

// Parse parses a colour: "#" with 1 to 4 hexadecimal digits per channel, "rgb:r/g/b"
// with as many, or a name. It returns false for anything else.
func Parse(s string) (r, g, b uint8, ok bool) {
	if len(s) > maxSpec {
		return 0, 0, 0, false
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		return sharp(hex)
	}
	space, rest, ok := strings.Cut(s, ":")
	switch {
	case !ok:
		return named(s)
	case strings.EqualFold(space, "rgb"):
		return device(rest)
	}
	return 0, 0, 0, false
}

// sharp parses the old form, in which the given digits are the most significant ones: #fff
// is not white.
func sharp(hex string) (r, g, b uint8, ok bool) {
	n := len(hex) / 3
	if n < 1 || n > 4 || len(hex) != 3*n {
		return 0, 0, 0, false
	}
	var v [3]uint8
	for i := range v {
		x, err := strconv.ParseUint(hex[i*n:(i+1)*n], 16, 16)
		if err != nil {
			return 0, 0, 0, false
		}
		v[i] = uint8(x << (16 - 4*n) >> 8)
	}
	return v[0], v[1], v[2], true
}

// device parses r/g/b, scaled by the number of digits: f/f/f is white.
func device(s string) (r, g, b uint8, ok bool) {
	parts := strings.Split(s, "/")
	if len(parts) != 3 {
		return 0, 0, 0, false
	}
	var v [3]uint8
	for i, p := range parts {
		x, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) > 4 {
			return 0, 0, 0, false
		}
		v[i] = uint8(x * 0xffff / (1<<(4*len(p)) - 1) >> 8)
	}
	return v[0], v[1], v[2], true
}
