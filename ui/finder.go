package ui

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/workspace"
)

// finder is a dialog that finds one of many things: what is typed filters them,
// Enter chooses the selected one. It lists a tree as well as a plain row of
// things, and shows a picture of the session that is selected.
type finder struct {
	title string
	from  source
	empty string // said where nothing is listed
	does  string // what Enter does
	verbs []verb
	// more says that a key opens the menu of what is selected.
	more bool
	// picked is what is asked for when another item is selected, nil for nothing; left
	// when the dialog is left without a choice.
	picked func(item) command.Result
	left   command.Result
	field  textinput.Model

	// anything says that it is the palette: what is typed says what is listed.
	anything bool

	items   []item
	shown   []match
	at      int // of shown
	top     int // first of shown in the box
	most    int // items listed since it was opened: the box does not shrink
	rows    workspace.Rect
	picture *client.Session
	pinned  *wire.Match // what of it the picture shows
	// news says what goes on behind the list, in place of what the keys do.
	news string
	// listed is what the list was made for last.
	listed listing
}

// source is where a finder gets what it lists.
type source interface {
	// list gives what there is for what was typed, and the part of it that filters. It is
	// asked again whenever something may have changed.
	list(typed string) (items []item, pattern string)
	// revised is another number whenever the list may be another.
	revised() uint64
	// shows is the session that a picture is made of; nil where there is none.
	shows(session.ID) *client.Session
	// news says what goes on behind the list for what was typed, empty for nothing.
	news(typed string) string
}

// listing is what a list is made for: the source as it was, and what was typed.
type listing struct {
	revision uint64
	typed    string
}

// item is one thing that can be found.
type item struct {
	// id is what it is, however the list changes: the selection stays with it.
	id   string
	text string
	// mark stands before the text, detail after it, right at the right edge.
	mark, detail, right string
	// depth is how deep it is in a tree: what follows deeper belongs to it.
	depth int
	// other is what else it is found by: each of the words or the beginning of one, and
	// before all others a whole phrase.
	other command.Synonyms
	// command says that it is a command: it is found by words and their beginnings, and
	// a remark behind its title counts less.
	command bool
	// byWord says that it is never selected unless its first word, or another name of it,
	// was typed. sure says that it is what was typed.
	byWord, sure bool
	// lit are the bytes of the text that were found, where the list itself filters.
	lit []int
	// disabled says why it cannot be chosen.
	disabled string
	// session is what a picture is shown of, uuid.Nil for none.
	session session.ID
	// about is what a menu of it is about; nil where it has none.
	about *command.Subject
	// at is what the picture shows, nil for the screen as it is.
	at *wire.Match
	// lines are shown in its place where there are any; a sentence is wrapped.
	lines    string
	sentence bool
	choose   command.Result
}

// verb is something that can be done to the selected thing by a key, which must
// not be one that types.
type verb struct {
	key, title string
	asks       func(item) command.Result
}

func newFinder(title string, from source) *finder {
	return &finder{title: title, from: from, empty: "nothing matches", does: "chooses", field: textfield.New("", "type to find")}
}

// openFinder opens a finder with its list as it is now.
func (m *Model) openFinder(f *finder) tea.Cmd {
	m.openDialog(f)
	f.refresh()
	return nil
}

// refresh lists anew, where something may have changed, and stays with what is
// selected.
func (f *finder) refresh() {
	now := listing{f.from.revised(), f.field.Value()}
	if f.listed == now && f.shown != nil {
		return
	}
	f.listed = now
	before, had := f.selected()
	var pattern string
	f.items, pattern = f.from.list(f.field.Value())
	f.shown = find(f.items, strings.TrimSpace(pattern))
	f.at = min(f.at, max(len(f.shown)-1, 0))
	f.most = max(f.most, len(f.shown))
	if had {
		f.selectID(before.id)
	}
	f.news = f.from.news(f.field.Value())
	f.picture, f.pinned = nil, nil
	if it, ok := f.selected(); ok {
		f.picture, f.pinned = f.from.shows(it.session), it.at
	}
}

// find gives the items that a pattern matches: of a plain list the best first; a
// tree keeps its order, and what a found item belongs to.
func find(items []item, pattern string) []match {
	if pattern == "" {
		all := make([]match, len(items))
		for i := range all {
			all[i] = match{item: i, at: items[i].lit}
		}
		return all
	}
	out := matchAll(items, pattern)
	if slices.ContainsFunc(items, func(it item) bool { return it.depth > 0 }) {
		return withParents(items, out)
	}
	slices.SortStableFunc(out, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.level, a.level), unaskedLast(a, b), items[a.item].possibleFirst(items[b.item]), cmp.Compare(b.score, a.score))
	})
	if len(out) > 0 && !out[0].asked {
		return nil // it is not to be selected, and the others are not meant
	}
	return out
}

// possibleFirst puts what can be chosen in front of what cannot, for lists in which
// both are as good otherwise. What is found best stays in front even so: to say why
// it cannot be done is better than to do something else.
func (it item) possibleFirst(other item) int {
	switch {
	case it.disabled == "" && other.disabled != "":
		return -1
	case it.disabled != "" && other.disabled == "":
		return 1
	}
	return 0
}

// unaskedLast puts what was not asked for by its word behind what is as good.
func unaskedLast(a, b match) int {
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
func withParents(items []item, found []match) []match {
	at := make(map[int][]int, len(found))
	for _, m := range found {
		at[m.item] = m.at
		depth := items[m.item].depth
		for i := m.item - 1; i >= 0 && depth > 0; i-- {
			if items[i].depth < depth {
				depth = items[i].depth
				if _, ok := at[i]; !ok {
					at[i] = nil
				}
			}
		}
	}
	out := make([]match, 0, len(at))
	for i := range items {
		if hit, ok := at[i]; ok {
			out = append(out, match{item: i, at: hit})
		}
	}
	return out
}

// selected is the item that Enter would choose.
func (f *finder) selected() (item, bool) {
	if f.at >= len(f.shown) {
		return item{}, false
	}
	return f.items[f.shown[f.at].item], true
}

// selectID selects the item with an id, where it is listed.
func (f *finder) selectID(id string) {
	for i, s := range f.shown {
		if f.items[s.item].id == id {
			f.at = i
		}
	}
}

func (f *finder) key(k keys.Key) result { return f.picking(func() result { return f.take(k) }) }

// picking does something that may select another item, and asks for what is asked for
// then.
func (f *finder) picking(do func() result) result {
	before, _ := f.selected()
	r := do()
	if f.picked == nil || r.done {
		return r
	}
	f.refresh()
	if it, ok := f.selected(); ok && it.id != before.id {
		r.asks = f.picked(it)
	}
	return r
}

// take takes a key.
func (f *finder) take(k keys.Key) result {
	page := max(f.rows.H-1, 1)
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		return closing(f.left)
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
		f.move(-len(f.shown))
	case "ctrl+end":
		f.move(len(f.shown))
	default:
		return f.other(k)
	}
	return stays
}

// other takes a key that is a verb's, or one that types.
func (f *finder) other(k keys.Key) result {
	it, ok := f.selected()
	if k.Name() == menuKey && f.more {
		if !ok || it.about == nil {
			return stays
		}
		return result{asks: command.Ask(command.OpenMenuAt{About: *it.about, At: geometry.At(f.rows.X+2*it.depth+2, f.rows.Y+f.at-f.top)})}
	}
	for _, v := range f.verbs {
		if v.key != k.Name() {
			continue
		}
		if !ok {
			return stays
		}
		return result{asks: v.asks(it)}
	}
	before := f.field.Value()
	f.field, _ = f.field.Update(textfield.Key(k))
	f.typed(before)
	return stays
}

// menuKey opens the menu of what is selected.
const menuKey = "ctrl+o"

// typed selects the best match of what was typed newly.
func (f *finder) typed(before string) {
	if f.field.Value() != before {
		f.at, f.top, f.shown = 0, 0, nil
	}
}

func (f *finder) choose() result {
	before, drawn := f.selected()
	f.refresh() // several keys may have come in one read
	it, ok := f.selected()
	switch {
	case !ok || it.choose == (command.Result{}) && it.disabled == "" || drawn && it.id != before.id: // what was lit is gone
		return stays
	case it.disabled != "":
		return result{asks: command.Cannot(it.disabled)}
	}
	return closing(it.choose)
}

func (f *finder) move(by int) { f.at = min(max(f.at+by, 0), max(len(f.shown)-1, 0)) }

func (f *finder) paste(text string) result {
	return f.picking(func() result {
		before := f.field.Value()
		f.field, _ = f.field.Update(tea.PasteMsg{Content: text})
		f.typed(before)
		return stays
	})
}

// mouse selects with a click, chooses with a click on what is selected, and
// scrolls with the wheel.
func (f *finder) mouse(e input.Mouse) result {
	return f.picking(func() result {
		switch {
		case e.Button == keys.WheelUp:
			f.move(-wheelLines)
		case e.Button == keys.WheelDown:
			f.move(wheelLines)
		case e.Kind == keys.MousePress && f.rows.Contains(e.X, e.Y):
			return f.pressed(e, f.top+e.Y-f.rows.Y)
		}
		return stays
	})
}

// pressed takes a press on a line: the right button opens the menu of what it is.
func (f *finder) pressed(e input.Mouse, at int) result {
	switch {
	case at >= len(f.shown) || e.Button != keys.ButtonLeft && e.Button != keys.ButtonRight:
		return stays
	case e.Button == keys.ButtonLeft && at == f.at:
		return f.choose()
	}
	f.at = at
	if it, ok := f.selected(); ok && e.Button == keys.ButtonRight && it.about != nil {
		return result{asks: command.Ask(command.OpenMenuAt{About: *it.about, At: geometry.At(e.X, e.Y), Held: true})}
	}
	return stays
}
