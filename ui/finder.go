package ui

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/sahilm/fuzzy"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/workspace"
)

// finder is a dialog that finds one of many things: what is typed filters them,
// Enter chooses the selected one. It lists a tree as well as a plain row of
// things, and shows a picture of the session that is selected.
type finder struct {
	title string
	// list gives what there is for what was typed, and the part of it that filters.
	// It is asked again whenever something may have changed.
	list  func(m *Model, typed string) (items []item, pattern string)
	empty string // said where nothing is listed
	does  string // what Enter does
	verbs []verb
	// picked is told what is selected, left that the dialog was left without a choice.
	picked func(*Model, item)
	left   func(*Model)
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

// listing is what a list is made for: the model as it was, and what was typed.
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
	// words are what else it is found by.
	words string
	// lit are the bytes of the text that were found, where the list itself filters.
	lit []int
	// disabled says why it cannot be chosen.
	disabled string
	// session is what a picture is shown of, uuid.Nil for none.
	session session.ID
	// at is what the picture shows, nil for the screen as it is.
	at *wire.Match
	// lines are shown in its place where there are any.
	lines  string
	choose func(*Model) tea.Cmd
}

// verb is something that can be done to the selected thing by a key, which must
// not be one that types.
type verb struct {
	key, title string
	// do may say that the dialog stays open.
	do func(*Model, item) (stay bool, cmd tea.Cmd)
}

// match is an item that what was typed finds, with the bytes of its text that
// were found.
type match struct {
	item int
	at   []int
}

func newFinder(title string, list func(*Model, string) ([]item, string)) *finder {
	return &finder{title: title, list: list, empty: "nothing matches", does: "chooses", field: newField("", "type to find")}
}

// openFinder opens a finder with its list as it is now.
func (m *Model) openFinder(f *finder) tea.Cmd {
	m.openDialog(f)
	f.refresh(m)
	return nil
}

// plain is a list that does not depend on what was typed.
func plain(list func(*Model) []item) func(*Model, string) ([]item, string) {
	return func(m *Model, typed string) ([]item, string) { return list(m), typed }
}

// refresh lists anew, where something may have changed, and stays with what is
// selected.
func (f *finder) refresh(m *Model) {
	now := listing{m.revision, f.field.Value()}
	if f.listed == now && f.shown != nil {
		return
	}
	f.listed = now
	before, had := f.selected()
	var pattern string
	f.items, pattern = f.list(m, f.field.Value())
	f.shown = find(f.items, strings.TrimSpace(pattern))
	f.at = min(f.at, max(len(f.shown)-1, 0))
	f.most = max(f.most, len(f.shown))
	if had {
		f.selectID(before.id)
	}
	f.news = ""
	if f.anything && strings.HasPrefix(f.field.Value(), "/") {
		f.news = m.searchState()
	}
	f.picture, f.pinned = nil, nil
	if it, ok := f.selected(); ok {
		f.picture, f.pinned = m.picture(it.session), it.at
		if f.picked != nil {
			f.picked(m, it)
		}
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
	texts := make([]string, len(items))
	tree := false
	for i, it := range items {
		if texts[i] = it.text; it.words != "" {
			texts[i] += " " + it.words
		}
		tree = tree || it.depth > 0
	}
	out := findWords(texts, strings.Fields(pattern))
	if !tree {
		return out
	}
	return withParents(items, out)
}

// findWords gives the texts in which each of some words is found, the best first.
func findWords(texts, words []string) []match {
	type hit struct {
		words, score int
		at           []int
	}
	hits := make([]hit, len(texts))
	for _, w := range words {
		for _, m := range fuzzy.Find(w, texts) {
			h := &hits[m.Index]
			h.words, h.score, h.at = h.words+1, h.score+m.Score, append(h.at, m.MatchedIndexes...)
		}
	}
	var out []match
	for i, h := range hits {
		if h.words == len(words) {
			slices.Sort(h.at)
			out = append(out, match{item: i, at: h.at})
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return cmp.Compare(hits[b.item].score, hits[a.item].score) })
	return out
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

func (f *finder) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	page := max(f.rows.H-1, 1)
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		if f.left != nil {
			f.left(m)
		}
		return true, nil
	case "enter":
		return f.choose(m)
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
		return f.other(m, k)
	}
	return false, nil
}

// other takes a key that is a verb's, or one that types.
func (f *finder) other(m *Model, k keys.Key) (bool, tea.Cmd) {
	for _, v := range f.verbs {
		if v.key != k.Name() {
			continue
		}
		it, ok := f.selected()
		if !ok {
			return false, nil
		}
		stay, cmd := v.do(m, it)
		return !stay, cmd
	}
	before := f.field.Value()
	f.field, _ = f.field.Update(teaKey(k))
	f.typed(before)
	return false, nil
}

// typed selects the best match of what was typed newly.
func (f *finder) typed(before string) {
	if f.field.Value() != before {
		f.at, f.top, f.shown = 0, 0, nil
	}
}

func (f *finder) choose(m *Model) (bool, tea.Cmd) {
	f.refresh(m) // several keys may have come in one read
	it, ok := f.selected()
	switch {
	case !ok || it.choose == nil:
		return false, nil
	case it.disabled != "":
		m.say(it.text + ": " + it.disabled)
		return false, nil
	}
	return true, it.choose(m)
}

func (f *finder) move(by int) { f.at = min(max(f.at+by, 0), max(len(f.shown)-1, 0)) }

func (f *finder) paste(text string) {
	before := f.field.Value()
	f.field, _ = f.field.Update(tea.PasteMsg{Content: text})
	f.typed(before)
}

// mouse selects with a click, chooses with a click on what is selected, and
// scrolls with the wheel.
func (f *finder) mouse(m *Model, e input.Mouse) (bool, tea.Cmd) {
	switch {
	case e.Button == keys.WheelUp:
		f.move(-wheelLines)
	case e.Button == keys.WheelDown:
		f.move(wheelLines)
	case e.Kind == keys.MousePress && e.Button == keys.ButtonLeft && f.rows.Contains(e.X, e.Y):
		at := f.top + e.Y - f.rows.Y
		if at >= len(f.shown) {
			return false, nil
		}
		if at == f.at {
			return f.choose(m)
		}
		f.at = at
	}
	return false, nil
}

// The sizes of a finder: beside a list of enough columns there is room for a
// picture.
const (
	finderWidest    = 120
	finderList      = 40
	finderMostRows  = 24
	finderLeastRows = 12 // with pictures
)

func (f *finder) render(size session.Size, l looks) overlay {
	inner, framed := size.Cols, false
	if size.Cols >= 20 && size.Rows >= 8 {
		inner, framed = min(size.Cols-6, finderWidest), true
	}
	room := max(size.Rows-1, 0)
	if framed {
		room = min(size.Rows-6, finderMostRows, max(f.most, 1))
		if f.pictured() {
			room = min(size.Rows-6, max(room, finderLeastRows))
		}
	}
	listed, pictured := inner, 0
	if framed && inner >= 2*finderList && (f.picture != nil || f.textual() != "") {
		listed = max(finderList, inner*2/5)
		pictured = inner - listed - 1
	}
	f.scroll(room)
	lines := []string{f.renderField(inner, l)}
	for i := range room {
		line := ""
		if at := f.top + i; at < len(f.shown) {
			line = f.renderItem(at, listed, l)
		} else if i == 0 {
			line = l.dim.Render(cut(cmp.Or(f.news, f.empty), listed))
		}
		if pictured > 0 && f.picture == nil {
			line = beside(line, listed, l.dim.Render(lineOf(f.textual(), i, pictured)))
		}
		lines = append(lines, line)
	}
	if framed {
		lines = append(lines, l.dim.Render(cut(f.foot(), inner)))
	}
	o := l.framed(lines, inner, size)
	f.place(&o, framed, room, listed, pictured, l)
	return o
}

// place notes where on the screen the parts of the dialog are.
func (f *finder) place(o *overlay, framed bool, room, listed, pictured int, l looks) {
	x, y := o.rect.X, o.rect.Y
	if framed {
		x, y = x+2, y+1
	}
	_, at := window(f.field, max(o.rect.W-grid.StringWidth(f.label()), 1), looks{})
	o.cursor = &point{x: min(x+grid.StringWidth(f.label())+at, o.rect.X+max(o.rect.W-1, 0)), y: y}
	if l.reader && len(f.shown) > 0 { // what is selected is read
		o.cursor = &point{x: x, y: y + 1 + f.at - f.top}
	}
	f.rows = workspace.Rect{X: x, Y: y + 1, W: listed, H: room}
	if pictured > 0 && f.picture != nil {
		o.previews = []preview{{rect: workspace.Rect{X: x + listed + 1, Y: y + 1, W: pictured, H: room}, client: f.picture, at: f.pinned}}
	}
}

// pictured reports whether any of its items can be shown.
func (f *finder) pictured() bool {
	return slices.ContainsFunc(f.items, func(it item) bool { return it.session != session.ID{} || it.lines != "" })
}

// textual is the text that is shown of the selected item.
func (f *finder) textual() string {
	it, _ := f.selected()
	return it.lines
}

// beside is a line of the list with what stands at its right.
func beside(line string, width int, right string) string {
	return line + strings.Repeat(" ", max(width-lipgloss.Width(line), 0)+1) + right
}

// lineOf is line i of a text, cut to a width.
func lineOf(text string, i, width int) string {
	for ; i > 0; i-- {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return ""
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return cut(line, width)
}

// scroll keeps the selected item in a window of a number of rows.
func (f *finder) scroll(room int) {
	if f.at < f.top {
		f.top = f.at
	}
	if f.at >= f.top+room {
		f.top = f.at - max(room, 1) + 1
	}
	f.top = max(min(f.top, len(f.shown)-room), 0)
}

func (f *finder) label() string {
	if f.title == "" {
		return ""
	}
	return f.title + " "
}

func (f *finder) renderField(inner int, l looks) string {
	label := f.label()
	text, _ := window(f.field, max(inner-grid.StringWidth(label), 1), l)
	return l.head.Render(cut(label, inner)) + text
}

// renderItem is one line of the list.
func (f *finder) renderItem(at, width int, l looks) string {
	s := f.shown[at]
	return renderItem(f.items[s.item], s.at, at == f.at, width, l)
}

// renderItem is an item as a line of a list: the selected one in reverse, so that it
// shows without colours too.
func renderItem(it item, found []int, selected bool, width int, l looks) string {
	mark := it.mark
	if mark == "" {
		mark = " "
	}
	head := strings.Repeat("  ", it.depth) + mark + " "
	right := it.right
	for right != "" && width-grid.StringWidth(head+right)-1 < 8 {
		right = right[:max(strings.LastIndex(right, ", "), 0)] // what comes first says most
	}
	room := width - grid.StringWidth(head+right) - 1
	text := cut(it.text, max(room, 0))
	detail := ""
	if left := room - grid.StringWidth(text) - 2; it.detail != "" && left > 3 {
		detail = "  " + cut(it.detail, left)
	}
	fill := strings.Repeat(" ", max(width-grid.StringWidth(head+text+detail+right), 0))
	if selected {
		return l.selected.Render(head + text + detail + fill + right)
	}
	if it.disabled != "" {
		return l.dim.Render(head + text + detail + fill + right)
	}
	return head + lit(text, found, l) + l.dim.Render(detail) + fill + l.key.Render(right)
}

// lit is a text with the bytes at some places lit; what was cut off is not.
func lit(text string, at []int, l looks) string {
	if len(at) == 0 {
		return text
	}
	return lipgloss.StyleRanges(text, ranges(text, at, l)...)
}

// ranges are the places of bytes in a text as ranges of columns.
func ranges(text string, at []int, l looks) []lipgloss.Range {
	var out []lipgloss.Range
	col, byteAt := 0, 0
	for rest := text; rest != ""; {
		cluster, w := grid.NextCluster(rest)
		if _, hit := slices.BinarySearch(at, byteAt); hit && w > 0 {
			out = append(out, lipgloss.NewRange(col, col+w, l.key))
		}
		col, byteAt, rest = col+w, byteAt+len(cluster), rest[len(cluster):]
	}
	return out
}

// foot says what the keys do.
func (f *finder) foot() string {
	if f.news != "" {
		return f.news
	}
	parts := []string{"Enter " + f.does}
	for _, v := range f.verbs {
		parts = append(parts, printed(v.key)+" "+v.title)
	}
	return strings.Join(append(parts, "Esc closes"), "   ")
}
