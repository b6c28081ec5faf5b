package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/workspace"
)

// Every key of the table is a key that can be parsed, and belongs to one command.
func TestCommandTable(t *testing.T) {
	names, taken := map[string]bool{}, map[config.Mode]map[string]string{config.Normal: {}, config.Copy: {}}
	for _, c := range allCommands().All() {
		if names[c.Name] {
			t.Errorf("two commands are called %q", c.Name)
		}
		names[c.Name] = true
		if c.Title == "" || c.Group == "" || c.Resolve == nil && c.With == nil {
			t.Errorf("command %q is incomplete", c.Name)
		}
		if (c.With == nil) != (c.Args == "") {
			t.Errorf("command %q does not declare its arguments", c.Name)
		}
		check := func(mode config.Mode, text string) {
			seq, err := parseSequence(text, "ctrl+b")
			if err != nil {
				t.Errorf("command %q: %v", c.Name, err)
				return
			}
			if got := strings.Replace(strings.Join(seq, " "), "ctrl+b", command.PrefixKey, strings.Count(text, command.PrefixKey)); got != text {
				t.Errorf("command %q: %q is called %q", c.Name, text, got)
			}
			if other, ok := taken[mode][text]; ok {
				t.Errorf("%q belongs to %q and to %q", text, other, c.Name)
			}
			taken[mode][text] = c.Name
		}
		for _, k := range c.Prefix {
			check(config.Normal, command.PrefixKey+" "+k)
		}
		for _, b := range c.Also {
			check(config.Normal, command.PrefixKey+" "+b.Key)
			if err := (command.Call{Command: c, Args: b.Args}).Check(); err != nil {
				t.Errorf("command %q: %v", c.Name, err)
			}
		}
		for _, k := range c.Direct {
			check(config.Normal, k)
		}
		for _, k := range c.Vi {
			check(config.Copy, k)
		}
		// The tables of keys are taken as they stand: see [keymap.tmux].
		for _, k := range slices.Concat(c.Prefix, c.Direct, alsoKeys(c)) {
			if name, err := keys.ReadName(k); k != command.PrefixKey && (err != nil || name != k) {
				t.Errorf("command %q: the key %q is called %q (%v)", c.Name, k, name, err)
			}
		}
		for _, k := range slices.Concat(c.Vi, c.Emacs) {
			if seq, err := parseSequence(k, ""); err != nil || !slices.Equal(seq, strings.Split(k, " ")) {
				t.Errorf("command %q: the sequence %q is called %q (%v)", c.Name, k, seq, err)
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

// Only chords that a legacy terminal cannot send work without the prefix:
// everything else belongs to the child.
func TestDirectChordsStealNothing(t *testing.T) {
	for _, c := range allCommands().All() {
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

func TestKeymapFindsTextOnAnyLayout(t *testing.T) {
	m := defaultKeymap()
	for _, k := range []keys.Key{
		{Code: '%', Text: "%"},
		{Code: '5', Shifted: '%', Mod: keys.Shift, Text: "%"},
		{Code: 'ù', Shifted: '%', Mod: keys.Shift, Text: "%"}, // a French keyboard
	} {
		n := prefixNode(m).find(k)
		if n == nil || n.bound == nil || n.bound.call.Command.Name != "pane.split-right" {
			t.Errorf("%+v is %+v, want pane.split-right", k, n)
		}
	}
}

// Whatever a preset says is a key, a command, and reached by no shorter sequence.
func TestPresetsAreReached(t *testing.T) {
	for _, preset := range []config.Preset{config.Tmux, config.Zellij} {
		c := config.DefaultKeys()
		c.Preset = preset
		m, problems := newKeymap(allCommands(), c)
		if len(problems) > 0 {
			t.Errorf("%s: %v", preset, problems)
		}
		for _, b := range m.bindings {
			at := m.roots[b.mode]
			for _, name := range b.keys {
				if at = at.next[name]; at == nil || at.bound != nil && at.bound.call.String() != b.call.String() {
					t.Fatalf("%s: %s does not lead to %s", preset, b.keys.printed(), b.call)
				}
			}
		}
	}
	c := config.DefaultKeys()
	c.Preset = config.Zellij
	m, _ := newKeymap(allCommands(), c)
	if got, want := len(m.bindings)-len(defaultKeymap().bindings), len(zellijKeys); got != want {
		t.Errorf("%d of zellij's %d keys are there", got, want)
	}
}

func TestBindings(t *testing.T) {
	bind := func(pairs ...string) (out []config.Bind) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, config.Bind{Keys: pairs[i], Does: pairs[i+1], At: config.Place{File: "config.toml", Line: i + 1}})
		}
		return out
	}
	tests := []struct {
		name    string
		change  func(*config.Keys)
		does    map[string]string // by sequence; empty for nothing
		problem string
	}{
		{"a_command_with_arguments", func(c *config.Keys) { c.Bind = bind("prefix g", "tab.new --cwd ~/x -- lazygit 'a b'") },
			map[string]string{"ctrl+b g": "tab.new --cwd ~/x -- lazygit 'a b'", "ctrl+b c": "tab.new"}, ""},
		{"a_longer_sequence_takes_the_place_of_its_beginning", func(c *config.Keys) { c.Bind = bind("prefix x y z", "pane.close") },
			map[string]string{"ctrl+b x y z": "pane.close", "ctrl+b x": "…"}, ""},
		{"a_shorter_one_takes_the_place_of_what_begins_with_it", func(c *config.Keys) { c.Preset = config.Zellij; c.Bind = bind("ctrl+p", "palette") },
			map[string]string{"ctrl+p": "palette", "ctrl+t n": "tab.new"}, ""},
		{"nothing_unbinds", func(c *config.Keys) { c.Bind = bind("prefix x", "", "ctrl+shift+t", "") },
			map[string]string{"ctrl+b x": "", "ctrl+shift+t": "", "ctrl+b u": "undo"}, ""},
		{"another_prefix", func(c *config.Keys) { c.Prefix = "ctrl+a" },
			map[string]string{"ctrl+b c": "", "ctrl+a c": "tab.new", "ctrl+a ctrl+a": "send-prefix"}, ""},
		{"no_preset", func(c *config.Keys) { c.Preset = config.NoPreset; c.Bind = bind("alt+n", "tab.new") },
			map[string]string{"ctrl+b c": "", "alt+n": "tab.new"}, ""},
		{"as_it_is_printed", func(c *config.Keys) {
			c.Bind = bind("Ctrl-Shift-G", "help", "prefix PgUp", "help", "prefix Alt-x", "help")
		},
			map[string]string{"ctrl+shift+g": "help", "ctrl+b pgup": "help", "ctrl+b alt+x": "help"}, ""},
		{"an_unknown_command", func(c *config.Keys) { c.Bind = bind("prefix g", "tab.nwe") },
			map[string]string{"ctrl+b g": ""}, `config.toml:1: binding of "prefix g": unknown command "tab.nwe": did you mean "tab.new"?`},
		{"an_unknown_key", func(c *config.Keys) { c.Bind = bind("prefix gg", "help") }, nil, `no key is called "gg"`},
		{"an_argument_that_is_wrong", func(c *config.Keys) { c.Bind = bind("prefix g", "tab.select three") }, nil, `"three" is not the number of a tab; write tab.select [NUMBER]`},
		{"an_argument_too_many", func(c *config.Keys) { c.Bind = bind("prefix g", "help me") }, nil, "help takes no arguments"},
		{"two_that_exclude_each_other", func(c *config.Keys) { c.Bind = bind("prefix g", "help", "prefix g g", "leave") },
			map[string]string{"ctrl+b g": "help"}, "one of the two begins with the other"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := config.DefaultKeys()
			tt.change(&c)
			m, problems := newKeymap(allCommands(), c)
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

// doing is what a sequence does: a call, "…" where more keys have to follow.
func (m keymap) doing(seq string) string {
	at := m.roots[config.Normal]
	for name := range strings.FieldsSeq(seq) {
		if at = at.next[name]; at == nil {
			return ""
		}
	}
	if at.bound == nil {
		return "…"
	}
	return at.bound.call.String()
}

// bound is a world with key bindings of its own.
func bound(t *testing.T, change func(*config.Keys)) *world {
	t.Helper()
	w := newWorld(t, standard)
	c := config.DefaultKeys()
	change(&c)
	if _, problems := newKeymap(allCommands(), c); len(problems) > 0 {
		t.Fatal(problems)
	}
	w.m.keyboard = newKeyboard(c)
	return w
}

func TestBoundCommandOpensItsProgram(t *testing.T) {
	w := bound(t, func(c *config.Keys) {
		c.Bind = []config.Bind{{Keys: "prefix g g", Does: "tab.new --cwd sub --name git -- lazygit --all"}}
	})
	w.press("ctrl+b", "g")
	w.take(prefixPaused{w.m.prefix.serial})
	if o := w.m.scene().Overlays; len(o) != 1 || !strings.Contains(o[0].Text, "lazygit") || w.m.statusLine(w.m.activeTab()).Prefix != "Ctrl-b g" {
		t.Errorf("after `Ctrl-b g` and a pause: %+v", o)
	}
	w.press("g")
	r := w.m.state.Sessions[w.m.activePane()]
	if !slices.Equal(r.Source.Command, []string{"lazygit", "--all"}) || r.Dir != "/src/sub" || r.Source.Dir != "/src/sub" || r.Name != "git" {
		t.Errorf("opened %+v", r)
	}
}

// A key that types something and is bound is not typed, also in a burst.
func TestBoundLetterIsNotTyped(t *testing.T) {
	w := bound(t, func(c *config.Keys) { c.Bind = []config.Bind{{Keys: "§", Does: "tab.new"}} })
	before := w.tabs()
	w.take(inputMsg{events: []input.Event{input.Text{Text: "a§"}}})
	if w.tabs() != before+1 {
		t.Errorf("%d tabs, want one more than %d", w.tabs(), before)
	}
}

// In one of zellij's modes keys go on to be commands until Escape.
func TestZellijModesStay(t *testing.T) {
	w := bound(t, func(c *config.Keys) { c.Preset = config.Zellij })
	w.press("ctrl+p", "n", "ctrl+p", "d", "ctrl+p")
	three := w.m.activePane()
	w.press("left")
	if w.m.activePane() == three || !w.m.prefix.pending {
		t.Fatal("Left does not go to the pane on the left and stay in the mode")
	}
	w.press("right", "esc")
	if w.m.prefix.pending {
		t.Error("Escape does not leave the mode")
	}
	if n := len(workspace.Leaves(w.m.activeTab().Root)); n != 3 {
		t.Errorf("%d panes, want 3", n)
	}
	w.press("ctrl+p", "ctrl+p")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "\x10" {
		t.Errorf("Ctrl-p twice sends %q", got.Data)
	}
}

// What messages call a command's key is the key that it has.
func TestMessagesNameTheBoundKey(t *testing.T) {
	w := bound(t, func(c *config.Keys) {
		c.Prefix = "ctrl+a"
		c.Bind = []config.Bind{{Keys: "prefix u", Does: ""}, {Keys: "prefix T", Does: ""}, {Keys: "ctrl+shift+t", Does: ""}, {Keys: "prefix y", Does: "leave"}, {Keys: "prefix d", Does: ""}}
	})
	w.press("ctrl+a", "x")
	if s := w.m.notice.text; !strings.HasSuffix(s, ": Ctrl-a : `undo close` brings it back") {
		t.Errorf("closing says %q", s)
	}
	if right := spotsText(w.m.statusLine(w.m.activeTab()), 200); !strings.Contains(right, "Ctrl-a ? keys") {
		t.Errorf("the status line says %q", right)
	}
	w.press("ctrl+a", "?")
	text := ansi.Strip(w.m.scene().Overlays[0].Text)
	if !strings.Contains(text, "except Ctrl-a and") || strings.Contains(text, "Ctrl-b") {
		t.Errorf("the help says\n%s", text)
	}
	if got := w.m.keys().keyOf("leave"); got != "Ctrl-a y" {
		t.Errorf("leaving is by %q", got)
	}
	none, _ := newKeymap(allCommands(), config.Keys{Preset: config.NoPreset})
	if got := none.keyOf("undo.close"); got != "`undo close` (bound to no key)" || !none.locked() || w.m.keys().locked() {
		t.Errorf("with nothing bound undo is by %q", got)
	}
}

// Hints show what can follow anywhere in a sequence.
func TestHintsOfAnyPlace(t *testing.T) {
	c := config.DefaultKeys()
	c.Preset = config.Zellij
	c.Bind = []config.Bind{{Keys: "prefix g g", Does: "tab.new -- lazygit"}, {Keys: "prefix g h", Does: "help"}}
	m, _ := newKeymap(allCommands(), c)
	at := func(names ...string) string {
		n := m.roots[config.Normal]
		for _, name := range names {
			n = n.next[name]
		}
		return ansi.Strip(hints(m, n, session.Size{Rows: 50, Cols: 80}, defaultTheme().Looks()).Text)
	}
	for _, tt := range []struct{ got, want string }{
		{at("ctrl+b"), "g       … and another key (2)"},
		{at("ctrl+b", "g"), "g new tab: -- lazygit"},
		{at("ctrl+p"), "p next pane"},
		{at("ctrl+t"), "1 .. 9  go to a tab"},
	} {
		if !strings.Contains(tt.got, tt.want) {
			t.Errorf("no %q in\n%s", tt.want, tt.got)
		}
	}
}

// A prefix that is no key leaves the usual one, and is said.
func TestPrefixThatIsNoKey(t *testing.T) {
	c := config.Default()
	c.Keys.Prefix, c.From["keys.prefix"] = "ctlr+a", config.Place{File: "c.toml", Line: 2, Col: 1}
	if err := errors.Join(CheckConfig(c)...); err == nil || !strings.HasPrefix(err.Error(), "c.toml:2:1: keys.prefix: ") {
		t.Errorf("it says %v", err)
	}
	m, _ := newKeymap(allCommands(), c.Keys)
	if got := m.doing("ctrl+b c"); got != "tab.new" {
		t.Errorf("the usual prefix does %q", got)
	}
	for written, want := range map[string]string{"Ctrl-A": "ctrl+a", "C-a": "ctrl+a", "^A": "ctrl+a", "Ctrl a": "ctrl+a", "Ctrl-Shift-A": "ctrl+shift+a"} {
		c.Keys.Prefix = written
		if m, _ = newKeymap(allCommands(), c.Keys); m.config.Prefix != want || m.doing(want+" c") != "tab.new" {
			t.Errorf("the prefix that is written %q is %q", written, m.config.Prefix)
		}
	}
	c.Keys.Prefix = ""
	if m, _ = newKeymap(allCommands(), c.Keys); m.doing("ctrl+b c") != "" || m.keyOf("undo.close") != "Ctrl-Shift-T" {
		t.Error("without a prefix there is one")
	}
}

// The key of the help is known without the keymap, and is the keymap's.
func TestHelpKeyIsTheKeymaps(t *testing.T) {
	for _, preset := range []config.Preset{config.Tmux, config.Zellij, config.NoPreset} {
		for _, prefix := range []string{"ctrl+b", "`", "Ctrl-A", "ctrl+shift+x", "no key", ""} {
			c := config.DefaultKeys()
			c.Preset, c.Prefix = preset, prefix
			for _, bind := range [][]config.Bind{nil, {{Keys: "f1", Does: "help"}}, {{Keys: "prefix ?", Does: ""}}} {
				c.Bind = bind
				m, _ := newKeymap(allCommands(), c)
				if got, want := newKeyboard(c).helpKey(), m.keyOf("help"); got != want {
					t.Errorf("preset %q, prefix %q, %v: the help is at %s, the keymap has it at %s", preset, prefix, bind, got, want)
				}
			}
		}
	}
}

// Nothing on the screen needs the keymap before a key is pressed: a start does not wait
// for it.
func TestTheFirstPictureNeedsNoKeymap(t *testing.T) {
	w := newWorld(t, standard)
	w.m.keyboard.keymap = func() *keymap {
		t.Fatal("the keymap was asked for")
		return nil
	}
	w.m.changed()
	w.m.publish()
}
