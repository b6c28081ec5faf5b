package bind

import (
	"strings"
	"time"

	"dormer/ui/config"
	"dormer/ui/keys"
)

// State is where in the sequences of keys the keyboard is. The zero State is at the
// beginning of all.
type State struct {
	// At is where in a sequence the keys lead that were pressed so far, nil where none
	// has begun.
	At *Node
	// Locked says that all keys go to the pane but the one that takes the lock away.
	Locked bool
	// Hints says that nothing followed for a while: what can follow is shown.
	Hints bool
	// serial tells the pauses after one key from those after another; timed is that of
	// which the time runs.
	serial, timed int
	// until is until when commands that repeat need nothing before their last key, again
	// where in a sequence they are looked for then.
	until time.Time
	again *Node
	// last is the binding that was repeated last: its key goes on to repeat it, also
	// where a sequence of its own begins with it.
	last *Binding
}

// Press is what a key means that was pressed.
type Press struct {
	// Taken says that the key is not for the pane.
	Taken bool
	// More says that a sequence has begun or goes on: more keys have to follow.
	More bool
	// Binding is what is to be done, nil for nothing.
	Binding *Binding
	// Unbound is the sequence that was pressed where it means nothing, nil elsewhere.
	Unbound Sequence
}

// Press takes a key. A key in the middle of a sequence is always taken.
func (s *State) Press(m *Keymap, k keys.Key, now time.Time) Press {
	switch {
	case s.Locked && !m.unlocks(k):
		return Press{}
	case s.At != nil:
		return s.goOn(m, k, now)
	}
	root := m.Root(config.Normal)
	n := root.Find(k)
	if again := s.repeated(k, now); again != nil && (n == nil || !n.Leads() || again.Bound == s.last) {
		return s.does(m, again.Bound, s.again, now)
	}
	if n != nil && n.Leads() {
		return s.begin(n)
	}
	s.until = time.Time{}
	if n == nil {
		return Press{}
	}
	return s.does(m, n.Bound, root, now)
}

// goOn takes a key in the middle of a sequence.
func (s *State) goOn(m *Keymap, k keys.Key, now time.Time) Press {
	if k.Modifier() {
		return Press{Taken: true} // Shift on its way to % is a key event of its own in some protocols
	}
	at := s.At
	n := at.Find(k)
	if n == nil { // another sequence may begin in the middle of one
		if other := m.Root(config.Normal).Find(k); other != nil && other.Leads() {
			n = other
		}
	}
	if n != nil && n.Leads() {
		return s.begin(n)
	}
	if n == nil || !n.Bound.Stays {
		s.End()
	}
	if n != nil {
		return s.does(m, n.Bound, at, now)
	}
	p := Press{Taken: true}
	if name := k.Name(); name != "esc" && name != "enter" {
		p.Unbound = append(at.Keys[:len(at.Keys):len(at.Keys)], name)
	}
	return p
}

// begin begins a sequence, or goes on with it.
func (s *State) begin(n *Node) Press {
	s.At = n
	s.serial++
	return Press{Taken: true, More: true}
}

// End ends the sequence that has begun.
func (s *State) End() { s.At, s.Hints = nil, false }

// Text returns the keys of the sequence that has begun, after the name of their mode; empty if none
// has begun.
func (s *State) Text(k Keyboard) string {
	if s.At == nil {
		return ""
	}
	return strings.TrimSpace(strings.ToUpper(k.Keymap().ModeName(s.At.Keys)) + " " + s.At.Keys.Printed())
}

// Pause returns the serial of the pause that has begun after a key of a sequence, false
// where none has. [State.Paused] is called when it has lasted long enough.
func (s *State) Pause() (serial int, begun bool) {
	if s.At == nil || s.Hints || s.timed == s.serial {
		return 0, false
	}
	s.timed = s.serial
	return s.serial, true
}

// Paused shows what can follow, unless a key has followed since the pause with a serial
// began. It reports whether it does.
func (s *State) Paused(serial int) bool {
	if s.At == nil || s.serial != serial {
		return false
	}
	s.Hints = true
	return true
}

func (s *State) does(m *Keymap, b *Binding, at *Node, now time.Time) Press {
	s.Did(m, b, at, now)
	return Press{Taken: true, Binding: b}
}

// Did keeps in mind that a binding was done that was found from a node: one that repeats
// needs nothing before its last key for a while.
func (s *State) Did(m *Keymap, b *Binding, at *Node, now time.Time) {
	if b.Call.Command.Repeat {
		s.until, s.again, s.last = now.Add(m.Config.Repeat), at, b
	}
}

// Repeating reports whether commands that repeat need nothing before their last key.
func (s *State) Repeating(now time.Time) bool { return s.again != nil && now.Before(s.until) }

// repeated is where a key leads to that repeats a command, nil where it does not.
func (s *State) repeated(k keys.Key, now time.Time) *Node {
	if !s.Repeating(now) {
		return nil
	}
	if n := s.again.Find(k); n != nil && n.Bound != nil && n.Bound.Call.Command.Repeat {
		return n
	}
	return nil
}

// Reset forgets what belongs to a keymap that holds no longer. A lock stays.
func (s *State) Reset() { *s = State{Locked: s.Locked, serial: s.serial, timed: s.timed} }

// Lock sends all keys to the pane, even the prefix, for a program that uses the same keys (another
// dormer, tmux, a game), or ends that. Only the key that unlocks is not sent. It says what holds
// now; chords says that the terminal can send all keys.
func (s *State) Lock(m *Keymap, chords bool) (say string) {
	s.End()
	s.Locked = !s.Locked
	if s.Locked {
		return "all keys go to the pane now, until " + s.Unlocks(m, chords)
	}
	return "keys are unlocked: " + m.KeyOf("help") + " lists them"
}

// Unlocks is the key that unlocks the keys. If the terminal can send none it is empty, or
// "a click" while they are locked.
func (s *State) Unlocks(m *Keymap, chords bool) string {
	key := m.LockKey(chords)
	if key == "" && s.Locked { // the configuration has taken it away meanwhile
		return "a click"
	}
	return key
}

// BeginsPrefix reports whether a key is the prefix, and commands follow it.
func (m *Keymap) BeginsPrefix(k keys.Key) bool {
	if m.Config.Prefix == "" {
		return false
	}
	n := m.Root(config.Normal).Find(k)
	return n != nil && n.Leads() && n.Keys[0] == m.Config.Prefix
}

// LockKey is the key that locks the keys and unlocks them, empty where there is none that the
// terminal can send. Chords says that it can send all.
func (m *Keymap) LockKey(chords bool) string {
	for _, s := range m.Sequences(config.Normal, "keys.lock") {
		if len(s) == 1 && (chords || s.Legacy()) {
			return s.Printed()
		}
	}
	return ""
}

// unlocks reports whether a key takes the lock of the keys away.
func (m *Keymap) unlocks(k keys.Key) bool {
	n := m.Root(config.Normal).Find(k)
	return n != nil && n.Bound != nil && n.Bound.Call.Command.Name == "keys.lock"
}
