package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// eachSize visits screens from one cell to a usual size.
func eachSize(f func(session.Size)) {
	for rows := 1; rows <= 24; rows++ {
		for _, cols := range []int{1, 2, 3, 5, 8, 10, 15, 16, 20, 23, 24, 30, 40, 79, 80} {
			f(session.Size{Rows: rows, Cols: cols})
		}
	}
}

// rowsOf are the rows of an overlay as text, cut as the screen cuts them.
func rowsOf(o paint.Overlay) []string {
	lines := strings.Split(ansi.Strip(o.Text), "\n")
	return lines[:min(len(lines), o.Rect.H)]
}

func within(size session.Size, r workspace.Rect) bool {
	return r.X >= 0 && r.Y >= 0 && r.X+r.W <= size.Cols && r.Y+r.H <= size.Rows
}

// Whatever the size of the screen, what is typed can be seen and the cursor
// stands behind it.
func TestPromptShowsWhatIsTypedAtEverySize(t *testing.T) {
	eachSize(func(size session.Size) {
		p := newPrompt("Name of this tab", "日本語 a name that is longer than most Z", "", nil)
		o := p.render(size, defaultTheme().Looks())
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		if size.Cols < 8 {
			return
		}
		before := ansi.Cut(rowsOf(o)[o.Cursor.Y-o.Rect.Y], 0, o.Cursor.X-o.Rect.X)
		if !strings.HasSuffix(before, "Z") {
			t.Errorf("%+v: before the cursor stands %q", size, before)
		}
	})
}

func TestPromptSaysWhatAnEmptyNameStandsFor(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ",")
	o := w.m.dialog().render(standard, defaultTheme().Looks())
	if text := ansi.Strip(o.Text); !strings.Contains(text, "│ src ") {
		t.Errorf("got\n%s", text)
	}
}

// A question without its answers is a screen that hangs.
func TestQuestionShowsItsAnswersAtEverySize(t *testing.T) {
	eachSize(func(size session.Size) {
		q := &question{title: "Kill `a rather long title of a pane`?", detail: "Its process ends and cannot be brought back."}
		o := q.render(size, defaultTheme().Looks())
		text := strings.Join(rowsOf(o), "\n")
		if !within(size, o.Rect) {
			t.Errorf("%+v: box %+v", size, o.Rect)
		}
		if size.Cols >= 4 && !strings.Contains(text, "y/N") && !strings.Contains(text, "y yes   N no") {
			t.Errorf("%+v shows no answers:\n%s", size, text)
		}
		for _, row := range rowsOf(o) {
			if size.Cols >= 4 && grid.StringWidth(row) > size.Cols {
				t.Errorf("%+v cuts %q", size, row)
			}
		}
	})
}

// Help that does not say what a key does is of no use.
func TestHelpNamesKeysAndWhatTheyDo(t *testing.T) {
	eachSize(func(size session.Size) {
		h := newHelp(defaultKeymap())
		h.paste("new-window")
		o := h.render(size, defaultTheme().Looks())
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		if text := strings.Join(rowsOf(o), "\n"); size.Cols >= 30 && size.Rows >= 4 && !strings.Contains(text, "new tab") {
			t.Errorf("%+v:\n%s", size, text)
		}
	})
}

func TestHelpIsSearched(t *testing.T) {
	h := newHelp(defaultKeymap())
	all := h.lines(82, theme.Looks{})
	for _, want := range []string{"Tabs", "Mouse", "close tab"} {
		if !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("the help lacks %q", want)
		}
	}
	for _, tt := range []struct{ typed, want string }{
		{"TAB close", "Tabs|  Ctrl-b & close tab (undo brings it back)|"},
		{"detach", "Dormer|  Ctrl-b d leave dormer"},
		{"ctrl-b z", "Panes|  Ctrl-b z zoom pane"},
		{"no such thing", "Nothing does that. Esc closes, Ctrl-u takes back what you typed."},
	} {
		h = newHelp(defaultKeymap())
		h.paste(tt.typed)
		var got []string
		for _, line := range h.lines(82, theme.Looks{}) {
			head, _, _ := strings.Cut(line, "Ctrl-Shift")
			indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
			got = append(got, indent+strings.Join(strings.Fields(line), " "))
		}
		if s := strings.Join(got, "|"); !strings.HasPrefix(s, tt.want) {
			t.Errorf("%q finds %s", tt.typed, s)
		}
	}
}

// What others call a command leads to it in the palette.
func TestOtherNamesLeadToCommands(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ":")
	if got := w.typed(">quit"); len(got) == 0 || got[0] != "leave dormer" {
		t.Errorf("quit finds %q", got)
	}
}

// Hints that cannot all be shown say where all of them are.
func TestHintsLeadToTheHelpWhereTheyDoNotFit(t *testing.T) {
	eachSize(func(size session.Size) {
		o := hintsOf(size)
		if !within(size, o.Rect) {
			t.Errorf("%+v: box %+v", size, o.Rect)
		}
		if text := strings.Join(rowsOf(o), "\n"); size.Cols >= 16 && !strings.Contains(text, "all keys") {
			t.Errorf("%+v:\n%s", size, text)
		}
	})
}

// The hints hide as little of the panes as they can.
func TestHintsUseTheWidthOfTheScreen(t *testing.T) {
	for _, tt := range []struct{ cols, rows int }{{80, 20}, {110, 14}, {200, 8}} {
		o := hintsOf(session.Size{Rows: 50, Cols: tt.cols})
		if got := o.Rect.H - 2; got > tt.rows {
			t.Errorf("%d columns: %d rows of hints, want at most %d", tt.cols, got, tt.rows)
		}
		if text := ansi.Strip(o.Text); !strings.Contains(text, "suspend dormer") || !strings.Contains(text, "go to a tab") {
			t.Errorf("%d columns:\n%s", tt.cols, text)
		}
	}
}

// The upper half of a common screen stays visible, and what most people want most is
// among what is shown.
func TestHintsLeaveTheUpperHalfVisible(t *testing.T) {
	o := hintsOf(standard)
	if o.Rect.Y < standard.Rows/2 {
		t.Errorf("the box begins at row %d", o.Rect.Y)
	}
	text := ansi.Strip(o.Text)
	for _, want := range []string{"new tab", "split right", "undo close", "find anything", "leave dormer", "focus a pane", "all keys"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not among\n%s", want, text)
		}
	}
}

func TestHintsThatHaveNoRoomLeaveItToTheOthers(t *testing.T) {
	text := ansi.Strip(hintsOf(session.Size{Rows: 30, Cols: 100}).Text)
	if n := strings.Count(text, "all keys"); n != 1 {
		t.Errorf("it says %d times where all keys are:\n%s", n, text)
	}
	for _, want := range []string{"resize, to all sides", "copy, paste, choose"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is cut, and there is room:\n%s", want, text)
		}
	}
}

// prefixNode is where the keyboard is after the prefix.
func prefixNode(m *bind.Keymap) *bind.Node {
	k, _ := keys.Parse(m.Config.Prefix)
	return m.Root(config.Normal).Find(k)
}

func hintsOf(size session.Size) paint.Overlay {
	m := defaultKeymap()
	return hints(m, prefixNode(m), size, defaultTheme().Looks())
}

// The answers of a question can be clicked.
func TestAnswersAreClicked(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	id := w.m.activePane()
	for _, tt := range []struct {
		answer string
		gone   bool
	}{{"N no", false}, {"y yes", true}} {
		w.press("ctrl+b", "X")
		for y, row := range c.paint() {
			if before, _, ok := strings.Cut(row, tt.answer); ok && strings.Contains(row, "yes") {
				w.mouse(grid.StringWidth(before), y, keys.ButtonLeft, keys.MousePress)
			}
		}
		_, known := w.m.state.Sessions[id]
		if w.m.dialog() != nil || known == tt.gone {
			t.Errorf("after %s: the question %v, the session there %v", tt.answer, w.m.dialog(), known)
		}
	}
}

// A dialog that begins with a name shows it selected: what is typed or pasted takes its
// place, keys that move edit it, and Enter alone changes nothing.
func TestNamesAreSelectedAtFirst(t *testing.T) {
	asks := []struct {
		title string
		ask   func(*world)
		begin func(*world) string // what is shown at first
		name  func(*world) string // the name that was given
	}{
		{"tab", func(w *world) { w.press("ctrl+b", ",") },
			func(w *world) string { return w.m.state.TabTitle(w.m.activeTab()) }, func(w *world) string { return w.m.activeTab().Name }},
		{"pane", func(w *world) { w.press("ctrl+b", "$") },
			func(w *world) string { return w.m.state.Sessions[w.m.activePane()].DisplayTitle() }, func(w *world) string { return w.m.state.Sessions[w.m.activePane()].Name }},
		{"view", func(w *world) { w.press("ctrl+b", "alt+v") },
			func(w *world) string { return w.m.activeView().Name }, func(w *world) string { return w.m.activeView().Name }},
	}
	for _, a := range asks {
		for _, tt := range []struct {
			name string
			do   func(*world)
			want func(first string) string
		}{
			{"typing", func(w *world) { w.press("n", "e", "w") }, func(string) string { return "new" }},
			{"pasting", func(w *world) { w.m.dialog().paste("new") }, func(string) string { return "new" }},
			{"end", func(w *world) { w.press("end", "2") }, func(first string) string { return first + "2" }},
			{"left", func(w *world) { w.press("left", "2") }, func(first string) string { return first[:len(first)-1] + "2" + first[len(first)-1:] }},
			{"home", func(w *world) { w.press("home", "2") }, func(first string) string { return "2" + first }},
			{"backspace", func(w *world) { w.press("backspace", "x") }, func(string) string { return "x" }},
		} {
			t.Run(a.title+"/"+tt.name, func(t *testing.T) {
				w := newWorld(t, standard)
				first := a.begin(w)
				a.ask(w)
				p, ok := w.m.dialog().(*prompt)
				if !ok || !p.selected || p.field.Value() != first {
					t.Fatalf("the dialog is %+v, want %q, selected", w.m.dialog(), first)
				}
				tt.do(w)
				w.press("enter")
				if got := a.name(w); got != tt.want(first) {
					t.Errorf("the name is %q, want %q", got, tt.want(first))
				}
			})
		}
		t.Run(a.title+"/enter", func(t *testing.T) {
			w := newWorld(t, standard)
			before := a.name(w)
			a.ask(w)
			w.press("enter")
			if got := a.name(w); got != before {
				t.Errorf("the name is %q, was %q", got, before)
			}
		})
	}
}

// Each row of the help has a key, but for those that are told to have none.
func TestHelpTellsWhichCommandsHaveNoKey(t *testing.T) {
	some := false
	for _, s := range helpSections(defaultKeymap()) {
		without := strings.HasPrefix(s.title, "Without a key (Ctrl-b : finds them")
		some = some || without
		for _, r := range s.rows {
			if (len(r.keys) == 0) != without {
				t.Errorf("%s: %q has the keys %q", s.title, r.title, r.keys)
			}
		}
	}
	if !some {
		t.Error("nothing is said to have no key")
	}
}

// The search of the help understands what tmux' users type, with flags and numbers.
func TestHelpFindsTmuxCommands(t *testing.T) {
	for typed, want := range map[string]string{
		"split-window -h": "Ctrl-b % split right", "select-pane -L": "focus left", "resize-pane -R 5": "resize: right 5", "swap-pane -U": "swap with the previous pane",
		"resize-pane -Z": "Ctrl-b z zoom pane", "new-window": "Ctrl-b c new tab", "settings": "settings", "detach": "leave dormer", "kill-pane": "Ctrl-b X kill pane",
	} {
		h := newHelp(defaultKeymap())
		h.paste(typed)
		text := strings.Join(strings.Fields(strings.Join(h.lines(82, theme.Looks{}), " ")), " ")
		if !strings.Contains(text, want) {
			t.Errorf("%q finds %s", typed, text)
		}
		if strings.Contains(typed, " -") && strings.Contains(text, "split below") {
			t.Errorf("%q finds more than it says: %s", typed, text)
		}
	}
}

// Only y says yes: whatever else is typed while a question comes up answers no.
func TestOnlyYSaysYes(t *testing.T) {
	questions := map[string]func(w *world){
		"kill":         func(w *world) { w.press("ctrl+b", "X") },
		"end closed":   func(w *world) { w.press("ctrl+b", "x", "ctrl+b", "U", "ctrl+q") },
		"keep colours": func(w *world) { w.m.askKeepTheme(config.Theme{}, "nord") },
		"paste lines":  func(w *world) { w.do(w.m.askPaste("a\nb\n")) },
	}
	for name, ask := range questions {
		for key, yes := range map[string]bool{
			"y": true, "Y": true, "enter": false, "esc": false, "n": false, "N": false, "space": false, "a": false, "tab": false,
			"ctrl+c": false, "backspace": false,
		} {
			w := newWorld(t, standard)
			w.m.deps.KeepConfig = func(string, string) (string, error) { return "c", nil }
			ask(w)
			q, asks := w.m.dialog().(*question)
			if !asks {
				t.Fatalf("%s: no question", name)
			}
			w.press("leftshift") // on the way to a capital
			if w.m.dialog() != dialog(q) {
				t.Fatalf("%s: Shift answers", name)
			}
			k, err := keys.Parse(key)
			if err != nil {
				t.Fatal(err)
			}
			r := q.key(k)
			if said := r.asks != (command.Result{}); !r.done || said != yes {
				t.Errorf("%s, %s: closes %v, yes %v", name, key, r.done, said)
			}
		}
	}
}
