package bind

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session/grid"
	"dormer/ui/alias"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// Row is a line of the table of keys: a command and one of its sequences; Keys is empty for a
// command without one.
type Row struct {
	Keys, Command, Title string
	// From is the source of the binding: a preset, or a place in the configuration.
	From string
}

// Rows returns all bindings by command, including the commands that have none.
func (m *Keymap) Rows() []Row {
	var out []Row
	for _, c := range m.Table.All() {
		n := len(out)
		for _, b := range m.Bindings {
			if b.Call.Command.Name == c.Name {
				out = append(out, Row{Keys: b.inMode(), Command: b.Written, Title: b.Call.Title(), From: b.origin()})
			}
		}
		if len(out) == n {
			out = append(out, Row{Command: c.Usage(), Title: command.Call{Command: c}.Title()})
		}
	}
	return out
}

// ExplainCommand returns lines that describe a command: its usage, title and keys, and how to bind
// it. The words name a command of dormer, or one of tmux or zellij, optionally with arguments. It
// returns none for an unknown command.
func (m *Keymap) ExplainCommand(words []string) (out []string) {
	names := []string{words[0]}
	if m.Table.Named(words[0]) == nil {
		if names = alias.Commands(words[0]); len(words) > 1 || len(names) == 0 {
			if !alias.Known(words[0]) {
				return nil
			}
			call, err := m.Table.CallOf(words)
			if err != nil {
				return []string{err.Error()}
			}
			names = []string{call.Command.Name}
		}
	}
	for i, name := range names {
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, m.explainCommand(m.Table.Named(name))...)
	}
	return out
}

func (m *Keymap) explainCommand(c *command.Command) []string {
	var written []string
	for _, b := range m.Bindings {
		if b.Call.Command.Name == c.Name {
			written = append(written, b.Keys.Printed())
		}
	}
	if written == nil {
		written = []string{"none"}
	}
	out := []string{c.Usage(), "  " + c.Title, "  keys: " + strings.Join(written, ", ")}
	table := "keys.bind"
	if c.InCopyMode() {
		table = "keys.copy"
	} else {
		out = append(out, "  from the shell: dormer do "+c.Usage())
	}
	return append(out, fmt.Sprintf("  to bind it: \"KEY\" = %q below [%s] in the configuration", c.Usage(), table))
}

// inMode returns the printed sequence, with its mode unless that is the normal one.
func (b Binding) inMode() string {
	if b.Mode == config.Normal {
		return b.Keys.Printed()
	}
	return string(b.Mode) + ": " + b.Keys.Printed()
}

func (b Binding) origin() string {
	if b.From != "" {
		return "preset " + string(b.From)
	}
	return b.at.String()
}

// Explain returns lines that describe what a key sequence or the mouse does, and why. The error
// names an unknown key.
func (m *Keymap) Explain(text string) ([]string, error) {
	seq, err := parseSequence(text, m.Config.Prefix)
	if err != nil {
		if lines := explainMouse(text); len(lines) > 0 {
			return lines, nil
		}
		return nil, err
	}
	var out []string
	for _, mode := range []config.Mode{config.Normal, config.Copy} {
		if line := m.explain(mode, seq); line != "" {
			out = append(out, line)
		}
	}
	if preset := m.presetOf(seq); preset != "" {
		out = append(out, preset)
	}
	return out, nil
}

// explain describes a sequence in a mode; empty if it does nothing in copy mode.
func (m *Keymap) explain(mode config.Mode, seq Sequence) string {
	at := m.Root(mode)
	for i, name := range seq {
		k, err := keys.Parse(name)
		if err != nil {
			return ""
		}
		if at = at.Find(k); at == nil {
			return m.unbound(mode, seq, i, k)
		}
		if at.Bound != nil && i < len(seq)-1 {
			if mode != config.Normal {
				return ""
			}
			return fmt.Sprintf("%s is bound already: %s (%s); the keys after it are read separately", seq[:i+1].Printed(), at.Bound.Written, at.Bound.origin())
		}
	}
	if at.Bound == nil {
		return fmt.Sprintf("%s begins %d bindings; after a pause of %s the keys that can follow are shown", seq.Printed(), len(m.Below(at, mode)), m.Config.Pause)
	}
	if mode != config.Normal && m.Root(config.Normal).next[seq[0]] != nil {
		return fmt.Sprintf("in %s mode it would be %s (%s), but the binding of %s in all modes comes first", mode, at.Bound.Written, at.Bound.Call.Title(), keys.Printed(seq[0]))
	}
	if mode != config.Normal {
		return fmt.Sprintf("in %s mode %s: %s (%s), from %s", mode, seq.Printed(), at.Bound.Written, at.Bound.Call.Title(), at.Bound.origin())
	}
	return fmt.Sprintf("%s: %s (%s), from %s", at.Bound.inMode(), at.Bound.Written, at.Bound.Call.Title(), at.Bound.origin())
}

// unbound describes what happens to an unbound key.
func (m *Keymap) unbound(mode config.Mode, seq Sequence, i int, k keys.Key) string {
	switch {
	case mode != config.Normal:
		return ""
	case i > 0:
		return fmt.Sprintf("%s does nothing", seq[:i+1].Printed())
	}
	legacy := keys.Encode(nil, k, grid.Modes{})
	kitty := keys.Encode(nil, k, grid.Modes{Kitty: 1})
	line := fmt.Sprintf("%s is not bound and goes to the program in the pane, as %s", keys.Printed(seq[0]), bytesOf(legacy))
	if len(legacy) == 0 {
		line = fmt.Sprintf("%s is not bound, and only a program that asks for a keyboard protocol can get it", keys.Printed(seq[0]))
	}
	if !slices.Equal(legacy, kitty) {
		line += fmt.Sprintf("; as %s if the program asked for the kitty keyboard protocol", bytesOf(kitty))
	}
	return line
}

// bytesOf returns bytes in escaped form: `\x1b[A`.
func bytesOf(b []byte) string { return strings.Trim(fmt.Sprintf("%q", b), `"`) }

// presetOf describes the preset's binding of a sequence that the configuration replaces; empty if
// there is none.
func (m *Keymap) presetOf(seq Sequence) string {
	for _, b := range m.preset() {
		if b.Mode != config.Normal || !slices.Equal(b.Keys, seq) {
			continue
		}
		for _, now := range m.Bindings {
			if now.Mode == b.Mode && slices.Equal(now.Keys, seq) && now.From != "" {
				return ""
			}
		}
		return fmt.Sprintf("the preset %s has %s there, which the configuration removes", b.From, b.Call.String())
	}
	return ""
}
