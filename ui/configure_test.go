package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/check"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/ui/theme"
	"dormer/workspace"
)

// configured returns a world whose configuration is changed as by its file.
func configured(t *testing.T, change func(*config.Config)) *world {
	t.Helper()
	w := newWorld(t, standard)
	w.reconfigure(change)
	return w
}

func (w *world) reconfigure(change func(*config.Config), problems ...error) {
	w.t.Helper()
	c := config.Default()
	change(&c)
	w.m.deps.ReadConfig = func() (config.Config, []error) { return c, problems }
	w.do(w.m.readConfig(false))
}

// Of two reads of the file, the one that began later wins, in whatever order they end.
func TestLatestReadOfTheConfigurationWins(t *testing.T) {
	w := newWorld(t, standard)
	prefix := "ctrl+a"
	w.m.deps.ReadConfig = func() (config.Config, []error) {
		c := config.Default()
		c.Keys.Prefix = prefix
		return c, nil
	}
	earlier := w.m.readConfig(false)()
	prefix = "ctrl+x"
	later := w.m.readConfig(false)()
	w.take(later.(modelMsg))
	w.take(earlier.(modelMsg))
	if got := w.m.config.Keys.Prefix; got != "ctrl+x" {
		t.Errorf("the prefix is %q", got)
	}
}

func TestChangedConfigurationTakesEffect(t *testing.T) {
	w := newWorld(t, standard)
	w.reconfigure(func(c *config.Config) { c.Keys.Prefix = "ctrl+a" })
	if w.m.notices.Shown.Text != "the configuration was reloaded" {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	before := w.tabs()
	if w.press("ctrl+a", "c"); w.tabs() != before+1 {
		t.Error("the new prefix does nothing")
	}
	wrong := errors.New("c.toml:2:1: unknown key")
	w.reconfigure(func(c *config.Config) { c.Keys.Prefix = "ctrl+x" }, wrong)
	const aside = " (the previous settings stay in force)"
	if s := w.m.statusLine(w.m.activeTab()); s.Notice != wrong.Error() || s.Aside != aside {
		t.Errorf("after a mistake the status line shows %q, %q", s.Notice, s.Aside)
	}
	for cols, want := range map[int]string{100: wrong.Error() + aside, 60: wrong.Error()} {
		if text := spotsText(w.m.statusLine(w.m.activeTab()), cols); !strings.Contains(text, want) || strings.Contains(text, aside) != strings.HasSuffix(want, aside) {
			t.Errorf("in %d columns it shows %q", cols, text)
		}
	}
	if w.press("ctrl+a", "c"); w.tabs() != before+2 {
		t.Error("a mistake removed the prefix")
	}
	w.reconfigure(func(c *config.Config) {
		c.Keys.Bind = []config.Bind{{Keys: "prefix g", Does: "nothing"}, {Keys: "prefix h", Does: "at all"}}
	})
	if s := w.m.notices.Shown.Text; !strings.Contains(s, `unknown command "nothing"`) || !strings.Contains(s, "(1 more: ") {
		t.Errorf("after a mistake in a binding the notice is %q", s)
	}
	w.m.notices.Clear()
	w.reconfigure(func(c *config.Config) { c.Keys.Prefix = "ctrl+a" })
	if w.m.notices.Shown.Showing() {
		t.Errorf("without a change the notice is %q", w.m.notices.Shown.Text)
	}
	w.do(w.m.dispatch(command.RunNamed{Command: "config.reload"}))
	if !strings.HasPrefix(w.m.notices.Shown.Text, "the configuration has not changed: ") {
		t.Errorf("on request the notice is %q", w.m.notices.Shown.Text)
	}
}

// A new configuration cancels a key sequence that has begun.
func TestConfigurationEndsASequence(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b")
	w.reconfigure(func(c *config.Config) {
		c.Keys.Preset = config.NoPreset
		c.Keys.Bind = []config.Bind{{Keys: "f5", Does: "help"}}
	})
	w.press("c")
	if w.tabs() != 1 || w.m.prefix.At != nil {
		t.Error("the old sequence went on")
	}
}

func TestConfiguredUndo(t *testing.T) {
	w := configured(t, func(c *config.Config) { c.Undo.Time, c.Undo.Depth = time.Hour, 2 })
	for range 3 {
		w.press("ctrl+b", "c", "ctrl+b", "x")
	}
	u := w.m.state.Undo
	if len(u) != 2 || u[1].ExpiresAt.Sub(u[1].ClosedAt) != time.Hour {
		t.Errorf("closed are %+v", u)
	}
	w = configured(t, func(c *config.Config) { c.Undo.Depth = 12 })
	for range 12 {
		w.press("ctrl+b", "c", "ctrl+b", "x")
	}
	if n := len(w.m.state.Undo); n != 12 {
		t.Errorf("%d are closed, want 12", n)
	}
}

func TestConfiguredPanes(t *testing.T) {
	w := configured(t, func(c *config.Config) {
		c.Panes.Directory, c.Panes.Shell, c.Panes.Integration = "/srv", "/bin/other", false
		c.History = config.History{Lines: 7, Bytes: 1 << 20, Keep: true}
	})
	w.m.deps.Env = []string{"A=1", "SHELL=/bin/sh"}
	w.press("ctrl+b", "c")
	got := w.owner().spec
	if got.Dir != "/srv" || !slices.Equal(got.Env, []string{"A=1", "SHELL=/bin/other"}) || got.History != (session.HistoryLimits{Lines: 7, Bytes: 1 << 20}) || !got.PlainShell {
		t.Errorf("started %+v", got)
	}
	w.reconfigure(func(c *config.Config) { c.Panes.Editor = "ed" })
	w.m.deps.Env = []string{"VISUAL=vi"}
	w.do(w.m.dispatch(command.OpenEditor{Name: "history", Dir: "/src", Command: []string{"edit"}}))
	if got := w.owner().spec.Env; !slices.Equal(got, []string{"VISUAL=ed"}) {
		t.Errorf("the editor gets %q", got)
	}
	w.press("ctrl+b", "x")
	w.reconfigure(func(c *config.Config) { c.Panes.Confirm = false })
	w.press("ctrl+b", "X")
	if w.m.dialog() != nil || w.tabs() != 1 {
		t.Error("killing asks although asking is off")
	}
}

func TestConfiguredClosing(t *testing.T) {
	key := input.Key{Key: keys.Typed("d")[0]}
	for _, tt := range []struct {
		close config.Closing
		code  int
		stays bool
		input input.Event // to the shell; nil for none
	}{
		{config.CloseExit, 0, false, nil}, {config.CloseExit, 3, true, nil},
		{config.CloseExit, 3, false, key}, {config.CloseExit, 3, false, input.Text{Text: "exit 3"}}, {config.CloseExit, 3, false, input.Paste{Data: []byte("exit 3\n")}},
		{config.CloseClean, 0, false, nil}, {config.CloseClean, 3, true, key},
		{config.CloseAlways, 3, false, nil}, {config.CloseNever, 0, true, key},
	} {
		w := configured(t, func(c *config.Config) { c.Panes.Close = tt.close })
		w.press("ctrl+b", "c")
		if tt.input != nil {
			w.take(loop.Input{Events: []input.Event{tt.input}})
		}
		w.tell(w.owner(), wire.Exited{Exit: session.Exit{Code: tt.code, Started: w.now, Ended: w.now.Add(time.Second)}})
		if stays := w.tabs() == 2; stays != tt.stays {
			t.Errorf("%s, code %d, %v: the pane stays: %v", tt.close, tt.code, tt.input, stays)
		}
		if kept := len(w.m.state.Undo) == 1; kept != (!tt.stays && tt.code != 0) {
			t.Errorf("%s, code %d: can be reopened: %v", tt.close, tt.code, kept)
		}
	}
}

func TestConfiguredTerminal(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	seq := uint64(0)
	send := func(m wire.Message) {
		if err := w.owner().conn.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	// titled sets a title and waits until the model has it.
	titled := func() {
		seq++
		title := fmt.Sprint("title ", seq)
		send(wire.Frame{Seq: seq, Rows: 22, Cols: 80, Full: true, Title: title})
		w.until("the model has the title", func(tea.Msg) bool { return w.m.state.Sessions[id].Title == title })
	}
	said := func() {
		w.m.notices.Clear()
		send(wire.Clipboard{Selection: "c", Text: "copied"})
		send(wire.Notice{Text: "done"})
		send(wire.Bell{})
		// The model handles events before it reads the title, so the last events may come between
		// the two. They are handled before a title that is set later.
		titled()
		titled()
	}
	if said(); w.clip != "copied" || w.m.notices.Shown.Text != "done" || w.rings != 1 || !w.m.scene().Mouse {
		t.Errorf("clipboard %q, notice %q, %d rings", w.clip, w.m.notices.Shown.Text, w.rings)
	}
	w.reconfigure(func(c *config.Config) { c.Terminal = config.Terminal{} })
	w.clip = ""
	if said(); w.clip != "" || w.m.notices.Shown.Showing() || w.rings != 1 || w.m.scene().Mouse {
		t.Errorf("switched off: clipboard %q, notice %q, %d rings", w.clip, w.m.notices.Shown.Text, w.rings)
	}
}

// The clock ticks once after it is switched on.
func TestConfiguredClockTicksOnce(t *testing.T) {
	w := newWorld(t, standard)
	ticks := func() (n int) {
		n = w.set(clockTimer)
		w.timers = nil
		return n
	}
	if ticks() != 0 {
		t.Error("a hidden clock ticks")
	}
	for i, want := range []int{1, 0, 0, 0} {
		w.reconfigure(func(c *config.Config) { c.Status.Clock = i%2 == 0 })
		if got := ticks(); got != want {
			t.Errorf("change %d: %d ticks, want %d", i, got, want)
		}
	}
}

func TestConfiguredStatusLineAndTabs(t *testing.T) {
	draw := func(change func(*config.Config)) []string {
		return chromeOf(t, session.Size{Rows: 5, Cols: 60}, workspace.Tab{ID: [16]byte{1}, Root: leaf(1), Active: sid(1)}, func(m *Model) {
			c := config.Default()
			change(&c)
			m.useConfig(c)
		})
	}
	got := draw(func(c *config.Config) {
		c.Status.Left, c.Status.Right = []string{"{directory} - {title}", "me"}, []string{"{zoomed}", "[{workspace}]", "{clock}"}
		c.Status.Tab = "{number}:{title}"
	})
	if got[0] != " 1:a  +" || got[4] != " /src - a │ me"+strings.Repeat(" ", 39)+"[work]" {
		t.Errorf("drawn:\n%s", strings.Join(got, "\n"))
	}
	got = draw(func(c *config.Config) { c.Theme.ASCII, c.Status.Tab = true, "{mark} {number} {title}" })
	if got[0] != " x 1 a  +" {
		t.Errorf("drawn:\n%s", strings.Join(got, "\n"))
	}
}

func TestBorderStyles(t *testing.T) {
	three := splitOf(workspace.Row, leaf(1), splitOf(workspace.Column, leaf(2), leaf(3)))
	draw := func(change func(*config.Theme)) string {
		got := chromeOf(t, session.Size{Rows: 6, Cols: 16}, workspace.Tab{ID: [16]byte{1}, Root: three, Active: sid(3)}, func(m *Model) {
			c := config.Default()
			change(&c.Theme)
			m.useConfig(c)
		})
		return strings.Join(got[1:5], "\n")
	}
	for _, tt := range []struct {
		borders config.Borders
		ascii   bool
		want    string
	}{
		{config.HeavyActive, false, "─ ✗ a ──┬─ ✗ b ─\n        │\n        ┢━ ✗ c ━\n        ┃"},
		{config.Single, false, "─ ✗ a ──┬─ ✗ b ─\n        │\n        ├─ ✗ c ─\n        │"},
		{config.Double, false, "═ ✗ a ══╦═ ✗ b ═\n        ║\n        ╠═ ✗ c ═\n        ║"},
		{config.NoBorders, false, "  ✗ a      ✗ b\n\n           ✗ c\n"},
		{config.HeavyActive, true, "- x a --+- x b -\n        |\n        += x c =\n        #"},
	} {
		if got := draw(func(c *config.Theme) { c.Borders, c.ASCII = tt.borders, tt.ascii }); got != tt.want {
			t.Errorf("%s, ascii %v:\n%s\nwant\n%s", tt.borders, tt.ascii, got, tt.want)
		}
	}
}

// In ASCII mode, dormer itself writes only ASCII.
func TestASCIIOptionDrawsOnlyASCII(t *testing.T) {
	w := configured(t, func(c *config.Config) { c.Theme.ASCII = true })
	w.press("ctrl+b", "%", "ctrl+b", `"`)
	for _, opened := range []string{"help", "palette", "overview", "shelf", "theme.choose", "pane.kill", "tab.rename"} {
		w.do(w.m.dispatch(command.RunNamed{Command: opened}))
		for _, line := range w.frame() {
			for _, r := range line {
				if r > 0x7e {
					t.Errorf("%s: %q in %q", opened, r, line)
				}
			}
		}
		w.press("esc")
	}
	w.press("ctrl+b")
	w.take(w.paused())
	for _, o := range w.m.scene().Overlays {
		for _, r := range o.Text {
			if r > 0x7e {
				t.Errorf("hints: %q", r)
			}
		}
	}
}

func TestThemePairFollowsTheBackground(t *testing.T) {
	c := config.Default().Theme
	c.Name, c.Light, c.Dark = "nord", "github-light", "dracula"
	w := newWorld(t, standard)
	w.reconfigure(func(cfg *config.Config) { cfg.Theme = c })
	w.colors.Background = grid.RGB(255, 255, 255)
	w.m.updateTheme()
	if want := themeNamed("github-light"); w.m.outer.theme.Accent != want.Accent {
		t.Error("the theme did not follow the terminal's light background")
	}
}

func TestThemeListPreviewsThemes(t *testing.T) {
	w := newWorld(t, standard)
	before := w.m.outer.theme
	w.press("ctrl+b", "C")
	w.typed("dracula")
	if s := w.m.scene(); s.Theme.Accent != themeNamed("dracula").Accent {
		t.Error("the selected theme is not previewed")
	}
	w.press("esc")
	if w.m.outer.theme != before || w.m.config.Theme.Name != theme.Terminal {
		t.Error("leaving the list does not restore the old theme")
	}
	w.press("ctrl+b", "C")
	w.typed("nord")
	w.press("enter")
	if w.m.config.Theme.Name != "nord" || !strings.Contains(w.m.notices.Shown.Text, `name = "nord"`) {
		t.Errorf("the theme is %q, the notice %q", w.m.config.Theme.Name, w.m.notices.Shown.Text)
	}
	w.press("ctrl+b", "C")
	if it, _ := w.top().Selected(); it.Text != "nord" {
		t.Errorf("the list begins at %q", it.Text)
	}
	w.mouse(w.top().Rows.X, w.top().Rows.Y, keys.ButtonLeft, keys.MousePress)
	if w.m.scene(); w.m.config.Theme.Name != theme.Terminal {
		t.Error("a click does not preview the theme")
	}
}

// Keys bound for copy mode work there and only there.
func TestConfiguredKeysOfCopyMode(t *testing.T) {
	w := configured(t, func(c *config.Config) {
		c.Keys.Bind = []config.Bind{{Mode: config.Copy, Keys: "Q", Does: "copy-mode.return"}, {Mode: config.Copy, Keys: "q", Does: ""}}
	})
	w.press("ctrl+b", "[")
	id := w.m.activePane()
	if w.m.copyModes.Open[id] == nil {
		t.Fatal("copy mode is not entered")
	}
	if w.press("q"); w.m.copyModes.Open[id] == nil {
		t.Error("the unbound key still leaves copy mode")
	}
	if w.press("Q"); w.m.copyModes.Open[id] != nil {
		t.Error("the bound key does not leave copy mode")
	}
	w.press("Q")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "Q" {
		t.Errorf("outside of copy mode the child gets %q", got.Data)
	}
}

// Choosing a theme asks whether to save it, and writes it where the current theme is set. Reading
// the changed file then shows no notice.
func TestChosenThemeIsWritten(t *testing.T) {
	white := grid.RGB(255, 255, 255)
	for _, tt := range []struct {
		name, light, key string
		want             config.Theme
	}{
		{"its_name", "", "theme.name", config.Theme{Name: "nord"}},
		{"that_for_light_terminals", "github-light", "theme.light", config.Theme{Name: theme.Terminal, Light: "nord"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			w.m.config.Theme.Light = tt.light
			w.colors.Background = white
			var key, value string
			w.m.deps.KeepConfig = func(k, v string) (string, error) {
				key, value = k, v
				return "/home/x/config.toml", nil
			}
			w.press("ctrl+b", "C", "n", "o", "r", "d", "enter")
			if q, ok := w.m.dialog().(*dialog.Question); !ok || !strings.Contains(q.Detail, tt.key) {
				t.Fatalf("got %+v", w.m.dialog())
			}
			w.press("y")
			if key != tt.key || value != `"nord"` || !strings.Contains(w.m.notices.Shown.Text, "kept in /home/x/config.toml") {
				t.Errorf("%s = %s was written, the notice is %q", key, value, w.m.notices.Shown.Text)
			}
			if got := w.m.config.Theme; got.Name != tt.want.Name || got.Light != tt.want.Light {
				t.Errorf("the theme is %+v", got)
			}
			read := w.m.config.Clone()
			read.From[tt.key] = config.Place{File: "config.toml", Line: 2}
			w.take(configRead{check.Read{Config: read}})
			if !strings.Contains(w.m.notices.Shown.Text, "kept in") {
				t.Errorf("then the notice is %q", w.m.notices.Shown.Text)
			}
		})
	}
}

func TestThemeCannotBeWritten(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.KeepConfig = func(string, string) (string, error) { return "c", errors.New("read-only file system") }
	w.press("ctrl+b", "C", "n", "o", "r", "d", "enter", "y")
	if !strings.Contains(w.m.notices.Shown.Text, "until you leave: read-only file system") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("ctrl+b", "C", "t", "e", "r", "m", "enter", "n")
	if w.m.dialog() != nil || w.m.config.Theme.Name != theme.Terminal {
		t.Errorf("the theme is %q", w.m.config.Theme.Name)
	}
	w.press("ctrl+b", "C", "enter") // the current theme
	if w.m.dialog() != nil {
		t.Error("it asks about the current theme")
	}
}

// spotsText returns the text of a status line with a width.
func spotsText(s bars.Status, cols int) (text string) {
	for _, spot := range s.Spots(cols) {
		text += spot.Text
	}
	return text
}
