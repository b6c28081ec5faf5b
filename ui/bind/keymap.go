package bind

import (
	"fmt"
	"slices"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// Keymap is what keys mean: for each mode of the keyboard a tree of sequences, at
// whose leaves are commands with their arguments.
type Keymap struct {
	Table  *command.Table
	Config config.Keys
	// Bindings are all that hold, in the order in which they were made.
	Bindings []Binding
	roots    map[config.Mode]*Node
	// sequences are those of the calls in each mode, as they are written: what every
	// terminal can send first, of that what the user has bound, then zellij's.
	sequences map[modeCall][]Sequence
	// BindsText says that a key which types something is bound without anything before
	// it.
	BindsText bool
}

// modeCall is a call in a mode, as it is written.
type modeCall struct {
	mode    config.Mode
	written string
}

// Binding is a sequence of keys that does something in a mode.
type Binding struct {
	Mode config.Mode
	Keys Sequence
	Call command.Call
	// Written is the call as one writes it: what it is looked up by.
	Written string
	// Stays says that the keys after the first part of the sequence go on to be
	// commands, as in a mode of zellij's.
	Stays bool
	// From is the preset that it is of, empty where the configuration has it, at a
	// place.
	From config.Preset
	at   config.Place
}

// Node is a place in a sequence: a binding, or the keys that can follow.
type Node struct {
	// Keys lead here.
	Keys Sequence
	// Bound is what they do, nil where they do nothing yet.
	Bound *Binding
	next  map[string]*Node
}

// New makes the keymap of a table of commands. What is configured and makes no sense is
// left out, and said in the errors, each a [config.Problem].
func New(t *command.Table, c config.Keys) (*Keymap, []error) {
	c.Prefix = Prefix(c)
	m := &Keymap{Table: t, Config: c}
	m.Bindings = m.preset()
	var problems []error
	for i, b := range c.Bind {
		if err := m.bind(b, c.Bind[:i]); err != nil {
			problems = append(problems, config.Problem{At: b.At, Err: fmt.Errorf("binding of %q: %w", b.Keys, err)})
		}
	}
	m.grow()
	return m, problems
}

// Prefix is the name of the prefix key: the usual one where what is configured is
// none, so that nobody is locked out.
func Prefix(c config.Keys) string {
	if c.Prefix == "" {
		return ""
	}
	name, err := keys.ReadName(c.Prefix)
	if err != nil {
		return config.DefaultKeys().Prefix
	}
	return name
}

// bind adds what is configured. It takes the place of whatever shares its keys: a
// binding of the same sequence, of its beginning, or of a longer one.
func (m *Keymap) bind(b config.Bind, before []config.Bind) error {
	seq, err := parseSequence(b.Keys, m.Config.Prefix)
	if err != nil {
		return err
	}
	for _, other := range before {
		o, err := parseSequence(other.Keys, m.Config.Prefix)
		if err == nil && other.Mode == b.Mode && other.Does != "" && b.Does != "" && len(o) != len(seq) && (o.StartsWith(seq) || seq.StartsWith(o)) {
			return fmt.Errorf("%q is bound too, and one is the beginning of the other: change one", other.Keys)
		}
	}
	var c command.Call
	if b.Does != "" {
		if c, err = m.Table.Parse(b.Does); err != nil {
			return err
		}
	}
	m.Bindings = slices.DeleteFunc(m.Bindings, func(o Binding) bool {
		return o.Mode == b.Mode && (o.Keys.StartsWith(seq) || b.Does != "" && seq.StartsWith(o.Keys))
	})
	if b.Does != "" {
		m.Bindings = append(m.Bindings, Binding{Mode: b.Mode, Keys: seq, Call: c, at: b.At})
	}
	return nil
}

// grow makes the trees of the bindings.
func (m *Keymap) grow() {
	m.roots = map[config.Mode]*Node{config.Normal: {}, config.Copy: {}}
	m.sequences, m.BindsText = make(map[modeCall][]Sequence, len(m.Bindings)), false
	first := "" // most begin with the prefix
	for i := range m.Bindings {
		b := &m.Bindings[i]
		b.Written = b.Call.String()
		at := m.roots[b.Mode]
		for j := range b.Keys {
			at = at.grow(b.Keys[:j+1])
		}
		at.Bound = b
		if b.Mode == config.Normal && b.Keys[0] != first {
			first = b.Keys[0]
			m.BindsText = m.BindsText || types(first)
		}
	}
	for _, from := range []config.Preset{"", config.Zellij, config.Tmux} {
		for _, b := range m.Bindings {
			if of := (modeCall{b.Mode, b.Written}); b.From == from {
				m.sequences[of] = append(m.sequences[of], b.Keys)
			}
		}
	}
	for _, all := range m.sequences {
		legacyFirst(all)
	}
}

// grow is the node that the last key of a sequence leads to from the one before, made
// where there is none.
func (n *Node) grow(keys Sequence) *Node {
	name := keys[len(keys)-1]
	if next, ok := n.next[name]; ok {
		return next
	}
	next := &Node{Keys: keys}
	if n.next == nil {
		n.next = map[string]*Node{}
	}
	n.next[name] = next
	return next
}

// types reports whether a key types something where it is not bound.
func types(name string) bool {
	k, err := keys.Parse(name)
	return err == nil && k.Text != ""
}

// Find is where a key leads to, nil where it means nothing. A key is found by its
// name; one that produced text also by that text, so that "%" works on every
// keyboard layout and under every protocol.
func (n *Node) Find(k keys.Key) *Node {
	if found, ok := n.next[k.Name()]; ok {
		return found
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt|keys.Super) == 0 {
		return n.next[k.Text]
	}
	return nil
}

// Follow is the node that a sequence of keys leads to, nil where it leads nowhere.
func (n *Node) Follow(sequence []keys.Key) *Node {
	for _, k := range sequence {
		if n = n.Find(k); n == nil {
			return nil
		}
	}
	return n
}

// Leads reports whether more keys have to follow.
func (n *Node) Leads() bool { return n.Bound == nil && len(n.next) > 0 }

// Root is where every sequence of a mode begins.
func (m *Keymap) Root(mode config.Mode) *Node { return m.roots[mode] }

// Below are the bindings of the sequences that begin here, in the order in which
// they were made.
func (m *Keymap) Below(n *Node, mode config.Mode) []Binding {
	var out []Binding
	for _, b := range m.Bindings {
		if b.Mode == mode && len(b.Keys) > len(n.Keys) && b.Keys.StartsWith(n.Keys) {
			out = append(out, b)
		}
	}
	return out
}

// Sequences are the sequences of a command in a mode, those that every terminal
// can send first.
func (m *Keymap) Sequences(mode config.Mode, written string) []Sequence {
	return m.sequences[modeCall{mode, written}]
}

// legacyFirst puts the sequences that every terminal can send before the others.
func legacyFirst(all []Sequence) {
	if len(all) < 2 {
		return
	}
	slices.SortStableFunc(all, func(a, b Sequence) int {
		switch {
		case a.Legacy() == b.Legacy():
			return 0
		case a.Legacy():
			return -1
		}
		return 1
	})
}

// KeyOf is how a command is reached, for a message: its keys, or the palette's where
// it has none.
func (m *Keymap) KeyOf(name string) string {
	if row := m.Table.Named(name); row != nil && row.InCopyMode() {
		if all := m.Sequences(config.Copy, name); len(all) > 0 {
			return all[0].Printed()
		}
	}
	if all := m.Sequences(config.Normal, name); len(all) > 0 {
		return all[0].Printed()
	}
	title := name
	if row := m.Table.Named(name); row != nil {
		title = command.Call{Command: row}.Title()
	}
	if all := m.Sequences(config.Normal, "palette"); len(all) > 0 && name != "palette" {
		return all[0].Printed() + " `" + title + "`"
	}
	return "`" + title + "` (bound to no key)"
}

// ChordOf is how a command is reached where the terminal can send all chords: the
// shortest of its keys.
func (m *Keymap) ChordOf(name string) string {
	all := m.Sequences(config.Normal, name)
	if len(all) == 0 {
		return m.KeyOf(name)
	}
	return slices.MinFunc(all, func(a, b Sequence) int { return len(a) - len(b) }).Printed()
}

// AllKeys lists the keys of a command as people write them.
func (m *Keymap) AllKeys(name string) []string {
	var out []string
	mode := config.Normal
	if row := m.Table.Named(name); row != nil && row.InCopyMode() {
		mode = config.Copy
	}
	for _, s := range m.Sequences(mode, name) {
		out = append(out, s.Printed())
	}
	return out
}

// ShortKey is the key of a command that is quickest to read, empty for none.
func (m *Keymap) ShortKey(name string) string {
	if len(m.Sequences(config.Normal, name)) == 0 {
		return ""
	}
	return m.ChordOf(name)
}

// KeyAfterPrefix is the key of a command after the prefix, empty where it has none.
func (m *Keymap) KeyAfterPrefix(name string) string {
	for _, b := range m.Bindings {
		if b.Written == name && len(b.Keys) == 2 && b.Keys[0] == m.Config.Prefix {
			return b.Keys[1]
		}
	}
	return ""
}
