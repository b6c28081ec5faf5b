package ui

import (
	"fmt"
	"slices"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// keymap is what keys mean: for each mode of the keyboard a tree of sequences, at
// whose leaves are commands with their arguments.
type keymap struct {
	table  *command.Table
	config config.Keys
	// bindings are all that hold, in the order in which they were made.
	bindings []binding
	roots    map[config.Mode]*node
	// sequences are those of the calls in each mode, as they are written: what every
	// terminal can send first, of that what the user has bound, then zellij's.
	sequences map[modeCall][]sequence
	// bindsText says that a key which types something is bound without anything before
	// it.
	bindsText bool
}

// modeCall is a call in a mode, as it is written.
type modeCall struct {
	mode    config.Mode
	written string
}

// binding is a sequence of keys that does something in a mode.
type binding struct {
	mode config.Mode
	keys sequence
	call command.Call
	// written is the call as one writes it: what it is looked up by.
	written string
	// stays says that the keys after the first part of the sequence go on to be
	// commands, as in a mode of zellij's.
	stays bool
	// from is the preset that it is of, empty where the configuration has it, at a
	// place.
	from config.Preset
	at   config.Place
}

// node is a place in a sequence: a binding, or the keys that can follow.
type node struct {
	keys  sequence
	next  map[string]*node
	bound *binding
}

// newKeymap makes the keymap of a table of commands. What is configured and makes
// no sense is left out, and said in the errors, each a [config.Problem].
func newKeymap(t *command.Table, c config.Keys) (*keymap, []error) {
	c.Prefix = prefixOf(c)
	m := &keymap{table: t, config: c}
	m.bindings = m.preset()
	var problems []error
	for i, b := range c.Bind {
		if err := m.bind(b, c.Bind[:i]); err != nil {
			problems = append(problems, config.Problem{At: b.At, Err: fmt.Errorf("binding of %q: %w", b.Keys, err)})
		}
	}
	m.grow()
	return m, problems
}

// prefixOf is the name of the prefix key: the usual one where what is configured is
// none, so that nobody is locked out.
func prefixOf(c config.Keys) string {
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
func (m *keymap) bind(b config.Bind, before []config.Bind) error {
	seq, err := parseSequence(b.Keys, m.config.Prefix)
	if err != nil {
		return err
	}
	for _, other := range before {
		o, err := parseSequence(other.Keys, m.config.Prefix)
		if err == nil && other.Mode == b.Mode && other.Does != "" && b.Does != "" && len(o) != len(seq) && (o.startsWith(seq) || seq.startsWith(o)) {
			return fmt.Errorf("%q is bound too, and one of the two begins with the other: change one", other.Keys)
		}
	}
	var c command.Call
	if b.Does != "" {
		if c, err = m.table.Parse(b.Does); err != nil {
			return err
		}
	}
	m.bindings = slices.DeleteFunc(m.bindings, func(o binding) bool {
		return o.mode == b.Mode && (o.keys.startsWith(seq) || b.Does != "" && seq.startsWith(o.keys))
	})
	if b.Does != "" {
		m.bindings = append(m.bindings, binding{mode: b.Mode, keys: seq, call: c, at: b.At})
	}
	return nil
}

// grow makes the trees of the bindings.
func (m *keymap) grow() {
	m.roots = map[config.Mode]*node{config.Normal: {}, config.Copy: {}}
	m.sequences, m.bindsText = make(map[modeCall][]sequence, len(m.bindings)), false
	first := "" // most begin with the prefix
	for i := range m.bindings {
		b := &m.bindings[i]
		b.written = b.call.String()
		at := m.roots[b.mode]
		for j := range b.keys {
			at = at.grow(b.keys[:j+1])
		}
		at.bound = b
		if b.mode == config.Normal && b.keys[0] != first {
			first = b.keys[0]
			m.bindsText = m.bindsText || types(first)
		}
	}
	for _, from := range []config.Preset{"", config.Zellij, config.Tmux} {
		for _, b := range m.bindings {
			if of := (modeCall{b.mode, b.written}); b.from == from {
				m.sequences[of] = append(m.sequences[of], b.keys)
			}
		}
	}
	for _, all := range m.sequences {
		legacyFirst(all)
	}
}

// grow is the node that the last key of a sequence leads to from the one before, made
// where there is none.
func (n *node) grow(keys sequence) *node {
	name := keys[len(keys)-1]
	if next, ok := n.next[name]; ok {
		return next
	}
	next := &node{keys: keys}
	if n.next == nil {
		n.next = map[string]*node{}
	}
	n.next[name] = next
	return next
}

// types reports whether a key types something where it is not bound.
func types(name string) bool {
	k, err := keys.Parse(name)
	return err == nil && k.Text != ""
}

// find is where a key leads to, nil where it means nothing. A key is found by its
// name; one that produced text also by that text, so that "%" works on every
// keyboard layout and under every protocol.
func (n *node) find(k keys.Key) *node {
	if found, ok := n.next[k.Name()]; ok {
		return found
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt|keys.Super) == 0 {
		return n.next[k.Text]
	}
	return nil
}

// follow is the node that a sequence of keys leads to, nil where it leads nowhere.
func (n *node) follow(sequence []keys.Key) *node {
	for _, k := range sequence {
		if n = n.find(k); n == nil {
			return nil
		}
	}
	return n
}

// leads reports whether more keys have to follow.
func (n *node) leads() bool { return n.bound == nil && len(n.next) > 0 }

// root is where every sequence of a mode begins.
func (m *keymap) root(mode config.Mode) *node { return m.roots[mode] }

// below are the bindings of the sequences that begin here, in the order in which
// they were made.
func (m *keymap) below(n *node, mode config.Mode) []binding {
	var out []binding
	for _, b := range m.bindings {
		if b.mode == mode && len(b.keys) > len(n.keys) && b.keys.startsWith(n.keys) {
			out = append(out, b)
		}
	}
	return out
}

// sequencesOf are the sequences of a command in a mode, those that every terminal
// can send first.
func (m *keymap) sequencesOf(mode config.Mode, written string) []sequence {
	return m.sequences[modeCall{mode, written}]
}

// legacyFirst puts the sequences that every terminal can send before the others.
func legacyFirst(all []sequence) {
	if len(all) < 2 {
		return
	}
	slices.SortStableFunc(all, func(a, b sequence) int {
		switch {
		case a.legacy() == b.legacy():
			return 0
		case a.legacy():
			return -1
		}
		return 1
	})
}

// keyOf is how a command is reached, for a message: its keys, or the palette's where
// it has none.
func (m *keymap) keyOf(name string) string {
	if all := m.sequencesOf(config.Normal, name); len(all) > 0 {
		return all[0].printed()
	}
	title := name
	if row := m.table.Named(name); row != nil {
		title = command.Call{Command: row}.Title()
	}
	if all := m.sequencesOf(config.Normal, "palette"); len(all) > 0 && name != "palette" {
		return all[0].printed() + " `" + title + "`"
	}
	return "`" + title + "` (bound to no key)"
}

// chordOf is how a command is reached where the terminal can send all chords: the
// shortest of its keys.
func (m *keymap) chordOf(name string) string {
	all := m.sequencesOf(config.Normal, name)
	if len(all) == 0 {
		return m.keyOf(name)
	}
	return slices.MinFunc(all, func(a, b sequence) int { return len(a) - len(b) }).printed()
}

// allKeys lists the keys of a command as people write them.
func (m *keymap) allKeys(name string) []string {
	var out []string
	mode := config.Normal
	if row := m.table.Named(name); row != nil && row.InCopyMode() {
		mode = config.Copy
	}
	for _, s := range m.sequencesOf(mode, name) {
		out = append(out, s.printed())
	}
	return out
}

// shortKey is the key of a command that is quickest to read, empty for none.
func (m *keymap) shortKey(name string) string {
	if len(m.sequencesOf(config.Normal, name)) == 0 {
		return ""
	}
	return m.chordOf(name)
}
