package automaton

import (
	"encoding/binary"
	"regexp/syntax"
)

// machine is a deterministic automaton for a program. Its states are made when they are needed.
//
// A state is a set of positions in the program before the next character has been looked at.
// Its key holds the context that assertions see and then the positions, in order of preference.
// So assertions are decided when the next character is known.
type machine struct {
	*program
	longest bool // find the longest match, not the preferred one
	floats  bool // a match may begin anywhere, not only at the start of the search

	next   []step // by state and class
	stride int
	states []string           // the keys of the states, by number
	starts [afterAll + 1]step // by context; 0 if not made yet
	known  map[string]int
	held   int // bytes of all keys
	made   int // steps made in the lifetime of the machine

	work worklist
}

// step is a transition: the index in next of the following state's row, with flags in the
// lowest bits.
type step uint32

const (
	// special means that the step is not made yet, or that no match is possible any more.
	special step = 1 << iota
	// matches means that a match ends before the character.
	matches

	flags = special | matches

	// nothing is the step to the state in which no match is possible any more; unknown is a
	// step that has not been made yet.
	nothing = special
	unknown = 1<<31 | special
)

// Limits of a machine's memory; one state more may be kept. They allow 512 KB of steps and
// 512 KB of keys.
const (
	maxSteps = 1 << 17
	maxHeld  = 1 << 19
)

func newMachine(p *program, longest, floats bool) *machine {
	m := &machine{program: p, longest: longest, floats: floats, stride: 4} // flags need two bits
	for m.stride < len(p.some)+1 {
		m.stride *= 2
	}
	m.work.seen = make([]uint32, len(p.Inst)+1)
	m.work.taken = make([]uint32, len(p.Inst)+1)
	m.forget()
	return m
}

// forget discards all states except the first two: nothing, and idle, in which no match has
// begun.
func (m *machine) forget() {
	m.next, m.states = m.next[:0], m.states[:0]
	m.known, m.held = map[string]int{}, 0
	m.starts = [afterAll + 1]step{}
	m.number("")
	m.start(0)
}

// idle returns the state in which no match has begun.
func (m *machine) idle() step { return step(m.stride) }

// loop returns the number of an extra position of a program whose match may begin anywhere. It
// leads to the start of the program and to itself.
func (m *machine) loop() uint32 { return uint32(len(m.Inst)) }

// start returns the initial state of a search after a given context.
func (m *machine) start(c context) step {
	if m.starts[c] == 0 {
		at := uint32(m.Start)
		if m.floats {
			at = m.loop()
		}
		m.starts[c] = m.state(binary.LittleEndian.AppendUint16([]byte{byte(c)}, uint16(at)))
	}
	return m.starts[c]
}

// state returns the state with the given key and makes it if necessary.
func (m *machine) state(key []byte) step {
	at, ok := m.known[string(key)]
	if !ok {
		at = m.number(string(key))
	}
	return step(at * m.stride)
}

func (m *machine) number(key string) int {
	at := len(m.states)
	m.states = append(m.states, key)
	m.known[key] = at
	m.held += len(key)
	for range m.stride {
		m.next = append(m.next, unknown)
	}
	return at
}

// take makes and returns the transition of a state on a class. It may discard all states first:
// the step that it returns is valid, but steps obtained earlier are not.
func (m *machine) take(s step, class uint8) step {
	key := m.states[int(s)/m.stride]
	if len(m.next) > maxSteps || m.held > maxHeld {
		m.forget()
		s = m.state([]byte(key))
	}
	m.made++
	matched := m.work.run(m, key, class)
	to := nothing
	if len(m.work.key) > 1 {
		to = m.state(m.work.key)
	}
	if matched {
		to |= matches
	}
	m.next[int(s)+int(class)] = to
	return to
}

// worklist is scratch space for making a step.
type worklist struct {
	key         []byte
	seen, taken []uint32 // by position: the stamp of the step that visited it, or continues there
	stamp       uint32
	holds       syntax.EmptyOp
}

// run computes the state that follows a state on a class and leaves its key in w.key, which is
// only a context if there is none. It reports whether a match ends before the character.
func (w *worklist) run(m *machine, key string, class uint8) (matched bool) {
	w.stamp++
	w.key = append(w.key[:0], byte(m.contextOf(class)))
	w.holds = m.program.holds(context(key[0]), class)
	for at := 1; at < len(key); at += 2 {
		place := uint32(key[at]) | uint32(key[at+1])<<8
		floats := place == m.loop()
		if floats {
			place = uint32(m.Start)
		}
		if w.follow(m, place, class, &matched) {
			break
		}
		if floats {
			w.add(m.loop())
		}
	}
	return matched
}

// follow explores the program from a position as far as that takes no character, and then takes
// the character. It reports whether a match was found that makes all less preferred positions
// irrelevant.
func (w *worklist) follow(m *machine, place uint32, class uint8, matched *bool) (stop bool) {
	if w.seen[place] == w.stamp {
		return false
	}
	w.seen[place] = w.stamp
	in := &m.Inst[place]
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return w.follow(m, in.Out, class, matched) || w.follow(m, in.Arg, class, matched)
	case syntax.InstCapture, syntax.InstNop:
		return w.follow(m, in.Out, class, matched)
	case syntax.InstEmptyWidth:
		return syntax.EmptyOp(in.Arg)&^w.holds == 0 && w.follow(m, in.Out, class, matched)
	case syntax.InstMatch:
		*matched = true
		return !m.longest
	case syntax.InstFail:
		return false
	}
	if m.takes[place][class] {
		w.add(in.Out)
	}
	return false
}

// add appends a position to the key, once.
func (w *worklist) add(place uint32) {
	if w.taken[place] != w.stamp {
		w.taken[place] = w.stamp
		w.key = binary.LittleEndian.AppendUint16(w.key, uint16(place))
	}
}
