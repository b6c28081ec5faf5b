package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/keys"
	"dormer/ui/prompts"
)

func TestPromptExplainsAnEmptyName(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ",")
	o := w.m.dialog().Render(standard, defaultTheme().Looks())
	if text := ansi.Strip(o.Text); !strings.Contains(text, "› src ") {
		t.Errorf("got\n%s", text)
	}
}

// Other names of a command find it in the palette.
func TestOtherNamesLeadToCommands(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ":")
	if got := w.typed(">quit"); len(got) == 0 || got[0] != "leave dormer" {
		t.Errorf("quit finds %q", got)
	}
}

// The answers of a question can be clicked.
func TestQuestionAnswersByClick(t *testing.T) {
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

// A dialog that starts with a name has it selected: typed or pasted text replaces it, cursor keys
// edit it, and Enter alone changes nothing.
func TestNamesAreSelectedInitially(t *testing.T) {
	asks := []struct {
		title string
		ask   func(*world)
		begin func(*world) string // the initial text
		name  func(*world) string // the resulting name
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
			{"pasting", func(w *world) { w.m.dialog().Paste("new") }, func(string) string { return "new" }},
			{"end", func(w *world) { w.press("end", "2") }, func(first string) string { return first + "2" }},
			{"left", func(w *world) { w.press("left", "2") }, func(first string) string { return first[:len(first)-1] + "2" + first[len(first)-1:] }},
			{"home", func(w *world) { w.press("home", "2") }, func(first string) string { return "2" + first }},
			{"backspace", func(w *world) { w.press("backspace", "x") }, func(string) string { return "x" }},
		} {
			t.Run(a.title+"/"+tt.name, func(t *testing.T) {
				w := newWorld(t, standard)
				first := a.begin(w)
				a.ask(w)
				p, ok := w.m.dialog().(*dialog.Prompt)
				if selected := defaultTheme().Looks().Selected.Render(first); !ok || !strings.Contains(p.Render(standard, defaultTheme().Looks()).Text, selected) {
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

// Only y confirms: anything else typed when a question opens answers no.
func TestOnlyYConfirms(t *testing.T) {
	questions := map[string]func(w *world){
		"kill":         func(w *world) { w.press("ctrl+b", "X") },
		"end closed":   func(w *world) { w.press("ctrl+b", "x", "ctrl+b", "U", "ctrl+q") },
		"keep colours": func(w *world) { w.do(w.m.ask(prompts.KeepTheme("nord", "theme.name"))) },
		"paste lines":  func(w *world) { w.do(w.m.ask(prompts.PasteLines(w.m.activePane(), "a\nb\n"))) },
	}
	for name, ask := range questions {
		for key, yes := range map[string]bool{
			"y": true, "Y": true, "enter": false, "esc": false, "n": false, "N": false, "space": false, "a": false, "tab": false,
			"ctrl+c": false, "backspace": false,
		} {
			w := newWorld(t, standard)
			w.m.deps.KeepConfig = func(string, string) (string, error) { return "c", nil }
			ask(w)
			q, asks := w.m.dialog().(*dialog.Question)
			if !asks {
				t.Fatalf("%s: no question", name)
			}
			w.press("leftshift") // on the way to a capital letter
			if w.m.dialog() != dialog.Dialog(q) {
				t.Fatalf("%s: Shift answers the question", name)
			}
			k, err := keys.Parse(key)
			if err != nil {
				t.Fatal(err)
			}
			r := q.Key(k)
			if said := r.Asks != (command.Result{}); !r.Done || said != yes {
				t.Errorf("%s, %s: closes %v, yes %v", name, key, r.Done, said)
			}
		}
	}
}
