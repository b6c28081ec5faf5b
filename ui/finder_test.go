package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/keys"
)

func named(texts ...string) (items []item) {
	for _, t := range texts {
		depth := len(t) - len(strings.TrimLeft(t, " "))
		items = append(items, item{id: t, text: strings.TrimSpace(t), depth: depth})
	}
	return items
}

func TestFind(t *testing.T) {
	tree := []string{"main", " build", "  make", "  logs", " web", "  serve", "other", " notes"}
	for _, c := range []struct {
		name    string
		items   []string
		pattern string
		want    string
	}{
		{"nothing typed lists all in order", []string{"b", "a"}, "", "b a"},
		{"best first", []string{"xsxpxlx", "split", "sample plot"}, "spl", "split sample_plot xsxpxlx"},
		{"every word, in any order", []string{"close tab", "close pane", "new tab"}, "tab close", "close_tab"},
		{"no match", []string{"a"}, "z", ""},
		{"a tree keeps its order and what a hit belongs to", tree, "serve", "main web serve"},
		{"a branch keeps siblings out", tree, "make", "main build make"},
		{"two hits share their parent", tree, "o", "main build logs other notes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := named(c.items...)
			var got []string
			for _, m := range find(items, c.pattern) {
				got = append(got, strings.ReplaceAll(items[m.item].text, " ", "_"))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%q finds %q, want %q", c.pattern, s, c.want)
			}
		})
	}
}

func TestWhatCanBeChosenIsFoundFirst(t *testing.T) {
	items := named("go back", "go left", "undo")
	items[0].disabled, items[2].disabled = "why not", "why not"
	for pattern, want := range map[string]string{"go": "go left, go back", "undo": "undo"} {
		var got []string
		for _, m := range find(items, pattern) {
			got = append(got, items[m.item].text)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q finds %s, want %s", pattern, s, want)
		}
	}
}

// finderOf opens a finder over a list that the test may change.
func finderOf(w *world, list *[]string) *finder {
	f := newFinder("Go to", w.m.plain(func() []item { return named(*list...) }))
	w.do(w.m.openFinder(f))
	return f
}

func TestFinderStaysWithWhatIsSelected(t *testing.T) {
	w := newWorld(t, standard)
	list := []string{"one", "two", "three"}
	f := finderOf(w, &list)
	w.press("down", "down")
	list = slices.Insert(list, 0, "zero")
	w.m.changed()
	f.refresh()
	if it, _ := f.selected(); it.text != "three" {
		t.Errorf("selected is %q", it.text)
	}
	list = list[:1]
	w.m.changed()
	f.refresh()
	if it, _ := f.selected(); it.text != "zero" {
		t.Errorf("after the list shrank selected is %q", it.text)
	}
	w.press("t", "esc")
	if w.m.dialog() != nil {
		t.Error("escape leaves it open")
	}
}

func TestFinderIsShownAtEverySize(t *testing.T) {
	w := newWorld(t, standard)
	list := []string{}
	for i := range 50 {
		list = append(list, fmt.Sprintf("%d 日本語 thing", i))
	}
	f := finderOf(w, &list)
	f.picture = w.m.live[w.m.activePane()].client
	f.move(30)
	eachSize(func(size session.Size) {
		o := f.render(size, defaultTheme().Looks())
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		for _, pv := range o.Previews {
			if !within(size, pv.Rect) {
				t.Errorf("%+v: picture at %+v", size, pv.Rect)
			}
		}
		if size.Rows < 2 || size.Cols < 20 {
			return
		}
		if shown := strings.Join(rowsOf(o), "\n"); !strings.Contains(shown, "30 日") {
			t.Errorf("%+v does not show what is selected:\n%s", size, shown)
		}
	})
}

func TestFinderClicksChoose(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c", "ctrl+b", "c", "ctrl+b", "@")
	f, ok := w.m.dialog().(*finder)
	if !ok || len(f.shown) != 2 {
		t.Fatalf("the dialog is %T", w.m.dialog())
	}
	w.m.scene() // draws, and so knows where the rows are
	w.mouse(f.rows.X+2, f.rows.Y+1, keys.ButtonLeft, keys.MousePress)
	if w.m.dialog() == nil {
		t.Fatal("a click on another row chose it at once")
	}
	w.mouse(f.rows.X+2, f.rows.Y+1, keys.ButtonLeft, keys.MousePress)
	if tabs := w.m.activeView().Tabs; w.m.dialog() != nil || len(tabs) != 2 {
		t.Errorf("after the second click there are %d tabs", len(tabs))
	}
}

func BenchmarkFinderOfAThousand(b *testing.B) {
	items := make([]item, 1000)
	for i := range items {
		items[i] = item{id: fmt.Sprint(i), text: fmt.Sprintf("session %d ~/src/project-%d/worktree", i, i%17)}
	}
	for b.Loop() {
		find(items, "proj wor 12")
	}
}

// On a narrow screen the picture is below the list, and all that keys do is told.
func TestANarrowFinderHasItsPictureBelow(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.shows(id, 0, "the text of the pane")
	c := newCanvas(t, w)
	w.press("ctrl+b", "w")
	rows := strings.Join(c.paint(), "\n")
	list, picture := strings.Index(rows, "1 sh  /src"), strings.LastIndex(rows, "the text of the pane")
	if list < 0 || picture < list {
		t.Errorf("the picture is not below the list:\n%s", rows)
	}
	for _, foot := range []string{"Enter goes there", "Ctrl-s starts again", "Esc closes"} {
		if !strings.Contains(rows, foot) {
			t.Errorf("%q is not told:\n%s", foot, rows)
		}
	}
	w.press("esc")
	w.press("ctrl+b", ":")
	if rows := c.paint(); strings.Contains(strings.Join(rows[3:20], "\n"), "the text of the pane") {
		t.Error("the palette gives its lines away")
	}
}

func TestTheFootKeepsHowToLeave(t *testing.T) {
	f := newFinder("x", list{})
	for _, title := range []string{"one thing", "another thing", "a third thing"} {
		f.verbs = append(f.verbs, verb{key: "ctrl+x", title: title})
	}
	for width := 12; width < 100; width++ {
		for most := 1; most < 3; most++ {
			lines := f.foot(width, most)
			all := strings.Join(lines, " ")
			if !strings.Contains(all, "Esc closes") || !strings.Contains(all, "Enter chooses") {
				t.Errorf("%d columns: %q", width, lines)
			}
			if width > 30 && len(lines) > most {
				t.Errorf("%d columns: %d lines", width, len(lines))
			}
		}
	}
}

// The right button on a line of a list opens the menu of what it is; going there
// leaves the list.
func TestALineOfAListHasAMenu(t *testing.T) {
	w, left, right := twoPanes(t)
	c := newCanvas(t, w)
	w.press("ctrl+b", "w")
	c.paint()
	f := w.top()
	at := slices.IndexFunc(f.shown, func(s match) bool { return f.items[s.item].session == left && f.items[s.item].depth > 0 })
	w.mouse(f.rows.X+5, f.rows.Y+at, keys.ButtonRight, keys.MousePress)
	w.mouse(f.rows.X+5, f.rows.Y+at, keys.ButtonRight, keys.MouseRelease)
	d := w.menuOf()
	if d == nil || d.about != (command.Subject{Kind: command.AboutOther, Pane: left}) {
		t.Fatalf("got %+v", w.m.dialog())
	}
	w.press("g", "enter")
	if w.m.dialog() != nil || w.m.activePane() != left {
		t.Errorf("%d dialogs, focus on the other: %v", len(w.m.dialogs), w.m.activePane() == right)
	}
}
