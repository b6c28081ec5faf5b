package automaton

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Automaton finds the matches of one expression. It caches the states that it makes, so it must
// not be used concurrently.
type Automaton struct {
	ahead, back *machine
	// stays tells for each byte whether machine ahead stays idle on it, as on most bytes of
	// most texts.
	stays [256]bool
	read  int // bytes of text searched so far
}

// New returns an automaton for an expression, which must have been simplified by
// [syntax.Regexp.Simplify]. ok is false if package regexp is the better choice for the
// expression.
func New(re *syntax.Regexp) (a *Automaton, ok bool) {
	ahead, ok := compile(re)
	if !ok {
		return nil, false
	}
	back, ok := compile(reversed(re))
	if !ok {
		return nil, false
	}
	a = &Automaton{ahead: newMachine(ahead, false, true), back: newMachine(back, true, false)}
	a.learnStays()
	return a, true
}

// learnStays finds the bytes on which machine ahead stays idle. For the bytes of a multibyte
// character this holds only if it holds for all such characters.
func (a *Automaton) learnStays() {
	m := a.ahead
	long := true
	for i, class := range m.class {
		if i+1 == len(m.from) || m.from[i+1] > utf8.RuneSelf {
			long = long && m.take(m.idle(), class) == m.idle()
		}
	}
	for c := range a.stays {
		if c < utf8.RuneSelf {
			a.stays[c] = m.take(m.idle(), m.ascii[c]) == m.idle()
		} else {
			a.stays[c] = long
		}
	}
}

// Strained reports that the texts keep leading to new states. Making a state costs more than
// package regexp needs for several characters, so the caller should use that package instead.
func (a *Automaton) Strained() bool {
	const few, gain = 1 << 14, 8
	made := a.ahead.made + a.back.made
	return made > few && made > a.read/gain
}

// Each calls f for every match in text that is not empty, from left to right, with the byte
// offsets [from, to). The matches are those of FindAllIndex of package regexp.
func (a *Automaton) Each(text []byte, f func(from, to int)) {
	a.read += len(text)
	for at := 0; at <= len(text); {
		to, ok := a.end(text, at)
		if !ok {
			return
		}
		if to > at {
			if from := a.begin(text, at, to); from < to {
				f(from, to)
			}
			at = to
			continue
		}
		if at == len(text) { // an empty match at the start of the search: move on by one character
			return
		}
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
}

// end returns the end of the leftmost match that begins at or after at; ok is false if there is
// none.
func (a *Automaton) end(text []byte, at int) (end int, ok bool) {
	m := a.ahead
	s, idle := m.start(m.before(text, at)), m.idle()
	for i := at; i < len(text); {
		if s == idle {
			for a.stays[text[i]] {
				if i++; i == len(text) {
					return end, m.matchesAt(s, m.alphabet.end())
				}
			}
		}
		c, size := text[i], 1
		class := m.ascii[c&(utf8.RuneSelf-1)]
		if c >= utf8.RuneSelf {
			class, size = m.of(text[i:])
		}
		to := m.next[int(s)+int(class)]
		if to&flags != 0 {
			if to == unknown {
				to = m.take(s, class)
			}
			if to&matches != 0 {
				end, ok = i, true
			}
			if to&special != 0 {
				return end, ok
			}
			to &^= flags
		}
		s, i = to, i+size
	}
	if m.matchesAt(s, m.alphabet.end()) {
		return len(text), true
	}
	return end, ok
}

// begin returns the start of the longest match within text[at:end] that ends at end.
func (a *Automaton) begin(text []byte, at, end int) (begin int) {
	m := a.back
	s := m.start(m.after(text, end))
	begin = end
	for i := end; i > at; {
		class, size := m.ofLast(text[:i])
		to := m.next[int(s)+int(class)]
		if to&flags != 0 {
			if to == unknown {
				to = m.take(s, class)
			}
			if to&matches != 0 {
				begin = i
			}
			if to&special != 0 {
				return begin
			}
			to &^= flags
		}
		s, i = to, i-size
	}
	if m.matchesAt(s, m.lastOf(text[:at])) {
		return at
	}
	return begin
}

// matchesAt reports whether a match ends before a character of a class.
func (m *machine) matchesAt(s step, class uint8) bool {
	to := m.next[int(s)+int(class)]
	if to == unknown {
		to = m.take(s, class)
	}
	return to&matches != 0
}

// before returns the context at a position for reading to the right.
func (m *machine) before(text []byte, at int) context { return m.contextOf(m.lastOf(text[:at])) }

// after returns the context at a position for reading to the left.
func (m *machine) after(text []byte, at int) context {
	if at == len(text) {
		return m.contextOf(m.alphabet.end())
	}
	class, _ := m.of(text[at:])
	return m.contextOf(class)
}

// lastOf returns the class of the last character of text.
func (m *machine) lastOf(text []byte) uint8 {
	if len(text) == 0 {
		return m.alphabet.end()
	}
	class, _ := m.ofLast(text)
	return class
}
