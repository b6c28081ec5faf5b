package dialog

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/workspace"
)

// Finder is a dialog that finds one of many things: what is typed filters them,
// Enter chooses the selected one. It lists a tree as well as a plain row of
// things, and shows a picture of the session that is selected.
type Finder struct {
	Title string
	// Placeholder is shown where nothing is typed yet, Empty where nothing is listed.
	Placeholder, Empty string
	Does               string // what Enter does
	Verbs              []Verb
	// More says that a key opens the menu of what is selected.
	More bool
	// Picked is what is asked for when another item is selected, nil for nothing; Left
	// when the dialog is left without a choice.
	Picked func(Item) command.Result
	Left   command.Result
	// Statuses says that it shows how sessions are: these are looked at while it is open.
	Statuses bool
	// Palette says that it is the palette: what is typed decides what is listed. Bright
	// says that what is behind is not dimmed, for it is looked at.
	Palette, Bright bool

	// Items are what is listed, and Shown those of them that match what is typed. Rows is
	// where they were drawn last. News says what goes on behind the list, in place of
	// what the keys do.
	Items []Item
	Shown []Match
	Rows  workspace.Rect
	News  string

	from     Source
	field    textinput.Model
	at       int  // of Shown
	top      int  // first of Shown in the box
	most     int  // items listed since it was opened: the box does not shrink
	pictured bool // the selected item is of a session that can be shown
	// listed is what the list was made for last.
	listed listing
}

// Source is where a finder gets what it lists.
type Source interface {
	// List gives what there is for what was typed, and the part of it that filters. It is
	// asked again whenever something may have changed.
	List(typed string) (items []Item, pattern string)
	// Revised is another number whenever the list may be another.
	Revised() uint64
	// Shows reports whether there is a picture of a session.
	Shows(session.ID) bool
	// News says what goes on behind the list for what was typed, empty for nothing.
	News(typed string) string
}

// listing is what a list is made for: the source as it was, and what was typed.
type listing struct {
	revision uint64
	typed    string
}

// Item is one thing that can be found.
type Item struct {
	// ID is what it is, however the list changes: the selection stays with it.
	ID   string
	Text string
	// Mark stands before the text, Detail after it, Right at the right edge, and Note over
	// its picture.
	Mark, Detail, Right, Note string
	// Depth is how deep it is in a tree: what follows deeper belongs to it.
	Depth int
	// Other is what else it is found by: each of the words or the beginning of one, and
	// before all others a whole phrase.
	Other command.Synonyms
	// Command says that it is a command: it is found by words and their beginnings, and
	// a remark behind its title counts less.
	Command bool
	// ByWord says that it is never selected unless its first word, or another name of it,
	// was typed. Sure says that it is what was typed.
	ByWord, Sure bool
	// ByHand says that it is never selected because another item has gone, and that choosing it
	// leaves the list open.
	ByHand bool
	// Lit are the bytes of the text that were found, where the list itself filters.
	Lit []int
	// Disabled says why it cannot be chosen.
	Disabled string
	// Session is what a picture is shown of, uuid.Nil for none.
	Session session.ID
	// About is what a menu of it is about; nil where it has none.
	About *command.Subject
	// At is what the picture shows, nil for the screen as it is.
	At *wire.Match
	// Lines are shown in its place where there are any; those of a Sentence are wrapped.
	Lines    string
	Sentence bool
	Choose   command.Result
}

// Verb is something that can be done to the selected thing by a key, which must
// not be one that types.
type Verb struct {
	Key, Title string
	Asks       func(Item) command.Result
}

// NewFinder is a finder that lists what a source has. [Finder.Refresh] fills it.
func NewFinder(title string, from Source) *Finder {
	return &Finder{Title: title, from: from, Placeholder: "type to find", Empty: "nothing matches", Does: "chooses", field: textfield.New("", "")}
}

// Refresh lists anew, where something may have changed, and stays with what is
// selected.
func (f *Finder) Refresh() {
	now := listing{f.from.Revised(), f.field.Value()}
	if f.listed == now && f.Shown != nil {
		return
	}
	f.listed = now
	before, had := f.Selected()
	var pattern string
	f.Items, pattern = f.from.List(f.field.Value())
	f.Shown = find(f.Items, strings.TrimSpace(pattern))
	f.at = min(f.at, max(len(f.Shown)-1, 0))
	f.most = max(f.most, len(f.Shown))
	if had {
		f.SelectID(before.ID)
		for f.at > 0 && f.at < len(f.Shown) && f.Items[f.Shown[f.at].Item].ID != before.ID && f.Items[f.Shown[f.at].Item].ByHand {
			f.at--
		}
	}
	f.News = f.from.News(f.field.Value())
	it, ok := f.Selected()
	f.pictured = ok && f.from.Shows(it.Session)
}

// find gives the items that a pattern matches: of a plain list the best first; a
// tree keeps its order, and what a found item belongs to.
func find(items []Item, pattern string) []Match {
	if pattern == "" {
		all := make([]Match, len(items))
		for i := range all {
			all[i] = Match{Item: i, at: items[i].Lit}
		}
		return all
	}
	out := matchAll(items, pattern)
	if slices.ContainsFunc(items, func(it Item) bool { return it.Depth > 0 }) {
		return withParents(items, out)
	}
	slices.SortStableFunc(out, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.level, a.level), unaskedLast(a, b), items[a.Item].PossibleFirst(items[b.Item]), cmp.Compare(b.score, a.score))
	})
	if len(out) > 0 && !out[0].asked {
		return nil // it is not to be selected, and the others are not meant
	}
	return out
}

// PossibleFirst puts what can be chosen in front of what cannot, for lists in which
// both are as good otherwise. What is found best stays in front even so: to say why
// it cannot be done is better than to do something else.
func (it Item) PossibleFirst(other Item) int {
	switch {
	case it.Disabled == "" && other.Disabled != "":
		return -1
	case it.Disabled != "" && other.Disabled == "":
		return 1
	}
	return 0
}

// unaskedLast puts what was not asked for by its word behind what is as good.
func unaskedLast(a, b Match) int {
	switch {
	case a.asked && !b.asked:
		return -1
	case !a.asked && b.asked:
		return 1
	}
	return 0
}

// withParents puts the found items of a tree back in order, with everything that
// they belong to.
func withParents(items []Item, found []Match) []Match {
	at := make(map[int][]int, len(found))
	for _, m := range found {
		at[m.Item] = m.at
		depth := items[m.Item].Depth
		for i := m.Item - 1; i >= 0 && depth > 0; i-- {
			if items[i].Depth < depth {
				depth = items[i].Depth
				if _, ok := at[i]; !ok {
					at[i] = nil
				}
			}
		}
	}
	out := make([]Match, 0, len(at))
	for i := range items {
		if hit, ok := at[i]; ok {
			out = append(out, Match{Item: i, at: hit})
		}
	}
	return out
}

// Selected is the item that Enter would choose.
func (f *Finder) Selected() (Item, bool) {
	if f.at >= len(f.Shown) {
		return Item{}, false
	}
	return f.Items[f.Shown[f.at].Item], true
}

// SelectID selects the item with an id, where it is listed.
func (f *Finder) SelectID(id string) {
	for i, s := range f.Shown {
		if f.Items[s.Item].ID == id {
			f.at = i
		}
	}
}

func (f *Finder) Key(k keys.Key) Result { return f.picking(func() Result { return f.take(k) }) }

// picking does something that may select another item, and asks for what is asked for
// then.
func (f *Finder) picking(do func() Result) Result {
	before, _ := f.Selected()
	r := do()
	if f.Picked == nil || r.Done {
		return r
	}
	f.Refresh()
	if it, ok := f.Selected(); ok && it.ID != before.ID {
		r.Asks = f.Picked(it)
	}
	return r
}

// take takes a key.
func (f *Finder) take(k keys.Key) Result {
	page := max(f.Rows.H-1, 1)
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		return closing(f.Left)
	case "enter":
		return f.choose()
	case "up", "ctrl+p":
		f.move(-1)
	case "down", "ctrl+n":
		f.move(1)
	case "pgup":
		f.move(-page)
	case "pgdown":
		f.move(page)
	case "ctrl+home":
		f.move(-len(f.Shown))
	case "ctrl+end":
		f.move(len(f.Shown))
	default:
		return f.other(k)
	}
	return stays
}

// other takes a key that is a verb's, or one that types.
func (f *Finder) other(k keys.Key) Result {
	it, ok := f.Selected()
	if k.Name() == menuKey && f.More {
		if !ok || it.About == nil {
			return stays
		}
		return Result{Asks: command.Ask(command.OpenMenuAt{About: *it.About, At: geometry.At(f.Rows.X+2*it.Depth+2, f.Rows.Y+f.at-f.top)})}
	}
	for _, v := range f.Verbs {
		if v.Key != k.Name() {
			continue
		}
		if !ok {
			return stays
		}
		return Result{Asks: v.Asks(it)}
	}
	before := f.field.Value()
	f.field, _ = f.field.Update(textfield.Key(k))
	f.retyped(before)
	return stays
}

// menuKey opens the menu of what is selected.
const menuKey = "ctrl+o"

// retyped selects the best match where something else is typed than before.
func (f *Finder) retyped(before string) {
	if f.field.Value() != before {
		f.at, f.top, f.Shown = 0, 0, nil
	}
}

func (f *Finder) choose() Result {
	before, drawn := f.Selected()
	f.Refresh() // several keys may have come in one read
	it, ok := f.Selected()
	switch {
	case !ok || it.Choose == (command.Result{}) && it.Disabled == "" || drawn && it.ID != before.ID: // what was lit is gone
		return stays
	case it.Disabled != "":
		return Result{Asks: command.Cannot(it.Disabled)}
	case it.ByHand:
		return Result{Asks: it.Choose}
	}
	return closing(it.Choose)
}

func (f *Finder) move(by int) { f.at = min(max(f.at+by, 0), max(len(f.Shown)-1, 0)) }

func (f *Finder) Paste(text string) Result {
	return f.picking(func() Result {
		before := f.field.Value()
		f.field, _ = f.field.Update(tea.PasteMsg{Content: text})
		f.retyped(before)
		return stays
	})
}

// Mouse selects with a click, chooses with a click on what is selected, and
// scrolls with the wheel.
func (f *Finder) Mouse(e input.Mouse) Result {
	return f.picking(func() Result {
		switch {
		case e.Button == keys.WheelUp:
			f.move(-keys.WheelLines)
		case e.Button == keys.WheelDown:
			f.move(keys.WheelLines)
		case e.Kind == keys.MousePress && f.Rows.Contains(e.X, e.Y):
			return f.pressed(e, f.top+e.Y-f.Rows.Y)
		}
		return stays
	})
}

// pressed takes a press on a line: the right button opens the menu of what it is.
func (f *Finder) pressed(e input.Mouse, at int) Result {
	switch {
	case at >= len(f.Shown) || e.Button != keys.ButtonLeft && e.Button != keys.ButtonRight:
		return stays
	case e.Button == keys.ButtonLeft && at == f.at:
		return f.choose()
	}
	f.at = at
	if it, ok := f.Selected(); ok && e.Button == keys.ButtonRight && it.About != nil {
		return Result{Asks: command.Ask(command.OpenMenuAt{About: *it.About, At: geometry.At(e.X, e.Y), Held: true})}
	}
	return stays
}

// Typed is what is typed.
func (f *Finder) Typed() string { return f.field.Value() }
