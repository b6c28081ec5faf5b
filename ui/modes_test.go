package ui

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/bind"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/ui/habits"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/ui/prompts"
	"dormer/workspace"
)

// keyMode is a state in which keys have another meaning, and the way to enter it.
type keyMode struct {
	name  string
	enter func(*world)
	// the keys of a sequence pressed so far
	keys bind.Sequence
}

// busyWorld returns a world with everything that commands need: tabs, panes, views, a closed and an
// ended session, copied text, and links on the screen.
func busyWorld(t *testing.T, preset config.Preset) *world {
	w := newWorld(t, standard)
	if preset != config.Tmux {
		w.reconfigure(func(c *config.Config) { c.Keys.Preset = preset })
	}
	w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"}))
	w.do(w.m.apply(workspace.SwitchView{View: workspace.MainView}))
	w.press("ctrl+b", "c", "ctrl+b", "&", "ctrl+b", "c", "ctrl+b", "%")
	w.m.buffers.Add("copied", w.now)
	w.do(w.m.apply(workspace.SaveLayout{Tab: w.m.activeTab().ID, Name: "wide"}))
	w.shows(w.m.activePane(), 50, "$", "$", "see https://example.org/ and main.go:12")
	return w
}

// keyModes returns all modes: those started by a command, those within a key sequence, and those
// entered otherwise.
func keyModes(t *testing.T, preset config.Preset) []keyMode {
	press := func(names ...string) func(*world) {
		return func(w *world) { w.press(names...) }
	}
	copyThen := func(names ...string) func(*world) { return press(append([]string{"ctrl+b", "["}, names...)...) }
	modes := []keyMode{
		{name: "a shell", enter: func(*world) {}},
		{name: "copy mode", enter: copyThen()},
		{name: "copy mode, a number typed", enter: copyThen("1", "2")},
		{name: "copy mode, a character to find", enter: copyThen("f")},
		{name: "copy mode, a selection", enter: copyThen("v", "j")},
		{name: "copy mode, a search", enter: copyThen("/", "s")},
		{name: "copy mode, a line", enter: copyThen(":")},
		{name: "copy mode, links", enter: copyThen("u")},
		{name: "copy mode by the wheel", enter: func(w *world) { w.do(w.m.inCopyMode(w.m.activePane(), copymode.Scroll{Lines: -3})) }},
		{name: "a key that repeats", enter: press("ctrl+b", "H")},
		{name: "zoomed", enter: press("ctrl+b", "z")},
		{name: "a float", enter: press("ctrl+b", "F")},
		{name: "typing into several", enter: press("ctrl+b", "alt+s")},
		{name: "a sidebar", enter: press("ctrl+b", "b")},
		{name: "nothing open", enter: press("ctrl+b", "&", "ctrl+b", "&", "ctrl+b", "&")},
		{name: "an unbound key after the prefix", enter: press("ctrl+b", "ctrl+y")},
		{name: "a palette with a text", enter: press("ctrl+b", ":", "z", "o")},
		{name: "a search of all text", enter: press("ctrl+b", "f", "x")},
		{name: "a tab's menu", enter: press("ctrl+b", "alt+.")},
		{name: "a question about colours", enter: func(w *world) {
			w.m.deps.KeepConfig = func(string, string) (string, error) { return "config.toml", nil }
			w.press("ctrl+b", "C", "n", "o", "r", "d", "enter")
		}},
		{name: "a question on the shelf", enter: press("ctrl+b", "U", "ctrl+q")},
		{name: "a question about a paste", enter: func(w *world) { w.do(w.m.ask(prompts.PasteLines(w.m.activePane(), "one\ntwo"))) }},
		{name: "a name asked for over the overview", enter: press("ctrl+b", "w", "ctrl+r")},
		{name: "a form", enter: func(w *world) {
			w.m.worktrees.Maker = &fakeWorktrees{}
			w.press("ctrl+b", "N", "m")
		}},
		{name: "pane numbers over help", enter: press("ctrl+b", "?", "ctrl+b", "q")},
		{name: "an ended pane", enter: func(w *world) {
			w.tell(w.owner(), wire.Exited{Exit: session.Exit{Code: 3, Started: w.now, Ended: w.now}})
		}},
		{name: "a pane whose host is gone", enter: func(w *world) {
			id := w.m.activePane()
			w.mu.Lock()
			w.lost[id] = true
			w.mu.Unlock()
			if err := w.owner().conn.Close(); err != nil {
				t.Fatal(err)
			}
			w.until("the pane can be started again", func(tea.Msg) bool { return w.m.live.Get(id).Health.CanStart })
		}},
		{name: "a pane that starts", enter: func(w *world) {
			k, _ := keys.Parse("c")
			w.press("ctrl+b")
			w.m.Update(loop.Input{Events: []input.Event{input.Key{Key: k}}}) // the start is not carried out
		}},
		{name: "the first page", enter: func(w *world) {
			w.m.deps.Memory = noMemory{}
			w.m.background.Begin(nil)
			w.m.changed()
		}},
		{name: "a drag", enter: func(w *world) {
			w.m.scene()
			divider := w.m.geo.Panes[1].Content.X - 1
			w.mouse(divider, 5, keys.ButtonLeft, keys.MousePress)
			w.mouse(divider+3, 5, keys.ButtonLeft, keys.MouseMotion)
		}},
	}
	for _, row := range command.Full().All() {
		if row.Resolve == nil || row.CopyMode != "" || row.Pointer || row.Name == "suspend" {
			continue
		}
		w := busyWorld(t, preset)
		if w.runQuietly(row.Name); w.m.dialog() != nil {
			modes = append(modes, keyMode{name: row.Name, enter: func(w *world) { w.runQuietly(row.Name) }})
		}
	}
	for _, seq := range unfinished(preset) {
		modes = append(modes, keyMode{"after " + seq.Printed(), press(seq...), seq})
	}
	return modes
}

// runQuietly runs a command, even one without a key on its terminal.
func (w *world) runQuietly(name string) {
	w.t.Helper()
	w.do(w.m.dispatch(command.RunNamed{Command: name}))
	w.m.publish()
}

// unfinished returns the sequences that more keys must follow.
func unfinished(preset config.Preset) (out []bind.Sequence) {
	c := config.DefaultKeys()
	c.Preset = preset
	for _, b := range bind.Of(c).Bindings {
		for n := 1; n < len(b.Keys); n++ {
			if b.Mode == config.Normal {
				out = append(out, b.Keys[:n])
			}
		}
	}
	slices.SortFunc(out, func(a, b bind.Sequence) int { return slices.Compare(a, b) })
	return slices.CompactFunc(out, func(a, b bind.Sequence) bool { return slices.Equal(a, b) })
}

// someKeys are tried after every sequence in every mode.
var someKeys = []string{"c", "1", "y", "Z", "esc", "enter"}

// keysAfter returns all keys with a meaning after an unfinished sequence, and some without.
func keysAfter(preset config.Preset, seq bind.Sequence) []string {
	c := config.DefaultKeys()
	c.Preset = preset
	out := slices.Concat(someKeys, []string{"backspace", "f5", "alt+z", "ctrl+c", "ctrl+g", "ctrl+y", "0"})
	for _, b := range bind.Of(c).Bindings {
		if b.Mode == config.Normal && len(b.Keys) > len(seq) && b.Keys.StartsWith(seq) {
			out = append(out, b.Keys[len(seq)])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

type noMemory struct{}

func (noMemory) Load() habits.Habits { return habits.Habits{} }
func (noMemory) Save(habits.Habits)  {}

func (noMemory) LoadCopied() []buffers.Copied { return nil }
func (noMemory) SaveCopied([]buffers.Copied)  {}

// untried are the commands that send input to the child on purpose, and the one that stops this
// process.
var untried = []string{"send-prefix", "paste", "send", "suspend"}

// typedInto returns the input that sessions got since the last call.
func (w *world) typedInto() (out []string) {
	w.t.Helper()
	mark := w.m.deps.NewID().String()
	for id, l := range w.m.live.All() {
		for _, p := range l.TypedAhead {
			out = append(out, string(p.Data))
		}
		o := w.owners[id]
		if l.Client == nil || o == nil || l.Health.CanStart {
			continue
		}
		l.Client.Input([]byte(mark))
		for {
			got, last := strings.CutSuffix(string(expect[wire.Input](w.t, o).Data), mark)
			if got != "" {
				out = append(out, got)
			}
			if last {
				break
			}
		}
	}
	return out
}

// No key of a sequence reaches a session, whatever has the keys when it begins. One dialog of each
// type is tried with all keys, the others with some and with tmux's only.
func TestSequenceKeysAreNotTyped(t *testing.T) {
	seen := map[string]bool{}
	for _, preset := range []config.Preset{config.Tmux, config.Zellij} {
		all := map[string]bool{}
		for _, mode := range keyModes(t, preset) {
			w := busyWorld(t, preset)
			mode.enter(w)
			kind := mode.name
			for _, d := range w.m.dialogs {
				kind = fmt.Sprintf("%T", d)
				seen[kind] = true
			}
			if preset == config.Zellij && all[kind] {
				continue
			}
			for _, seq := range unfinished(preset) {
				try := someKeys
				if !all[kind] && (preset == config.Tmux || seq[0] != "ctrl+b") {
					try = keysAfter(preset, seq)
				}
				for _, key := range try {
					checkNoLeak(t, preset, mode, append(slices.Clone(seq), key))
				}
			}
			all[kind] = true
		}
	}
	for _, name := range dialogTypes(t) {
		if !seen["*dialog."+name] {
			t.Errorf("%s takes keys and is in no row of keyModes", name)
		}
	}
}

// checkNoLeak presses a sequence in a mode in a world of its own.
func checkNoLeak(t *testing.T, preset config.Preset, mode keyMode, seq bind.Sequence) {
	t.Helper()
	w := busyWorld(t, preset)
	defer w.close()
	if b := boundTo(t, w.m.keys(), seq); b != nil && slices.Contains(untried, b.Call.Command.Name) {
		return
	}
	if len(mode.keys) > 0 && boundTo(t, w.m.keys(), append(slices.Clone(mode.keys), seq[0])) != nil {
		return // a complete command; what follows it is typed
	}
	defer func() {
		if t.Failed() {
			t.Logf("in %s, %s with %s", preset, mode.name, seq.Printed())
		}
	}()
	mode.enter(w)
	w.typedInto()
	for _, name := range seq { // requests of commands, such as for files, are not carried out
		k, err := keys.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		w.m.Update(loop.Input{Events: []input.Event{input.Key{Key: k}}})
	}
	if got := w.typedInto(); len(got) > 0 {
		t.Errorf("%s: %s, %s types %q", preset, mode.name, seq.Printed(), got)
	}
}

// boundTo returns the binding of a sequence, or nil.
func boundTo(t *testing.T, m *bind.Keymap, seq bind.Sequence) *bind.Binding {
	t.Helper()
	if n := nodeAt(t, m, seq...); n != nil {
		return n.Bound
	}
	return nil
}

// dialogTypes returns the types of this package with the method by which dialogs take keys.
func dialogTypes(t *testing.T) (out []string) {
	t.Helper()
	names, err := filepath.Glob("dialog/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Key" || f.Type.Results == nil || len(f.Type.Results.List) != 1 || fmt.Sprint(f.Type.Results.List[0].Type) != "Result" {
				continue
			}
			if of, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
				out = append(out, of.X.(*ast.Ident).Name)
			}
		}
	}
	if len(out) < 5 {
		t.Fatalf("only %q take keys", out)
	}
	return out
}

// The prefix works over whatever is open: a command replaces it, and a question is answered no. The
// prefix twice is a key for the dialog.
func TestPrefixOverADialog(t *testing.T) {
	w := busyWorld(t, config.Tmux)
	before := w.tabs()
	w.press("ctrl+b", "y")
	if _, ok := w.m.dialog().(*dialog.LinkLetters); !ok {
		t.Fatalf("the dialog is %T, want the links", w.m.dialog())
	}
	w.press("ctrl+b", "c")
	if w.tabs() != before+1 || w.m.dialog() != nil {
		t.Errorf("over links: %d tabs of %d, and %T is open", w.tabs(), before, w.m.dialog())
	}
	w.press("ctrl+b", "p", "ctrl+b", "X")
	dying := w.m.activePane()
	w.press("ctrl+b", "y") // not a yes
	if _, asked := w.m.dialog().(*dialog.Question); asked || len(w.ended) > 0 || !slices.Contains(w.panes(), dying) {
		t.Errorf("over a question: %T is open, and ended are %v", w.m.dialog(), w.ended)
	}
	w.press("esc", "ctrl+b", ",", "ctrl+u", "a", "c", "ctrl+b", "ctrl+b", "b", "enter")
	if got := w.m.activeTab().Name; got != "abc" {
		t.Errorf("after the prefix twice in a field, the name is %q", got)
	}
	w.press("ctrl+b", ",", "ctrl+b", "esc")
	if w.m.dialog() == nil {
		t.Error("Esc after the prefix closes the dialog, not the prefix")
	}
}
