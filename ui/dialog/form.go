package dialog

import (
	"strings"

	"charm.land/bubbles/v2/textinput"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Field is a field of a form.
type Field struct {
	Title, Value string
	// Empty is the placeholder, which says what an empty value stands for.
	Empty string
	// Wrong is the error shown below it; it disappears when the field is edited.
	Wrong string
	// Offers returns completions of the typed text, the best first; nil for none.
	Offers func(typed string) []string
	// Left, if not nil, is called when the cursor leaves the field after it was edited.
	Left func(typed string) command.Result
}

// Form asks for several lines of text at once. Tab, Shift-Tab, the arrows and clicks move between
// fields, Enter accepts the form. Completions are listed below the field with the cursor: the
// arrows choose one, and Enter takes it, or Tab, which also moves on.
type Form struct {
	title  string
	fields []formField
	at     int
	// picked is the index of the chosen completion; -1 for none, and then Enter accepts the form.
	picked int
	// quiet hides the completions, after Esc or after one was taken.
	quiet  bool
	accept func(values []string) Answer
	// spots are the clickable rectangles, as last drawn.
	spots []formSpot
}

type formField struct {
	Field
	input   textinput.Model
	changed bool
}

// Answer is the result of accepting a form: what to do, or an error in a field.
type Answer struct {
	Asks  command.Result
	Field int
	Wrong string
}

// formSpot is a clickable rectangle.
type formSpot struct {
	workspace.Rect
	does func(*Form) Result
}

// NewForm returns a form with the cursor in the field at.
func NewForm(title string, fields []Field, at int, accept func([]string) Answer) *Form {
	f := &Form{title: title, at: at, picked: -1, accept: accept}
	for _, field := range fields {
		in := textfield.New("", field.Empty)
		in.CharLimit = 4000
		in.SetValue(field.Value)
		in.CursorEnd()
		f.fields = append(f.fields, formField{Field: field, input: in})
	}
	return f
}

// Wrong sets the error of a field, or clears it if wrong is empty.
func (f *Form) Wrong(field int, wrong string) { f.fields[field].Field.Wrong = wrong }

// maxOffers is the maximum number of completions that are listed.
const maxOffers = 5

// offers returns the completions of the field with the cursor.
func (f *Form) offers() []string {
	at := &f.fields[f.at]
	if at.Offers == nil || f.quiet {
		return nil
	}
	all := at.Offers(at.input.Value())
	if len(all) == 1 && all[0] == at.input.Value() {
		return nil
	}
	return all[:min(len(all), maxOffers)]
}

func (f *Form) Key(k keys.Key) Result {
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		if f.picked >= 0 {
			f.picked, f.quiet = -1, true
			return stays
		}
		return closes
	case "tab":
		if f.picked >= 0 {
			f.take(f.picked)
		}
		return f.goTo(f.at + 1)
	case "shift+tab":
		return f.goTo(f.at - 1)
	case "down", "ctrl+n":
		return f.step(1)
	case "up", "ctrl+p":
		return f.step(-1)
	case "enter":
		if f.picked >= 0 {
			return f.take(f.picked)
		}
		return f.finish()
	}
	if k.Modifier() {
		return stays
	}
	in, _ := f.fields[f.at].input.Update(textfield.Key(k))
	f.edited(in)
	return stays
}

// edited sets the field with the cursor after a key or a paste.
func (f *Form) edited(in textinput.Model) {
	at := &f.fields[f.at]
	before := at.input.Value()
	at.input = in
	if in.Value() != before {
		at.changed, at.Wrong = true, ""
		f.picked, f.quiet = -1, false
	}
}

func (f *Form) Paste(text string) Result {
	in, cut := textfield.Paste(f.fields[f.at].input, text)
	f.edited(in)
	return Result{Asks: command.Cannot(cut)}
}

// goTo moves the cursor to a field; the index wraps around.
func (f *Form) goTo(i int) Result {
	left := &f.fields[f.at]
	f.at, f.picked, f.quiet = (i+len(f.fields))%len(f.fields), -1, false
	if !left.changed || left.Left == nil {
		return stays
	}
	left.changed = false
	return Result{Asks: left.Left(left.input.Value())}
}

// step moves through the completions, or between fields if there are none.
func (f *Form) step(by int) Result {
	n := len(f.offers())
	if n == 0 || f.picked < 0 && by < 0 {
		return f.goTo(f.at + by)
	}
	f.picked += by
	if f.picked >= n {
		return f.goTo(f.at + 1)
	}
	return stays
}

// handleKey puts a completion into the field.
func (f *Form) take(i int) Result {
	if all := f.offers(); i < len(all) {
		at := &f.fields[f.at]
		at.input.SetValue(all[i])
		at.input.CursorEnd()
		at.changed, at.Wrong = true, ""
	}
	f.picked, f.quiet = -1, true
	return stays
}

// finish accepts the form, unless a field has an error.
func (f *Form) finish() Result {
	values := make([]string, len(f.fields))
	for i := range f.fields {
		values[i] = f.fields[i].input.Value()
	}
	a := f.accept(values)
	if a.Wrong == "" {
		return closing(a.Asks)
	}
	f.fields[a.Field].Wrong = a.Wrong
	f.at, f.picked, f.quiet = a.Field, -1, true
	return stays
}

// Mouse handles a click on a field, a completion or a button.
func (f *Form) Mouse(e input.Mouse) Result {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft {
		return stays
	}
	for _, s := range f.spots {
		if s.Contains(e.X, e.Y) {
			return s.does(f)
		}
	}
	return stays
}

// formRow is a rendered row of a form.
type formRow struct {
	text   string
	cursor int // column of the cursor, -1 for none
	does   func(*Form) Result
}

// The buttons of a form.
const (
	formMakes   = "  Enter create  "
	formCancels = "  Esc cancel  "
)

func (f *Form) Render(size session.Size, l theme.Looks) Overlay {
	f.spots = f.spots[:0]
	inner := min(size.Cols-frameCols, 70)
	rows := f.rows(inner, l)
	if inner < 30 || len(rows)+frameRows+2 > size.Rows {
		return f.renderLine(size, l)
	}
	lines := make([]string, 0, len(rows)+2)
	for _, r := range rows {
		lines = append(lines, r.text)
	}
	makes, cancels := l.Selected.Render(formMakes), l.Button.Render(formCancels)
	lines = append(lines, "", makes+"  "+cancels)
	o, text := box{title: f.title, cols: inner, lines: lines}.over(l, size)
	for y, r := range rows {
		if r.does != nil {
			f.spots = append(f.spots, formSpot{workspace.Rect{X: text.X, Y: text.Y + y, W: inner, H: 1}, r.does})
		}
		if r.cursor >= 0 {
			o.Cursor = &geometry.Point{X: text.X + r.cursor, Y: text.Y + y}
		}
	}
	last := text.Y + len(lines) - 1
	f.spots = append(f.spots,
		formSpot{workspace.Rect{X: text.X, Y: last, W: len(formMakes), H: 1}, (*Form).finish},
		formSpot{workspace.Rect{X: text.X + len(formMakes) + 2, Y: last, W: len(formCancels), H: 1}, func(*Form) Result { return closes }})
	return o
}

// rows renders the fields, each with its error and its completions below it.
func (f *Form) rows(inner int, l theme.Looks) (rows []formRow) {
	titles := 0
	for i := range f.fields {
		titles = max(titles, grid.StringWidth(f.fields[i].Title))
	}
	room := inner - titles - len("  ")
	indent := strings.Repeat(" ", titles+2)
	for i := range f.fields {
		field := &f.fields[i]
		title := field.Title + strings.Repeat(" ", titles-grid.StringWidth(field.Title)) + "  "
		pen := l.Dim
		if i == f.at {
			pen = l.Key
		}
		shown, x := textfield.Window(field.input, room, l.Dim.Render)
		row := formRow{text: pen.Render(title) + shown, cursor: -1, does: func(f *Form) Result { return f.goTo(i) }}
		if i == f.at {
			row.cursor = len(indent) + x
		}
		rows = append(rows, row)
		if field.Wrong != "" {
			for _, line := range Wrapped(field.Wrong, max(room, 1)) {
				rows = append(rows, formRow{indent + l.Bad.Render(line), -1, nil})
			}
		}
		if i != f.at {
			continue
		}
		for n, offer := range f.offers() {
			text := " " + grid.Cut(offer, max(room-2, 1)) + " "
			if n == f.picked {
				text = l.Selected.Render(text)
			} else {
				text = l.Dim.Render(text)
			}
			rows = append(rows, formRow{indent + text, -1, func(f *Form) Result { return f.take(n) }})
		}
	}
	return rows
}

// renderLine renders only the field with the cursor, in the last line of a screen that is too
// small for a box.
func (f *Form) renderLine(size session.Size, l theme.Looks) Overlay {
	at := &f.fields[f.at]
	label := grid.Cut(at.Title, size.Cols/2-1)
	if at.Wrong != "" {
		label = grid.Cut(at.Wrong, size.Cols*2/3)
	}
	if size.Cols < 8 {
		label = ""
	}
	if label != "" {
		label += " "
	}
	cols := grid.StringWidth(label)
	shown, x := textfield.Window(at.input, size.Cols-cols, l.Dim.Render)
	o := bottomLine(l.Key.Render(label)+shown, size)
	o.Cursor = &geometry.Point{X: cols + x, Y: o.Rect.Y}
	return o
}
