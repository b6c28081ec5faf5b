package bind

import (
	"strings"

	"dormer/ui/command"
	"dormer/ui/config"
)

// preset returns the bindings of the configured preset.
func (m *Keymap) preset() []Binding {
	if m.Config.Preset == config.NoPreset {
		return nil
	}
	out := m.tmux()
	if m.Config.Preset == config.Zellij {
		out = append(out, m.zellij()...)
	}
	return out
}

// tmux returns the keys in the rows of the command table. They must be exact names of keys,
// because they are not parsed; a test checks that.
func (m *Keymap) tmux() []Binding {
	out := make([]Binding, 0, 2*len(m.Table.All()))
	add := func(mode config.Mode, keys Sequence, c command.Call) {
		out = append(out, Binding{Mode: mode, Keys: keys, Call: c, From: config.Tmux})
	}
	for _, c := range m.Table.All() {
		if m.Config.Prefix != "" {
			for _, k := range c.Prefix {
				if k == command.PrefixKey {
					k = m.Config.Prefix
				}
				add(config.Normal, Sequence{m.Config.Prefix, k}, command.Call{Command: c})
			}
			for _, b := range c.Also {
				add(config.Normal, Sequence{m.Config.Prefix, b.Key}, command.Call{Command: c, Args: b.Args})
			}
		}
		for _, k := range c.Direct {
			add(config.Normal, Sequence{k}, command.Call{Command: c})
		}
		for _, k := range copyKeys(c, m.Config.Emacs) {
			add(config.Copy, strings.Split(k, " "), command.Call{Command: c})
		}
	}
	return out
}

// copyKeys returns a command's keys in copy mode, from one of the two sets.
func copyKeys(c *command.Command, emacs bool) []string {
	if emacs {
		return c.Emacs
	}
	return c.Vi
}

// zellijKey is a key in a mode of zellij. If it stays, it does not end the mode.
type zellijKey struct {
	keys, does string
	stays      bool
}

// zellijKeys are the keys of zellij 0.43's default configuration that have an equivalent here. The
// first key of a sequence enters a mode.
var zellijKeys = []zellijKey{
	{"ctrl+p n", "pane.split-right", false}, {"ctrl+p r", "pane.split-right", false}, {"ctrl+p d", "pane.split-below", false},
	{"ctrl+p x", "pane.close", false}, {"ctrl+p f", "pane.zoom", false}, {"ctrl+p c", "pane.rename", false}, {"ctrl+p p", "pane.next", true},
	{"ctrl+p left", "pane.focus-left", true}, {"ctrl+p h", "pane.focus-left", true}, {"ctrl+p down", "pane.focus-down", true}, {"ctrl+p j", "pane.focus-down", true},
	{"ctrl+p up", "pane.focus-up", true}, {"ctrl+p k", "pane.focus-up", true}, {"ctrl+p right", "pane.focus-right", true}, {"ctrl+p l", "pane.focus-right", true},
	{"ctrl+p w", "float.hide", false}, {"ctrl+p e", "float.toggle", false},
	{"ctrl+p ctrl+p", "send ctrl+p", false},

	{"ctrl+t n", "tab.new", false}, {"ctrl+t x", "tab.close", false}, {"ctrl+t r", "tab.rename", false}, {"ctrl+t b", "pane.break", false}, {"ctrl+t s", "sync.tab", false}, {"ctrl+t tab", "tab.last", false},
	{"ctrl+t left", "tab.previous", true}, {"ctrl+t h", "tab.previous", true}, {"ctrl+t up", "tab.previous", true}, {"ctrl+t k", "tab.previous", true},
	{"ctrl+t right", "tab.next", true}, {"ctrl+t l", "tab.next", true}, {"ctrl+t down", "tab.next", true}, {"ctrl+t j", "tab.next", true},
	{"ctrl+t 1", "tab.select 1", false}, {"ctrl+t 2", "tab.select 2", false}, {"ctrl+t 3", "tab.select 3", false}, {"ctrl+t 4", "tab.select 4", false}, {"ctrl+t 5", "tab.select 5", false},
	{"ctrl+t 6", "tab.select 6", false}, {"ctrl+t 7", "tab.select 7", false}, {"ctrl+t 8", "tab.select 8", false}, {"ctrl+t 9", "tab.select 9", false},
	{"ctrl+t ctrl+t", "send ctrl+t", false},

	{"ctrl+n left", "pane.resize-left", true}, {"ctrl+n h", "pane.resize-left", true}, {"ctrl+n down", "pane.resize-down", true}, {"ctrl+n j", "pane.resize-down", true},
	{"ctrl+n up", "pane.resize-up", true}, {"ctrl+n k", "pane.resize-up", true}, {"ctrl+n right", "pane.resize-right", true}, {"ctrl+n l", "pane.resize-right", true},
	{"ctrl+n ctrl+n", "send ctrl+n", false},

	{"ctrl+h h", "pane.swap left", true}, {"ctrl+h left", "pane.swap left", true}, {"ctrl+h j", "pane.swap down", true}, {"ctrl+h down", "pane.swap down", true},
	{"ctrl+h k", "pane.swap up", true}, {"ctrl+h up", "pane.swap up", true}, {"ctrl+h l", "pane.swap right", true}, {"ctrl+h right", "pane.swap right", true},
	{"ctrl+h n", "pane.swap-next", true}, {"ctrl+h tab", "pane.swap-next", true}, {"ctrl+h p", "pane.swap-previous", true},
	{"ctrl+h ctrl+h", "send ctrl+h", false},

	{"ctrl+s s", "copy", false}, {"ctrl+s up", "copy", false}, {"ctrl+s k", "copy", false}, {"ctrl+s pgup", "copy.page-up", false}, {"ctrl+s e", "history.edit", false}, {"ctrl+s ctrl+s", "send ctrl+s", false},

	{"ctrl+o d", "leave", false}, {"ctrl+o w", "overview", false}, {"ctrl+o ctrl+o", "send ctrl+o", false},
	{"ctrl+q", "leave", false}, {"ctrl+g", "keys.lock", false},

	{"alt+f", "float.hide", false}, {"alt+n", "pane.split-right", false}, {"alt+left", "pane.focus-or-tab left", false}, {"alt+h", "pane.focus-or-tab left", false},
	{"alt+right", "pane.focus-or-tab right", false}, {"alt+l", "pane.focus-or-tab right", false}, {"alt+down", "pane.focus-down", false}, {"alt+j", "pane.focus-down", false},
	{"alt+up", "pane.focus-up", false}, {"alt+k", "pane.focus-up", false}, {"alt+[", "layout.next", false}, {"alt+]", "layout.next", false},
	{"alt+i", "tab.move-left", false}, {"alt+o", "tab.move-right", false},
	{"alt++", "pane.resize-right", false}, {"alt+=", "pane.resize-right", false}, {"alt+-", "pane.resize-left", false},
}

// modeNames are zellij's names of its modes, by the key that enters each.
var modeNames = map[string]string{
	"ctrl+p": "pane", "ctrl+t": "tab", "ctrl+n": "resize", "ctrl+h": "move", "ctrl+s": "scroll", "ctrl+o": "session",
}

// ModeName returns the preset's name of the mode that a sequence enters, empty for none.
func (m *Keymap) ModeName(s Sequence) string {
	if m.Config.Preset != config.Zellij || len(s) == 0 || s[0] == m.Config.Prefix {
		return ""
	}
	return modeNames[s[0]]
}

// zellij returns zellij's modes as sequences.
func (m *Keymap) zellij() []Binding {
	var out []Binding
	for _, z := range zellijKeys {
		seq, err := parseSequence(z.keys, m.Config.Prefix)
		c, unknown := m.Table.Parse(z.does)
		if err == nil && unknown == nil {
			out = append(out, Binding{Keys: seq, Call: c, Stays: z.stays, From: config.Zellij})
		}
	}
	return out
}

// HelpKey returns the key of the help without making a keymap. That is only possible if there is a
// prefix and a preset, and no configured bindings.
func HelpKey(c config.Keys) (string, bool) {
	prefix := Prefix(c)
	if prefix == "" || c.Preset == config.NoPreset || len(c.Bind) > 0 {
		return "", false
	}
	return Sequence{prefix, command.HelpKey}.Printed(), true
}
