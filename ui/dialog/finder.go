package dialog

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/workspace"
)

// Finder is a dialog that finds one of many items: typing filters them, Enter chooses the selected
// one. It shows a tree or a plain list, and a picture of the selected session.
type Finder struct {
	Title string
	// Placeholder is shown while the field is empty, Empty while there are no items.
	Placeholder, Empty string
	Does               string // what Enter does
	Verbs              []Verb
	// More enables a key that opens the menu of the selected item.
	More bool
	// Picked, if not nil, is called when another item becomes selected; its result is carried
	// out. Left is carried out when the dialog is closed without a choice.
	Picked func(Item) command.Result
	Left   command.Result
	// Statuses is set if it shows the status of sessions, which is updated while it is open.
	Statuses bool
	// Palette is set for the palette, whose items depend on the typed text. Bright leaves the
	// screen behind it undimmed, because the user looks at it.
	Palette, Bright bool

	// Items are all items, Shown those that match the typed text, and Rows the rectangle in which
	// they were last drawn. News is a message about work in the background, shown instead of the
	// keys.
	Items []Item
	Shown []Match
	Rows  workspace.Rect
	News  string

	from     Source
	field    textinput.Model
	at       int  // selected index in Shown
	top      int  // index in Shown of the first row
	maxShown int  // maximum length of Shown since it was opened: the box does not shrink
	pictured bool // the selected item's session has a picture
	// listed is the input from which the current list was made.
	listed listing
}

// Source provides the items of a finder.
type Source interface {
	// List returns the items for the typed text, and the part of the text that filters them. It is
	// called again whenever something may have changed.
	List(typed string) (items []Item, pattern string)
	// Revised returns a number that changes whenever the list may have changed.
	Revised() uint64
	// Shows reports whether there is a picture of a session.
	Shows(session.ID) bool
	// News returns a message about work in the background for the typed text; empty for none.
	News(typed string) string
}

// listing is the input of [Source.List]: the revision of the source, and the typed text.
type listing struct {
	revision uint64
	typed    string
}

// Item is an entry of a list.
type Item struct {
	// ID identifies the item when the list changes, so that the selection stays with it.
	ID   string
	Text string
	// Mark is shown before the text, Detail after it, Right at the right edge, and Note above its
	// picture.
	Mark, Detail, Right, Note string
	// Depth is its depth in a tree: the deeper items after it belong to it.
	Depth int
	// Other holds further search terms: words, which match by their beginning too, and phrases,
	// which rank first.
	Other command.Synonyms
	// Command is set for commands: they match by words and their beginnings, and the remark
	// after the title ranks lower.
	Command bool
	// ByWord items are selected only if their first word, or another of their names, was typed.
	// Sure is set if the typed text names exactly this item.
	ByWord, Sure bool
	// ByHand items are not selected when another item disappears, and choosing one leaves the
	// list open.
	ByHand bool
	// Lit holds the positions of the bytes to highlight, if the source itself filters.
	Lit []int
	// Disabled is the reason why it cannot be chosen; empty if it can.
	Disabled string
	// Session is the session whose picture is shown; uuid.Nil for none.
	Session session.ID
	// About is the subject of its menu; nil if it has no menu.
	About *command.Subject
	// At is the match that the picture shows; nil for the current screen.
	At *wire.Match
	// Lines, if not empty, are shown instead of the picture; with Sentence they are wrapped.
	Lines    string
	Sentence bool
	Choose   command.Result
}

// Verb is a key that acts on the selected item. It must not be a key that types text.
type Verb struct {
	Key, Title string
	Asks       func(Item) command.Result
}

// NewFinder returns a finder for a source. [Finder.Refresh] fills it.
func NewFinder(title string, from Source) *Finder {
	return &Finder{Title: title, from: from, Placeholder: "type to find", Empty: nothingMatches, Does: "chooses", field: textfield.New("", "")}
}

const nothingMatches = "nothing matches"

// Refresh updates the list if something may have changed. The selection stays with its item.
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
	f.maxShown = max(f.maxShown, len(f.Shown))
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

// find returns the items that match a pattern. A plain list has the best match first; a tree
// keeps its order and the parents of matches.
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
		return cmp.Or(cmp.Compare(b.level, a.level), byWordLast(a, b), items[a.Item].CompareEnabled(items[b.Item]), cmp.Compare(b.score, a.score))
	})
	if len(out) > 0 && !out[0].asked {
		return nil // the best match must not be selected, and the others match worse
	}
	return out
}

// CompareEnabled orders enabled items before disabled ones that match equally well. A better match
// stays first even if it is disabled: to say why it cannot run is better than to run something
// else.
func (it Item) CompareEnabled(other Item) int {
	switch {
	case it.Disabled == "" && other.Disabled != "":
		return -1
	case it.Disabled != "" && other.Disabled == "":
		return 1
	}
	return 0
}

// byWordLast orders [Item.ByWord] items whose word was not typed after others that match equally
// well.
func byWordLast(a, b Match) int {
	switch {
	case a.asked && !b.asked:
		return -1
	case !a.asked && b.asked:
		return 1
	}
	return 0
}

// withParents returns the matches in a tree in their order, together with their parents.
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

// Selected returns the item that Enter would choose.
func (f *Finder) Selected() (Item, bool) {
	if f.at >= len(f.Shown) {
		return Item{}, false
	}
	return f.Items[f.Shown[f.at].Item], true
}

// SelectID selects the item with an id, if it is listed.
func (f *Finder) SelectID(id string) {
	for i, s := range f.Shown {
		if f.Items[s.Item].ID == id {
			f.at = i
		}
	}
}

func (f *Finder) Key(k keys.Key) Result {
	return f.notifyPicked(func() Result { return f.handleKey(k) })
}

// notifyPicked calls do. If that selects another item, the result of [Finder.Picked] is added.
func (f *Finder) notifyPicked(do func() Result) Result {
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

// handleKey handles a key.
func (f *Finder) handleKey(k keys.Key) Result {
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
		return f.editKey(k)
	}
	return stays
}

// editKey handles a verb's key, or a key that edits the text.
func (f *Finder) editKey(k keys.Key) Result {
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
	f.resetIfTyped(before)
	return stays
}

// menuKey opens the menu of the selected item.
const menuKey = "ctrl+o"

// resetIfTyped selects the best match if the typed text has changed.
func (f *Finder) resetIfTyped(before string) {
	if f.field.Value() != before {
		f.at, f.top, f.Shown = 0, 0, nil
	}
}

func (f *Finder) choose() Result {
	before, drawn := f.Selected()
	f.Refresh() // several keys may have come in one read
	it, ok := f.Selected()
	switch {
	case !ok || it.Choose == (command.Result{}) && it.Disabled == "" || drawn && it.ID != before.ID: // the item that was shown selected is gone
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
	return f.notifyPicked(func() Result {
		before := f.field.Value()
		var cut string
		f.field, cut = textfield.Paste(f.field, text)
		f.resetIfTyped(before)
		return Result{Asks: command.Cannot(cut)}
	})
}

// Mouse selects an item with a click, chooses it with a click on the selected item, and scrolls
// with the wheel.
func (f *Finder) Mouse(e input.Mouse) Result {
	return f.notifyPicked(func() Result {
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

// pressed handles a press on an item: the right button opens its menu.
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

// Typed returns the typed text.
func (f *Finder) Typed() string { return f.field.Value() }
