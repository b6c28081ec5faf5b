package persist

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// straight reads JSON as this program writes it: the members of an object in one order,
// none that is not asked for, no null. What is anything else makes it odd, for good, and
// whatever it has read is worth nothing then.
//
// It exists because a start waits for the document: package encoding/json, which reads
// all that may be in one, takes longer to learn what that is than the rest of a small
// workspace takes to be shown.
type straight struct {
	data []byte
	at   int
	deep int
	odd  bool
	// begun says that the object or list that is read has something before this place.
	begun bool
}

// maxStraight is how deep objects and lists may nest; what is deeper is odd.
const maxStraight = 1000

// skip skips what may be between any two things.
func (r *straight) skip() {
	for r.at < len(r.data) {
		switch r.data[r.at] {
		case ' ', '\n', '\t', '\r':
			r.at++
		default:
			return
		}
	}
}

// next reports whether the next thing begins with c, and takes that.
func (r *straight) next(c byte) bool {
	r.skip()
	if r.odd || r.at >= len(r.data) || r.data[r.at] != c {
		return false
	}
	r.at++
	return true
}

// must takes c; anything else is odd.
func (r *straight) must(c byte) {
	if !r.next(c) {
		r.odd = true
	}
}

// object reads an object, whose members are those that read asks for.
func (r *straight) object(read func()) { r.inside('{', '}', read) }

// list reads a list, calling read for each of its elements.
func (r *straight) list(read func()) {
	r.inside('[', ']', func() {
		for !r.odd {
			r.skip()
			if r.at < len(r.data) && r.data[r.at] == ']' {
				return
			}
			if r.begun {
				r.must(',')
			}
			r.element(read)
		}
	})
}

func (r *straight) inside(open, end byte, read func()) {
	r.must(open)
	r.deep++
	r.begun = false
	if r.deep > maxStraight {
		r.odd = true
	}
	if !r.odd {
		read()
	}
	r.must(end)
	r.deep--
}

// element reads one thing in an object or list.
func (r *straight) element(read func()) {
	read()
	r.begun = true
}

// member reads the next member of the object, if it has this name.
func (r *straight) member(name string, read func()) {
	back := r.at
	if r.begun && !r.next(',') || !r.next('"') || !r.names(name) || !r.next(':') {
		r.at = back
		return
	}
	r.element(read)
}

// names takes the rest of a string that is name, with its quote.
func (r *straight) names(name string) bool {
	end := r.at + len(name)
	if end >= len(r.data) || string(r.data[r.at:end]) != name || r.data[end] != '"' {
		return false
	}
	r.at = end + 1
	return true
}

// whole reports whether everything was read and nothing of it was odd.
func (r *straight) whole() bool {
	r.skip()
	return !r.odd && r.at == len(r.data)
}

// word reads a string.
func (r *straight) word() string {
	r.must('"')
	begin, plain := r.at, true
	for ; !r.odd && r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; {
		case c == '"':
			r.at++
			return r.unquoted(r.data[begin:r.at-1], plain)
		case c == '\\':
			plain = false
			r.at++ // whatever that stands for, it does not end the string
		case c < ' ':
			r.odd = true
		}
	}
	r.odd = true
	return ""
}

// unquoted is the string that stands between quotes.
func (r *straight) unquoted(inner []byte, plain bool) string {
	if !utf8.Valid(inner) {
		r.odd = true
		return ""
	}
	if plain {
		return string(inner)
	}
	var s string
	if json.Unmarshal(r.data[r.at-len(inner)-2:r.at], &s) != nil {
		r.odd = true
	}
	return s
}

// number reads a whole number.
func (r *straight) number() int {
	r.skip()
	begin := r.at
	for r.at < len(r.data) && (r.data[r.at] == '-' || r.data[r.at] >= '0' && r.data[r.at] <= '9') {
		r.at++
	}
	text := string(r.data[begin:r.at])
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || r.at < len(r.data) && (r.data[r.at] == '.' || r.data[r.at]|' ' == 'e') {
		r.odd = true
	}
	return n
}

// yes reads true: what is false is not written.
func (r *straight) yes() bool {
	r.skip()
	if r.at+4 > len(r.data) || string(r.data[r.at:r.at+4]) != "true" {
		r.odd = true
		return false
	}
	r.at += 4
	return true
}
