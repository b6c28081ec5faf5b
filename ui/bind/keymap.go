package bind

import (
	"fmt"
	"slices"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// Keymap holds the key bindings: for each mode of the keyboard a tree of sequences, whose leaves
// are commands with their arguments.
type Keymap struct {
	Table  *command.Table
	Config config.Keys
	// Bindings are all bindings, in the order in which they were made.
	Bindings []Binding
	roots    map[config.Mode]*Node
	// sequences are the sequences of each call in each mode: first those that every terminal
	// can send, and among these the user's own before zellij's and tmux's.
	sequences map[modeCall][]Sequence
	// BindsText is set if a key that types text is bound, or begins a sequence.
	BindsText bool
}

// modeCall is a call in a mode, in its written form.
type modeCall struct {
	mode    config.Mode
	written string
}

// Binding binds a sequence of keys to a call in a mode.
type Binding struct {
	Mode config.Mode
	Keys Sequence
	Call command.Call
	// Written is the call as it is written in the configuration. Lookups use it.
	Written string
	// Stays is set if the keys before the last one need not be pressed again, as in a mode of
	// zellij.
	Stays bool
	// From is the preset that it comes from; empty if it comes from the configuration, where
	// it is at a place.
	From config.Preset
	at   config.Place
}

// Node is a node of the tree of sequences: a binding, or the keys that can follow.
type Node struct {
	// Keys is the sequence that leads here.
	Keys Sequence
	// Bound is its binding, nil for none.
	Bound *Binding
	next  map[string]*Node
}

// New returns the keymap for a table of commands and a configuration. It leaves out invalid
// bindings and reports each as a [config.Problem].
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
	m.buildTrees()
	return m, problems
}

// Prefix returns the name of the prefix key. If the configured one is invalid, it is the default,
// so that nobody is locked out.
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

// bind adds a configured binding. It replaces every binding of the same sequence, of a beginning
// of it, or of a longer one that it begins.
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

// child builds the trees of the bindings.
func (m *Keymap) buildTrees() {
	m.roots = map[config.Mode]*Node{config.Normal: {}, config.Copy: {}}
	m.sequences, m.BindsText = make(map[modeCall][]Sequence, len(m.Bindings)), false
	first := "" // most begin with the prefix
	for i := range m.Bindings {
		b := &m.Bindings[i]
		b.Written = b.Call.String()
		at := m.roots[b.Mode]
		for j := range b.Keys {
			at = at.child(b.Keys[:j+1])
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

// child returns the node for the last key of a sequence, below that of the keys before, and makes
// it if it does not exist.
func (n *Node) child(keys Sequence) *Node {
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

// types reports whether a key types text.
func types(name string) bool {
	k, err := keys.Parse(name)
	return err == nil && k.Text != ""
}

// Find returns the node for a key, nil for none. It looks for the key's name, and then for the
// text that the key produced, so that "%" works with every keyboard layout and protocol.
func (n *Node) Find(k keys.Key) *Node {
	if found, ok := n.next[k.Name()]; ok {
		return found
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt|keys.Super) == 0 {
		return n.next[k.Text]
	}
	return nil
}

// Follow returns the node for a sequence of keys, nil for none.
func (n *Node) Follow(sequence []keys.Key) *Node {
	for _, k := range sequence {
		if n = n.Find(k); n == nil {
			return nil
		}
	}
	return n
}

// IsPrefix reports whether more keys have to follow.
func (n *Node) IsPrefix() bool { return n.Bound == nil && len(n.next) > 0 }

// Root returns the node at which the sequences of a mode begin.
func (m *Keymap) Root(mode config.Mode) *Node { return m.roots[mode] }

// Below returns the bindings below a node, in the order in which they were made.
func (m *Keymap) Below(n *Node, mode config.Mode) []Binding {
	var out []Binding
	for _, b := range m.Bindings {
		if b.Mode == mode && len(b.Keys) > len(n.Keys) && b.Keys.StartsWith(n.Keys) {
			out = append(out, b)
		}
	}
	return out
}

// Sequences returns the sequences of a call in a mode; those that every terminal can send come
// first.
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

// KeyOf returns the keys of a command for a message. If it has none, it returns those of the
// palette and the command's title.
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

// ChordOf returns the shortest keys of a command, for terminals that can send all chords.
func (m *Keymap) ChordOf(name string) string {
	all := m.Sequences(config.Normal, name)
	if len(all) == 0 {
		return m.KeyOf(name)
	}
	return slices.MinFunc(all, func(a, b Sequence) int { return len(a) - len(b) }).Printed()
}

// AllKeys returns the keys of a command as they are shown to the user.
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

// ShortKey returns the shortest keys of a command, empty for none.
func (m *Keymap) ShortKey(name string) string {
	if len(m.Sequences(config.Normal, name)) == 0 {
		return ""
	}
	return m.ChordOf(name)
}

// KeyAfterPrefix returns the key of a command after the prefix, empty for none.
func (m *Keymap) KeyAfterPrefix(name string) string {
	for _, b := range m.Bindings {
		if b.Written == name && len(b.Keys) == 2 && b.Keys[0] == m.Config.Prefix {
			return b.Keys[1]
		}
	}
	return ""
}
