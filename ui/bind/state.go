package bind

import (
	"strings"
	"time"

	"dormer/ui/config"
	"dormer/ui/keys"
)

// State is the position of the keyboard within a key sequence. The zero State is outside of any
// sequence.
type State struct {
	// At is the node of the keys pressed so far, nil outside of a sequence.
	At *Node
	// Locked is set while all keys except the one that unlocks go to the pane.
	Locked bool
	// Hints is set after a pause within a sequence: the keys that can follow are shown.
	Hints bool
	// serial identifies the pause after a key. timed is the serial whose timer was started.
	serial, timed int
	// until is the time until which repeatable commands only need their last key, repeatNode the
	// node at which that key is looked up.
	until      time.Time
	repeatNode *Node
	// last is the last binding that was repeatable. Its key repeats it even if that key also
	// begins a sequence.
	last *Binding
}

// Press is the meaning of a pressed key.
type Press struct {
	// Taken is set if the key does not go to the pane.
	Taken bool
	// More is set if a sequence has begun or continues.
	More bool
	// Binding is the binding to run, nil for none.
	Binding *Binding
	// Unbound is the pressed sequence if it is not bound, else nil.
	Unbound Sequence
}

// Press handles a key. A key within a sequence is always taken.
func (s *State) Press(m *Keymap, k keys.Key, now time.Time) Press {
	switch {
	case s.Locked && !m.unlocks(k):
		return Press{}
	case s.At != nil:
		return s.continueSequence(m, k, now)
	}
	root := m.Root(config.Normal)
	n := root.Find(k)
	if again := s.repeated(k, now); again != nil && (n == nil || !n.IsPrefix() || again.Bound == s.last) {
		return s.run(m, again.Bound, s.repeatNode, now)
	}
	if n != nil && n.IsPrefix() {
		return s.begin(n)
	}
	s.until = time.Time{}
	if n == nil {
		return Press{}
	}
	return s.run(m, n.Bound, root, now)
}

// continueSequence handles a key within a sequence.
func (s *State) continueSequence(m *Keymap, k keys.Key, now time.Time) Press {
	if k.Modifier() {
		return Press{Taken: true} // some protocols report the Shift of % as a key event
	}
	at := s.At
	n := at.Find(k)
	if n == nil { // another sequence may begin in the middle of one
		if other := m.Root(config.Normal).Find(k); other != nil && other.IsPrefix() {
			n = other
		}
	}
	if n != nil && n.IsPrefix() {
		return s.begin(n)
	}
	if n == nil || !n.Bound.Stays {
		s.End()
	}
	if n != nil {
		return s.run(m, n.Bound, at, now)
	}
	p := Press{Taken: true}
	if name := k.Name(); name != "esc" && name != "enter" {
		p.Unbound = append(at.Keys[:len(at.Keys):len(at.Keys)], name)
	}
	return p
}

// begin starts or continues a sequence.
func (s *State) begin(n *Node) Press {
	s.At = n
	s.serial++
	return Press{Taken: true, More: true}
}

// End ends the current sequence.
func (s *State) End() { s.At, s.Hints = nil, false }

// Text returns the keys of the sequence that has begun, after the name of their mode; empty if none
// has begun.
func (s *State) Text(k Keyboard) string {
	if s.At == nil {
		return ""
	}
	return strings.TrimSpace(strings.ToUpper(k.Keymap().ModeName(s.At.Keys)) + " " + s.At.Keys.Printed())
}

// Pause returns the serial of the pause that has begun after a key of a sequence, and false if its
// timer is already running or there is none. The caller calls [State.Paused] when the time is up.
func (s *State) Pause() (serial int, begun bool) {
	if s.At == nil || s.Hints || s.timed == s.serial {
		return 0, false
	}
	s.timed = s.serial
	return s.serial, true
}

// Paused turns on the hints, unless another key was pressed since the pause with this serial
// began. It reports whether it turned them on.
func (s *State) Paused(serial int) bool {
	if s.At == nil || s.serial != serial {
		return false
	}
	s.Hints = true
	return true
}

func (s *State) run(m *Keymap, b *Binding, at *Node, now time.Time) Press {
	s.RecordRun(m, b, at, now)
	return Press{Taken: true, Binding: b}
}

// RecordRun records that a binding found at a node was run: if it is repeatable, its last key alone runs
// it again for a while.
func (s *State) RecordRun(m *Keymap, b *Binding, at *Node, now time.Time) {
	if b.Call.Command.Repeat {
		s.until, s.repeatNode, s.last = now.Add(m.Config.Repeat), at, b
	}
}

// Repeating reports whether repeatable commands only need their last key.
func (s *State) Repeating(now time.Time) bool { return s.repeatNode != nil && now.Before(s.until) }

// repeated returns the node of a repeatable command for its last key, nil for none.
func (s *State) repeated(k keys.Key, now time.Time) *Node {
	if !s.Repeating(now) {
		return nil
	}
	if n := s.repeatNode.Find(k); n != nil && n.Bound != nil && n.Bound.Call.Command.Repeat {
		return n
	}
	return nil
}

// Reset clears the state that refers to the previous keymap. The lock stays.
func (s *State) Reset() { *s = State{Locked: s.Locked, serial: s.serial, timed: s.timed} }

// Lock toggles the lock, which sends all keys to the pane, even the prefix, for a program that uses
// the same keys (another dormer, tmux, a game). Only the key that unlocks is not sent. Lock returns
// a message with the new state. Chords is set if the terminal can send all chords.
func (s *State) Lock(m *Keymap, chords bool) (say string) {
	s.End()
	s.Locked = !s.Locked
	if s.Locked {
		return "all keys go to the pane now, until " + s.Unlocks(m, chords)
	}
	return "keys are unlocked: " + m.KeyOf("help") + " lists them"
}

// Unlocks returns the key that unlocks the keys. If the terminal can send none, it returns "", or
// "a click" while they are locked.
func (s *State) Unlocks(m *Keymap, chords bool) string {
	key := m.LockKey(chords)
	if key == "" && s.Locked { // the configuration was changed meanwhile
		return "a click"
	}
	return key
}

// BeginsPrefix reports whether a key is the prefix and begins a sequence.
func (m *Keymap) BeginsPrefix(k keys.Key) bool {
	if m.Config.Prefix == "" {
		return false
	}
	n := m.Root(config.Normal).Find(k)
	return n != nil && n.IsPrefix() && n.Keys[0] == m.Config.Prefix
}

// LockKey returns the single key that locks and unlocks the keys, empty if the terminal can send
// none. Chords is set if it can send all chords.
func (m *Keymap) LockKey(chords bool) string {
	for _, s := range m.Sequences(config.Normal, "keys.lock") {
		if len(s) == 1 && (chords || s.Legacy()) {
			return s.Printed()
		}
	}
	return ""
}

// unlocks reports whether a key unlocks the keys.
func (m *Keymap) unlocks(k keys.Key) bool {
	n := m.Root(config.Normal).Find(k)
	return n != nil && n.Bound != nil && n.Bound.Call.Command.Name == "keys.lock"
}
