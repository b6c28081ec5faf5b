package bind

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// Every key in the table of commands can be parsed and belongs to only one command.
func TestCommandTable(t *testing.T) {
	names, taken := map[string]bool{}, map[string]string{}
	for _, c := range command.NewTable(nil).All() {
		if names[c.Name] {
			t.Errorf("two commands have the name %q", c.Name)
		}
		names[c.Name] = true
		if c.Title == "" || c.Group == "" || c.Resolve == nil && c.With == nil {
			t.Errorf("command %q is incomplete", c.Name)
		}
		if (c.With == nil) != (c.Args == "") {
			t.Errorf("command %q does not declare its arguments", c.Name)
		}
		check := func(text string) {
			seq, err := parseSequence(text, "ctrl+b")
			if err != nil {
				t.Errorf("command %q: %v", c.Name, err)
				return
			}
			if got := strings.Replace(strings.Join(seq, " "), "ctrl+b", command.PrefixKey, strings.Count(text, command.PrefixKey)); got != text {
				t.Errorf("command %q: the key %q has the name %q", c.Name, text, got)
			}
			if other, ok := taken[text]; ok {
				t.Errorf("%q belongs to %q and to %q", text, other, c.Name)
			}
			taken[text] = c.Name
		}
		for _, k := range c.Prefix {
			check(command.PrefixKey + " " + k)
		}
		for _, b := range c.Also {
			check(command.PrefixKey + " " + b.Key)
			if err := (command.Call{Command: c, Args: b.Args}).Check(); err != nil {
				t.Errorf("command %q: %v", c.Name, err)
			}
		}
		for _, k := range c.Direct {
			check(k)
		}
		// The keymap uses these keys without parsing them; see [keymap.tmux].
		for _, k := range slices.Concat(c.Prefix, c.Direct, alsoKeys(c)) {
			if name, err := keys.ReadName(k); k != command.PrefixKey && (err != nil || name != k) {
				t.Errorf("command %q: the key %q has the name %q (%v)", c.Name, k, name, err)
			}
		}
	}
}

func alsoKeys(c *command.Command) (out []string) {
	for _, b := range c.Also {
		out = append(out, b.Key)
	}
	return out
}

// Only chords that a legacy terminal cannot send work without the prefix; all others belong to the
// child.
func TestDirectChordsAreNotLegacyKeys(t *testing.T) {
	for _, c := range command.NewTable(nil).All() {
		for _, name := range c.Direct {
			k, err := keys.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if k.Mod&(keys.Ctrl|keys.Shift) != keys.Ctrl|keys.Shift {
				t.Errorf("%s is taken from the child by %q", name, c.Name)
			}
		}
	}
}

func TestKeymapWorksOnAnyKeyboardLayout(t *testing.T) {
	m := defaults()
	for _, k := range []keys.Key{
		{Code: '%', Text: "%"},
		{Code: '5', Shifted: '%', Mod: keys.Shift, Text: "%"},
		{Code: 'ù', Shifted: '%', Mod: keys.Shift, Text: "%"}, // a French keyboard
	} {
		n := m.roots[config.Normal].next["ctrl+b"].Find(k)
		if n == nil || n.Bound == nil || n.Bound.Call.Command.Name != "pane.split-right" {
			t.Errorf("%+v is %+v, want pane.split-right", k, n)
		}
	}
}

// Every binding of a preset has a valid key and a command, and no shorter sequence hides it.
func TestPresetsAreReached(t *testing.T) {
	for _, preset := range []config.Preset{config.Tmux, config.Zellij} {
		c := config.DefaultKeys()
		c.Preset = preset
		m, problems := New(command.NewTable(nil), c)
		if len(problems) > 0 {
			t.Errorf("%s: %v", preset, problems)
		}
		for _, b := range m.Bindings {
			at := m.Root(b.Mode)
			for _, name := range b.Keys {
				if at = at.next[name]; at == nil || at.Bound != nil && at.Bound.Call.String() != b.Call.String() {
					t.Fatalf("%s: %s does not lead to %s", preset, b.Keys.Printed(), b.Call)
				}
			}
		}
	}
	c := config.DefaultKeys()
	c.Preset = config.Zellij
	m, _ := New(command.NewTable(nil), c)
	if got, want := len(m.Bindings)-len(defaults().Bindings), len(zellijKeys); got != want {
		t.Errorf("%d of zellij's %d keys are bound", got, want)
	}
}

func TestBindings(t *testing.T) {
	binds := func(pairs ...string) (out []config.Bind) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, config.Bind{Keys: pairs[i], Does: pairs[i+1], At: config.Place{File: "config.toml", Line: i + 1}})
		}
		return out
	}
	tests := []struct {
		name    string
		change  func(*config.Keys)
		does    map[string]string // by sequence; "" means no effect
		problem string
	}{
		{"a_command_with_arguments", func(c *config.Keys) { c.Bind = binds("prefix g", "tab.new --cwd ~/x -- lazygit 'a b'") },
			map[string]string{"ctrl+b g": "tab.new --cwd ~/x -- lazygit 'a b'", "ctrl+b c": "tab.new"}, ""},
		{"longer_sequence_replaces_its_prefix", func(c *config.Keys) { c.Bind = binds("prefix x y z", "pane.close") },
			map[string]string{"ctrl+b x y z": "pane.close", "ctrl+b x": "…"}, ""},
		{"shorter_sequence_replaces_longer_ones", func(c *config.Keys) { c.Preset = config.Zellij; c.Bind = binds("ctrl+p", "palette") },
			map[string]string{"ctrl+p": "palette", "ctrl+t n": "tab.new"}, ""},
		{"nothing_unbinds", func(c *config.Keys) { c.Bind = binds("prefix x", "", "ctrl+shift+t", "") },
			map[string]string{"ctrl+b x": "", "ctrl+shift+t": "", "ctrl+b u": "undo"}, ""},
		{"another_prefix", func(c *config.Keys) { c.Prefix = "ctrl+a" },
			map[string]string{"ctrl+b c": "", "ctrl+a c": "tab.new", "ctrl+a ctrl+a": "send-prefix"}, ""},
		{"no_preset", func(c *config.Keys) { c.Preset = config.NoPreset; c.Bind = binds("alt+n", "tab.new") },
			map[string]string{"ctrl+b c": "", "alt+n": "tab.new"}, ""},
		{"as_it_is_printed", func(c *config.Keys) {
			c.Bind = binds("Ctrl-Shift-G", "help", "prefix PgUp", "help", "prefix Alt-x", "help")
		},
			map[string]string{"ctrl+shift+g": "help", "ctrl+b pgup": "help", "ctrl+b alt+x": "help"}, ""},
		{"an_unknown_command", func(c *config.Keys) { c.Bind = binds("prefix g", "tab.nwe") },
			map[string]string{"ctrl+b g": ""}, `config.toml:1: binding of "prefix g": unknown command "tab.nwe": did you mean "tab.new"?`},
		{"an_unknown_key", func(c *config.Keys) { c.Bind = binds("prefix gg", "help") }, nil, `no key is called "gg"`},
		{"wrong_argument", func(c *config.Keys) { c.Bind = binds("prefix g", "tab.select three") }, nil, `"three" is not the number of a tab; write tab.select [NUMBER]`},
		{"an_argument_too_many", func(c *config.Keys) { c.Bind = binds("prefix g", "help me") }, nil, "help takes no arguments"},
		{"two_that_exclude_each_other", func(c *config.Keys) { c.Bind = binds("prefix g", "help", "prefix g g", "leave") },
			map[string]string{"ctrl+b g": "help"}, "one is the beginning of the other"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := config.DefaultKeys()
			tt.change(&c)
			m, problems := New(command.NewTable(nil), c)
			if err := errors.Join(problems...); (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("problems: %v, want %q", err, tt.problem)
			}
			for seq, want := range tt.does {
				if got := m.doing(seq); got != want {
					t.Errorf("%s does %q, want %q", seq, got, want)
				}
			}
		})
	}
}

// doing returns what a sequence does: a call, or "…" if more keys must follow.
func (m *Keymap) doing(seq string) string { return m.does(config.Normal, strings.Fields(seq)) }

// run returns what a sequence does in a mode.
func (m *Keymap) does(mode config.Mode, seq Sequence) string {
	at := m.roots[mode]
	for _, name := range seq {
		if at = at.next[name]; at == nil {
			return ""
		}
	}
	if at.Bound == nil {
		return "…"
	}
	return at.Bound.Call.String()
}

// The key of the help is known before the keymap is built, and is the same as in the keymap.
func TestHelpKeyFollowsTheKeymap(t *testing.T) {
	known := 0
	for _, preset := range []config.Preset{config.Tmux, config.Zellij, config.NoPreset} {
		for _, prefix := range []string{"ctrl+b", "`", "Ctrl-A", "ctrl+shift+x", "no key", ""} {
			c := config.DefaultKeys()
			c.Preset, c.Prefix = preset, prefix
			for _, bind := range [][]config.Bind{nil, {{Keys: "f1", Does: "help"}}, {{Keys: "prefix ?", Does: ""}}} {
				c.Bind = bind
				m, _ := New(command.NewTable(nil), c)
				got, ok := HelpKey(c)
				if ok {
					known++
				}
				if ok && got != m.KeyOf("help") {
					t.Errorf("preset %q, prefix %q, %v: the help is at %s, the keymap has it at %s", preset, prefix, bind, got, m.KeyOf("help"))
				}
			}
		}
	}
	if known < 8 {
		t.Errorf("the key of the help is known without a keymap %d times", known)
	}
}

// defaults returns the default keymap.
func defaults() *Keymap {
	m, _ := New(command.NewTable(nil), config.DefaultKeys())
	return m
}

// With an invalid prefix the default prefix applies.
func TestInvalidPrefix(t *testing.T) {
	c := config.DefaultKeys()
	c.Prefix = "ctlr+a"
	m, _ := New(command.NewTable(nil), c)
	if got := m.doing("ctrl+b c"); got != "tab.new" {
		t.Errorf("the default prefix does %q", got)
	}
	for written, want := range map[string]string{"Ctrl-A": "ctrl+a", "C-a": "ctrl+a", "^A": "ctrl+a", "Ctrl a": "ctrl+a", "Ctrl-Shift-A": "ctrl+shift+a"} {
		c.Prefix = written
		if m, _ = New(command.NewTable(nil), c); m.Config.Prefix != want || m.doing(want+" c") != "tab.new" {
			t.Errorf("the prefix %q is read as %q", written, m.Config.Prefix)
		}
	}
	c.Prefix = ""
	if m, _ = New(command.NewTable(nil), c); m.doing("ctrl+b c") != "" || m.KeyOf("undo.close") != "Ctrl-Shift-T" {
		t.Error("a keymap without a prefix has one")
	}
}

// Without bindings a command is named by what it does, and no key has an effect.
func TestNothingBound(t *testing.T) {
	none, _ := New(command.NewTable(nil), config.Keys{Preset: config.NoPreset})
	if got := none.KeyOf("undo.close"); got != "`undo close` (bound to no key)" || !none.hasNoWayOut() || defaults().hasNoWayOut() {
		t.Errorf("without bindings the key for undo is %q", got)
	}
}

// With zellij's preset, commands are shown with zellij's keys.
func TestZellijKeysAreNamedFirst(t *testing.T) {
	k := config.Keys{Preset: config.Zellij, Prefix: "ctrl+b"}
	m, _ := New(command.NewTable(nil), k)
	for _, z := range zellijKeys {
		name, _, args := strings.Cut(z.does, " ")
		seq, _ := parseSequence(z.keys, k.Prefix)
		if args || !seq.Legacy() {
			continue
		}
		if got := m.KeyOf(name); strings.HasPrefix(got, "Ctrl-b") {
			t.Errorf("%s is shown with %s, but zellij has %s", name, got, seq.Printed())
		}
	}
}
