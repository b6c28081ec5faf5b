package ui

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/ui/pages"
)

func TestFirstKeyClosesWelcomeAndReachesThePane(t *testing.T) {
	w := newWorld(t, standard)
	if w.m.showsWelcome() {
		t.Error("without saved habits the page is shown at every launch")
	}
	kept := &memory{}
	w.m.deps.Memory = kept
	if strings.Contains(strings.Join(w.frame(), "\n"), "Welcome") {
		t.Error("the page is shown before the first frame")
	}
	w.ring(backgroundTimer)
	page := strings.Join(w.frame(), "\n")
	for _, want := range []string{"Welcome", "Ctrl-b c", `Ctrl-b %, Ctrl-b "`, "Ctrl-b d", "Esc closes"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	w.mouse(3, 3, keys.NoButton, keys.MouseMotion)
	w.take(loop.Input{Events: []input.Event{input.Focus{In: true}}})
	if !w.m.showsWelcome() {
		t.Fatal("the page closes without a key")
	}
	w.now = w.now.Add(pages.ReadTime)
	w.press("l")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "l" {
		t.Errorf("the child got %q", got.Data)
	}
	if w.m.showsWelcome() || !kept.kept.Welcomed || strings.Contains(strings.Join(w.frame(), "\n"), "Welcome") {
		t.Error("the page stays after the first key")
	}
}

// The page never hides typed input. If the user types before the page is shown, or before it can
// have been read, it closes at once and is shown again at the next launch.
func TestWelcomeNeverHidesTyping(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before bool // typed before the page is shown
		event  input.Event
	}{
		{"key_ahead", true, input.Key{Key: keys.Key{Code: 'e', Text: "e"}}},
		{"key_at_once", false, input.Key{Key: keys.Key{Code: 'e', Text: "e"}}},
		{"text_at_once", false, input.Text{Text: "ls"}},
		{"paste_at_once", false, input.Paste{Data: []byte("ls"), First: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			kept := &memory{}
			w.m.deps.Memory = kept
			if !tt.before {
				w.ring(backgroundTimer)
			}
			w.take(loop.Input{Events: []input.Event{tt.event}})
			w.ring(backgroundTimer)
			w.now = w.now.Add(pages.ReadTime)
			if strings.Contains(strings.Join(w.frame(), "\n"), "Welcome") {
				t.Error("the page hides the output")
			}
			w.take(loop.Input{Events: []input.Event{tt.event}})
			if kept.kept.Welcomed {
				t.Error("a page that cannot have been read is not shown again")
			}
		})
	}
}

// A restored workspace is shown as it was left, whether or not the page was read.
func TestWelcomeIsNotShownOverRestoredPanes(t *testing.T) {
	first := newWorld(t, standard)
	w := newWorldOf(t, standard, first.m.state)
	w.m.deps.Memory = &memory{}
	w.ring(backgroundTimer)
	if page := strings.Join(w.frame(), "\n"); strings.Contains(page, "Welcome") {
		t.Errorf("the page is over a restored pane:\n%s", page)
	}
}

func TestClickClosesWelcome(t *testing.T) {
	w := newWorld(t, standard)
	kept := &memory{}
	w.m.deps.Memory = kept
	w.ring(backgroundTimer)
	w.mouse(3, 3, keys.ButtonLeft, keys.MousePress)
	if w.m.showsWelcome() || !kept.kept.Welcomed {
		t.Error("the page stays after a click")
	}
}

// Escape only closes the page: a shell would combine it with the next letter to an Alt chord.
// Without the page, Escape goes to the pane.
func TestEscapeClosesWelcomeOnly(t *testing.T) {
	for _, tt := range []struct {
		name string
		size session.Size
		want string
	}{{"page", standard, "l\x1b"}, {"no_room_for_it", session.Size{Rows: 12, Cols: 80}, "\x1bl\x1b"}} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.size)
			w.m.deps.Memory = &memory{}
			w.ring(backgroundTimer)
			w.press("esc")
			if w.m.showsWelcome() {
				t.Error("the page stays")
			}
			w.press("l", "esc")
			var got string
			for len(got) < len(tt.want) { // in one message or in two
				got += string(expect[wire.Input](t, w.owner()).Data)
			}
			if got != tt.want {
				t.Errorf("the child gets %q, want %q", got, tt.want)
			}
		})
	}
}

// The page lists the bound keys: those of the preset, and the user's own before them.
func TestWelcomeListsConfiguredKeys(t *testing.T) {
	for _, tt := range []struct {
		name    string
		keys    config.Keys
		has     []string
		without []string
	}{
		{"tmux", config.Keys{Preset: config.Tmux, Prefix: "ctrl+b"},
			[]string{"except Ctrl-b and the key after it.", "Ctrl-b c ", "Ctrl-b T, Ctrl-Shift-T", "Mouse"}, []string{"Ctrl-p"}},
		{"another_prefix", config.Keys{Preset: config.Tmux, Prefix: "ctrl+a"},
			[]string{"except Ctrl-a and", "Ctrl-a c ", "Ctrl-a ? "}, []string{"Ctrl-b"}},
		{"zellij", config.Keys{Preset: config.Zellij, Prefix: "ctrl+b"},
			[]string{"Ctrl-p (pane)", "Ctrl-q", "Ctrl-t n ", "Ctrl-p n, Ctrl-p d ", "Ctrl-p x ", "Ctrl-o d ", "Ctrl-b T, Ctrl-Shift-T"}, []string{"Ctrl-b c", "Ctrl-b d"}},
		{"zellij_without_a_prefix", config.Keys{Preset: config.Zellij},
			[]string{"Ctrl-p (pane)", "Ctrl-t n ", "Ctrl-Shift-T", "Ctrl-Shift-P"}, []string{"Ctrl-b"}},
		{"ones_own", config.Keys{Preset: config.Tmux, Prefix: "ctrl+b", Bind: []config.Bind{{Keys: "f2", Does: "tab.new"}}},
			[]string{"F2 ", "Ctrl-b d ", "except Ctrl-b and the key after it,", "F2. "}, []string{"Ctrl-b c"}},
		{"none", config.Keys{Preset: config.NoPreset, Bind: []config.Bind{{Keys: "f1", Does: "help"}}},
			[]string{"except F1", "lists all keys"}, []string{"Ctrl-b", "bound to no key"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			w.m.deps.Memory = &memory{}
			w.m.keyboard = bind.NewKeyboard(tt.keys)
			w.ring(backgroundTimer)
			page := strings.Join(w.frame(), "\n")
			for _, want := range append(tt.has, "Welcome") {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			for _, not := range tt.without {
				if before, _, _ := strings.Cut(page, "Esc closes"); strings.Contains(before, not) {
					t.Errorf("the page has %q", not)
				}
			}
			if t.Failed() {
				t.Log(page)
			}
		})
	}
}

func TestWelcomeFitsOrIsLeftOut(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.m.background.Begin(nil)
	eachSize(func(size session.Size) {
		w.take(loop.Size{Size: size})
		for _, o := range w.m.scene().Overlays {
			if !within(size, o.Rect) || o.Rect.Y < 2 {
				t.Errorf("%+v: box %+v", size, o.Rect)
			}
		}
	})
	w.take(loop.Size{Size: standard})
	if len(w.m.scene().Overlays) != 1 {
		t.Error("80x24 shows no page")
	}
}

// A dialog opened from outside is over the page, and Escape closes the dialog first.
func TestEscapeClosesADialogOverTheWelcomeFirst(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.ring(backgroundTimer)
	w.m.dispatch(command.OpenHelp{})
	w.press("esc")
	if w.m.dialog() != nil {
		t.Error("Escape leaves the dialog open")
	}
}
