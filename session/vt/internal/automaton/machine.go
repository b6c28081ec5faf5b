package automaton

import (
	"encoding/binary"
	"regexp/syntax"
)

// machine is a deterministic automaton of a program, as far as it was needed.
//
// A state is where the program may be, before it has looked at what comes: places in
// the order in which they are preferred, and the context that assertions see. So
// what an assertion says is decided when the next character is known.
type machine struct {
	*program
	longest bool // else the match that is preferred
	floats  bool // a match may begin anywhere, else where the search does

	next   []step // by state and class
	stride int
	states []string           // the keys of the states, by number
	starts [afterAll + 1]step // by context; 0 where it is not known
	known  map[string]int
	held   int // bytes of the keys
	made   int // steps made since the machine was new

	work worklist
}

// step is where a state goes with a character: the place in next of the state that
// comes then, with flags in its lowest bits.
type step uint32

const (
	// special says that the step is not known yet, or that nothing comes any more.
	special step = 1 << iota
	// matches says that a match ends before the character.
	matches

	flags = special | matches

	// nothing is the step to the state in which nothing can match any more, and unknown
	// one that was not made yet.
	nothing = special
	unknown = 1<<31 | special
)

// What a machine keeps at most, and a state more: 512 KB of steps, and as much of keys.
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

// forget forgets all states but the first two: nothing, and idle, in which no match
// has begun.
func (m *machine) forget() {
	m.next, m.states = m.next[:0], m.states[:0]
	m.known, m.held = map[string]int{}, 0
	m.starts = [afterAll + 1]step{}
	m.number("")
	m.start(0)
}

// idle is the state in which no match has begun.
func (m *machine) idle() step { return step(m.stride) }

// loop is the place of a program that may begin anywhere: its start, and this again.
func (m *machine) loop() uint32 { return uint32(len(m.Inst)) }

// start returns the state that a search begins with behind a context.
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

// state returns the state of a key.
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

// take makes the step of a state with a class. It may forget all other states: what
// comes with the step is right then, what was known before is not.
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

// worklist is what making a step works with.
type worklist struct {
	key         []byte
	seen, taken []uint32 // by place: the stamp of the step that met it, that goes on there
	stamp       uint32
	holds       syntax.EmptyOp
}

// run leaves the key of the state that a state goes to with a class, only a context
// where there is none, and reports whether a match ends before that.
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

// follow goes on from a place as far as that takes no character, and then over the
// class. It reports whether what is preferred less does not count any more.
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

// add appends a place to the key.
func (w *worklist) add(place uint32) {
	if w.taken[place] != w.stamp {
		w.taken[place] = w.stamp
		w.key = binary.LittleEndian.AppendUint16(w.key, uint16(place))
	}
}
