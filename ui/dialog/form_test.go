package dialog

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// newTestForm returns a form that accepts any branch but "taken".
func newTestForm() (f *Form, got *[]string, left *[]string) {
	got, left = new([]string), new([]string)
	all := []string{"main", "master", "fix"}
	f = NewForm("New worktree", []Field{
		{Title: "Repository", Value: "~/project", Left: func(typed string) command.Result {
			*left = append(*left, typed)
			return command.Cannot("looked at")
		}},
		{Title: "Branch", Empty: "a new one, or one that exists", Offers: func(typed string) (out []string) {
			for _, b := range all {
				if typed != "" && strings.HasPrefix(b, typed) {
					out = append(out, b)
				}
			}
			return out
		}},
		{Title: "Prompt"},
	}, 1, func(values []string) Answer {
		if values[1] == "taken" {
			return Answer{Field: 1, Wrong: "that is taken: choose another name"}
		}
		*got = values
		return Answer{Asks: command.Cannot("made")}
	})
	return f, got, left
}

// typeInto presses keys by name and types other texts.
func typeInto(d Dialog, names ...string) (last Result) {
	for _, name := range names {
		if n, err := keys.ReadName(name); err == nil && len(name) > 1 {
			k, _ := keys.Parse(n)
			last = d.Key(k)
			continue
		}
		for _, r := range name {
			last = d.Key(keys.Key{Code: r, Text: string(r)})
		}
	}
	return last
}

func TestForm(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want []string
	}{
		{"typed", []string{"login", "Tab", "do 日本語", "Enter"}, []string{"~/project", "login", "do 日本語"}},
		{"completed", []string{"ma", "Down", "Down", "Enter", "Enter"}, []string{"~/project", "master", ""}},
		{"completed_by_tab", []string{"ma", "Down", "Down", "Tab", "x", "Enter"}, []string{"~/project", "master", "x"}},
		{"back_from_offers", []string{"ma", "Down", "Up", "Enter"}, []string{"~/project", "ma", ""}},
		{"offers_left", []string{"ma", "Down", "Esc", "Enter"}, []string{"~/project", "ma", ""}},
		{"round", []string{"Tab", "Tab", "x", "Enter"}, []string{"~/projectx", "", ""}},
		{"back", []string{"Shift-Tab", "y", "Enter"}, []string{"~/projecty", "", ""}},
		{"arrows", []string{"Down", "p", "Up", "b", "Enter"}, []string{"~/project", "b", "p"}},
		{"wrong_then_right", []string{"Tab", "keep", "Tab", "Tab", "taken", "Enter", "2", "Enter"}, []string{"~/project", "taken2", "keep"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, got, _ := newTestForm()
			r := typeInto(f, tt.keys...)
			if !r.Done || r.Asks.Why != "made" || !slices.Equal(*got, tt.want) {
				t.Errorf("got %q, %+v; want %q", *got, r, tt.want)
			}
		})
	}
}

func TestFormReportsChangedFields(t *testing.T) {
	f, _, left := newTestForm()
	typeInto(f, "Shift-Tab", "Tab")
	if len(*left) > 0 {
		t.Errorf("reported %q although no field was changed", *left)
	}
	if r := typeInto(f, "Shift-Tab", "s", "Tab"); r.Asks.Why != "looked at" || !slices.Equal(*left, []string{"~/projects"}) {
		t.Errorf("got %+v, reported %q", r, *left)
	}
}

func TestFormIsFilledByMouse(t *testing.T) {
	f, got, _ := newTestForm()
	size := session.Size{Rows: 24, Cols: 80}
	click := func(text string) Result {
		t.Helper()
		o := f.Render(size, looks)
		for y, row := range rowsOf(o) {
			if x := strings.Index(ansi.Strip(row), text); x >= 0 {
				x = ansi.StringWidth(ansi.Strip(row)[:x])
				return f.Mouse(input.Mouse{Mouse: keys.Mouse{Kind: keys.MousePress, Button: keys.ButtonLeft, X: o.Rect.X + x + 1, Y: o.Rect.Y + y}})
			}
		}
		t.Fatalf("%q is not shown:\n%s", text, ansi.Strip(o.Text))
		return Result{}
	}
	click("Prompt")
	typeInto(f, "work")
	click("Branch")
	typeInto(f, "ma")
	click("master")
	if r := click("Enter create"); !r.Done || !slices.Equal(*got, []string{"~/project", "master", "work"}) {
		t.Errorf("got %q, %+v", *got, r)
	}
	f, _, _ = newTestForm()
	if r := click("cancel"); !r.Done || r.Asks.Why != "" {
		t.Errorf("got %+v", r)
	}
}

func TestFormAtEverySize(t *testing.T) {
	eachSize(func(size session.Size) {
		f, _, _ := newTestForm()
		typeInto(f, "taken", "Enter")
		o := f.Render(size, looks)
		if !within(size, o.Rect) || o.Cursor == nil || !o.Rect.Contains(o.Cursor.X, o.Cursor.Y) {
			t.Fatalf("%+v: box %+v, cursor %+v", size, o.Rect, o.Cursor)
		}
	})
	f, _, _ := newTestForm()
	typeInto(f, "taken", "Enter")
	o := f.Render(session.Size{Rows: 24, Cols: 80}, looks)
	if text := ansi.Strip(o.Text); !strings.Contains(text, "that is taken: choose another name") || !strings.Contains(text, "Branch      taken") {
		t.Errorf("got\n%s", text)
	}
}
