package dialog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/keys"
)

func named(texts ...string) (items []Item) {
	for _, t := range texts {
		depth := len(t) - len(strings.TrimLeft(t, " "))
		items = append(items, Item{ID: t, Text: strings.TrimSpace(t), Depth: depth})
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
		{"a tree keeps its order and the parents of a hit", tree, "serve", "main web serve"},
		{"a branch keeps siblings out", tree, "make", "main build make"},
		{"two hits share their parent", tree, "o", "main build logs other notes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := named(c.items...)
			var got []string
			for _, m := range find(items, c.pattern) {
				got = append(got, strings.ReplaceAll(items[m.Item].Text, " ", "_"))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%q finds %q, want %q", c.pattern, s, c.want)
			}
		})
	}
}

func TestEnabledItemsAreFoundFirst(t *testing.T) {
	items := named("go back", "go left", "undo")
	items[0].Disabled, items[2].Disabled = "why not", "why not"
	for pattern, want := range map[string]string{"go": "go left, go back", "undo": "undo"} {
		var got []string
		for _, m := range find(items, pattern) {
			got = append(got, items[m.Item].Text)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q finds %s, want %s", pattern, s, want)
		}
	}
}

// listed is a source whose items a test can change.
type listed struct {
	items    []Item
	revision uint64
	pictures bool
}

func (l *listed) List(typed string) ([]Item, string) { return l.items, typed }
func (l *listed) Revised() uint64                    { return l.revision }
func (l *listed) Shows(session.ID) bool              { return l.pictures }
func (l *listed) News(string) string                 { return "" }

// now replaces the items.
func (l *listed) now(items []Item) { l.items, l.revision = items, l.revision+1 }

// finderOf returns a finder over items with the given texts.
func finderOf(texts ...string) (*Finder, *listed) {
	l := &listed{items: named(texts...)}
	f := NewFinder("Go to", l)
	f.Refresh()
	return f, l
}

// press sends keys to a dialog and returns the last result.
func press(t *testing.T, d Dialog, names ...string) (r Result) {
	t.Helper()
	for _, name := range names {
		k, err := keys.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		r = d.Key(k)
	}
	return r
}

func TestFinderKeepsTheSelection(t *testing.T) {
	f, list := finderOf("one", "two", "three")
	press(t, f, "down", "down")
	list.now(named("zero", "one", "two", "three"))
	f.Refresh()
	if it, _ := f.Selected(); it.Text != "three" {
		t.Errorf("selected is %q", it.Text)
	}
	list.now(named("zero"))
	f.Refresh()
	if it, _ := f.Selected(); it.Text != "zero" {
		t.Errorf("after the list shrank selected is %q", it.Text)
	}
	if r := press(t, f, "t", "esc"); !r.Done {
		t.Error("Escape does not close it")
	}
}

// A list whose items do not match the typed text is not called empty: on the shelf that would mean
// that the closed panes are gone.
func TestFinderSaysWhyNothingIsShown(t *testing.T) {
	f, list := finderOf("one")
	f.Empty = "nothing was closed"
	shows := func(want string) {
		t.Helper()
		f.Refresh()
		if text := ansi.Strip(f.Render(session.Size{Rows: 24, Cols: 80}, looks).Text); !strings.Contains(text, want) {
			t.Errorf("%q is not shown:\n%s", want, text)
		}
	}
	press(t, f, "z")
	shows("nothing matches")
	list.now(nil)
	shows("nothing was closed")
}

func TestFinderIsShownAtEverySize(t *testing.T) {
	var texts []string
	for i := range 50 {
		texts = append(texts, fmt.Sprintf("%d 日本語 thing", i))
	}
	f, list := finderOf(texts...)
	for i := range list.items {
		list.items[i].Session = session.ID{1}
	}
	list.pictures = true
	list.now(list.items)
	f.Refresh()
	f.move(30)
	pictures := 0
	eachSize(func(size session.Size) {
		o := f.Render(size, looks)
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
		if pv := o.Preview; pv != nil {
			pictures++
			if !within(size, pv.Rect) {
				t.Errorf("%+v: preview at %+v", size, pv.Rect)
			}
		}
		if size.Rows < 2 || size.Cols < 20 {
			return
		}
		if shown := strings.Join(rowsOf(o), "\n"); !strings.Contains(shown, "30 日") {
			t.Errorf("%+v does not show the selected item:\n%s", size, shown)
		}
	})
	if pictures == 0 {
		t.Error("no size has a preview")
	}
}

func BenchmarkFinderOfAThousand(b *testing.B) {
	items := make([]Item, 1000)
	for i := range items {
		items[i] = Item{ID: fmt.Sprint(i), Text: fmt.Sprintf("session %d ~/src/project-%d/worktree", i, i%17)}
	}
	for b.Loop() {
		find(items, "proj wor 12")
	}
}

func TestFooterAlwaysShowsHowToLeave(t *testing.T) {
	f := NewFinder("x", &listed{})
	for _, title := range []string{"one thing", "another thing", "a third thing"} {
		f.Verbs = append(f.Verbs, Verb{Key: "ctrl+x", Title: title})
	}
	for width := 12; width < 100; width++ {
		for most := 1; most < 3; most++ {
			lines := f.foot(width, most, looks)
			all := ansi.Strip(strings.Join(lines, " "))
			if !strings.Contains(all, "Esc closes") || !strings.Contains(all, "Enter chooses") {
				t.Errorf("%d columns: %q", width, lines)
			}
			if width > 30 && len(lines) > most {
				t.Errorf("%d columns: %d lines", width, len(lines))
			}
		}
	}
}

// The lines of a tree show which items belong together.
func TestTreeIsDrawnWithLines(t *testing.T) {
	f, _ := finderOf("main", " build", "  make", "  logs", " web", "  serve", "other", " notes")
	var got []string
	for at := range f.Shown {
		got = append(got, ansi.Strip(f.treeLines(at, looks))+f.Items[at].Text)
	}
	want := []string{"main", "├ build", "│ ├ make", "│ ╰ logs", "╰ web", "  ╰ serve", "other", "╰ notes"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// If an item disappears between two frames, Enter does not choose the next one by accident.
func TestEnterIgnoresSelectionThatWasNotShown(t *testing.T) {
	things := named("one", "two")
	for i := range things {
		things[i].Choose = command.Ask(command.CopyText{Text: things[i].Text})
	}
	f, list := finderOf()
	list.now(things)
	f.Refresh()
	f.Render(standard, looks)
	list.now(things[1:])
	if r := press(t, f, "enter"); r != stays {
		t.Errorf("Enter for one chose %+v", r)
	}
	if r := press(t, f, "enter"); r != closing(things[1].Choose) {
		t.Errorf("the second Enter chose %+v", r)
	}
}

// Marks have the colours of their meanings, and details of an item are muted.
func TestItemDetailsAreMuted(t *testing.T) {
	l := looks
	it := Item{Text: "make", Detail: "~/src", Right: "opened 8s ago"}
	for mark, style := range map[string]lipgloss.Style{attention.MarkFailed: l.Bad, attention.MarkDone: l.Good, attention.MarkBell: l.Warn, attention.MarkOutput: l.Dim} {
		it.Mark = mark
		line := renderItem(it, "", nil, false, 60, l)
		for _, want := range []string{style.Render(mark), l.Dim.Render("  ~/src"), l.Dim.Render("opened 8s ago")} {
			if !strings.Contains(line, want) {
				t.Errorf("no %q in %q", want, line)
			}
		}
	}
}

// A list that does not fit shows the position in it.
func TestLongListShowsItsScrollPosition(t *testing.T) {
	for n, want := range map[int]string{3: "", 40: "12 of 40"} {
		var texts []string
		for i := range n {
			texts = append(texts, fmt.Sprint("thing ", i))
		}
		f, _ := finderOf(texts...)
		f.move(11)
		rows := rowsOf(f.Render(standard, looks))
		if last := rows[len(rows)-1]; strings.Contains(last, " of ") != (want != "") || !strings.Contains(last, want) {
			t.Errorf("%d items: it ends with %q", n, last)
		}
	}
}
