package bars

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/theme"
)

// Status is all that the status line may have to say.
type Status struct {
	// Layout is what stands where, in the words of the configuration.
	Layout config.Status
	// Workspace, View, Dir, Branch, Title, Output and Clock stand for the parts of these
	// names; Host gives the machine's name, and is asked only where that is shown.
	Workspace, View, Dir, Branch, Title, Output, Clock string
	Host                                               func() (string, error)
	// Notice takes the place of all but what is urgent, Aside goes on with it where
	// there is room.
	Notice, Aside string
	// Hint is the key for help, Prefix the keys pressed of a sequence, and Doing what
	// the keyboard is in the middle of.
	Hint, Prefix, Doing string
	// Locked says that all keys go to the pane, and Unlocks which one takes that away.
	Locked  bool
	Unlocks string
	// Logged is where the output of the active pane goes beside its screen; empty for
	// nowhere.
	Logged string
	// KeyOf is the key of a command.
	KeyOf func(command string) string
	// Waiting is how many sessions ask to be looked at, by what for.
	Waiting []Waiting
	// Undo is how much was closed, Unread how much is new, and News what the newest is.
	Undo, Unread int
	News         string
	Zoomed       bool
	// Synced is how many panes take what is typed, Hidden how many floating ones are not
	// shown.
	Synced, Hidden int
	// Elsewhere are the other views in which something asks to be looked at.
	Elsewhere []View
}

// Waiting is a number of sessions that ask to be looked at for the same: their mark,
// the word for it ("finished"), the name of one that is alone, and how it looks.
type Waiting struct {
	Count            int
	Mark, Word, Name string
	Style            Style
}

// View is a view with its mark, and the command that shows it.
type View struct{ Text, Does string }

// StatusSpot is a piece of the status line: the columns [X, End) where it stands, what
// it says, and the command that a click on it does, empty for none.
type StatusSpot struct {
	X, End int
	Text   string
	Style  Style
	Does   string
}

// Style is what a piece of the status line is, by which it is told from the others.
type Style uint8

// The kinds of pieces.
const (
	Plain  Style = iota
	Chip         // the workspace
	Sync         // where what is typed goes
	Prefix       // keys that wait for more
	Notice       // what just happened
	Hint         // what can be done, and what matters less
	Good         // what ended well
	Bad          // what failed
	Asks         // what asks for an answer
)

// between are the columns between two segments, in the middle of which is a line.
const (
	between      = " │ "
	leastBetween = 2 // between the left and the right of the line
)

// segment is a part of the line that is shown whole or not at all, in wordings from
// long to short; rank is what it is worth.
type segment struct {
	wordings []wording
	rank     int
	alone    bool // it has its own look, and no line beside it
}

// wording is what a segment says, and what the wording before is worth: where room is
// needed, the cheapest goes first, be it a wording or a segment.
type wording struct {
	spots []StatusSpot
	price int
}

func (s segment) spots() []StatusSpot { return s.wordings[0].spots }

func (s segment) width() (w int) {
	for _, p := range s.spots() {
		w += grid.StringWidth(p.Text)
	}
	return w
}

// The prices of wordings: of a key beside what it is for, and of names.
const (
	priceOfOffer = 1
	priceOfName  = 33
	priceOfWord  = 55
)

// The ranks of what is no part that the user chose.
const (
	rankLog = 72

	rankChip = 100 + iota
	rankSync
	rankLock
	rankPrefix
)

// ranks are those of the parts.
var ranks = map[string]int{
	"{waiting}": 90, "{new}": 85, "{directory}": 80, "{elsewhere}": 75, "{zoomed}": 70, "{branch}": 60,
	"{view}": 55, "{closed}": 50, "{title}": 40, "{help}": 35, "{output}": 30, "{clock}": 20, "{host}": 10,
}

// Spots lays the status line out in a number of columns, from the left.
func (s Status) Spots(cols int) []StatusSpot {
	first := s.first()
	if s.Notice != "" {
		return s.noticed(first, cols)
	}
	if s.Doing != "" {
		first, _ = fitted(first, nil, cols)
		l := line{cols: cols}
		l.add(first)
		return l.say(fit(s.Doing, max(cols-l.x-2, 0)), Hint)
	}
	left, right := fitted(append(first, s.segments(s.ownLeft())...), s.segments(s.Layout.Right), cols)
	l := line{cols: cols}
	l.add(left)
	return l.addRight(right)
}

// noticed is a line with a notice, which is not cut for what always stands there.
func (s Status) noticed(first []segment, cols int) []StatusSpot {
	if narrow := segmentsWidth(first) + grid.StringWidth(s.Notice) + 2; narrow > cols {
		first = slices.DeleteFunc(first, func(g segment) bool { return g.rank == rankChip })
	}
	first, _ = fitted(first, nil, cols)
	l := line{cols: cols}
	l.add(first)
	if said := s.Notice + s.Aside; s.Aside != "" && l.x+grid.StringWidth(said)+2 < cols {
		s.Notice = said
	}
	shown := line{cols: cols, x: l.x, spots: l.spots}
	out := shown.say(fit(s.Notice, max(cols-l.x-2, 0)), Notice)
	_, right := fitted(nil, s.segments(s.Layout.Right), cols-shown.x-1)
	shown.spots = out
	return shown.addRight(right)
}

// first are the segments that stand at the left whatever the line says.
func (s Status) first() []segment {
	var out []segment
	add := func(rank int, style Style, does string, wordings ...string) {
		g := segment{rank: rank, alone: true}
		for _, text := range wordings {
			g.wordings = append(g.wordings, wording{[]StatusSpot{{Text: " " + text + " ", Style: style, Does: does}}, priceOfName})
		}
		out = append(out, g)
	}
	if chip := s.chip(); chip != "" {
		add(rankChip, Chip, "overview", chip)
	}
	if s.Locked {
		add(rankLock, Sync, "keys.lock", "LOCKED, "+s.Unlocks+" unlocks", "LOCKED")
	}
	if s.Synced > 1 {
		mark := strings.TrimSpace(theme.SyncMark)
		add(rankSync, Sync, "sync.tab", fmt.Sprintf("%s types into %d panes", mark, s.Synced), mark)
	}
	if s.Logged != "" {
		add(rankLog, Hint, "", "log: "+s.Logged, "log")
	}
	if s.Prefix != "" {
		add(rankPrefix, Prefix, "", s.Prefix+" …")
	}
	return out
}

// chip is what the workspace is called, where that stands first.
func (s Status) chip() string {
	if left := s.Layout.Left; len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		return s.expand(left[0])
	}
	return ""
}

// ownLeft is the left of the line without the chip.
func (s Status) ownLeft() []string {
	if left := s.Layout.Left; len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		return left[1:]
	}
	return s.Layout.Left
}

// expand is a text with its parts, as they are told in full; empty where it has some and
// none says anything.
func (s Status) expand(text string) string {
	values := map[string]string{}
	parts, said := 0, 0
	for _, name := range config.Parts {
		values[name] = ""
		if strings.Contains(text, name) {
			if parts++; len(s.part(name)) > 0 {
				said++
				values[name] = s.part(name)[0]
			}
		}
	}
	if parts > 0 && said == 0 {
		return ""
	}
	return Expand(text, values)
}

// part are the wordings of a part of the status line, from long to short; none where
// there is nothing to say.
func (s Status) part(name string) []string {
	switch name {
	case "{workspace}":
		return saying(s.Workspace)
	case "{view}":
		return saying(s.View)
	case "{directory}":
		if s.Dir == "" {
			return nil
		}
		return DirWordings(s.Dir)
	case "{branch}":
		return saying(s.Branch)
	case "{title}":
		return saying(s.Title)
	case "{output}":
		return saying(s.Output)
	case "{waiting}":
		var said []string
		for _, w := range s.Waiting {
			said = append(said, fmt.Sprintf("%d %s", w.Count, w.Word))
		}
		return saying(strings.Join(said, ", "))
	case "{elsewhere}":
		var said []string
		for _, v := range s.Elsewhere {
			said = append(said, v.Text)
		}
		return saying(strings.Join(said, "  "))
	case "{zoomed}":
		if s.Zoomed {
			return saying("zoomed")
		}
		if s.Hidden > 0 {
			return s.offering(fmt.Sprintf("%d hidden", s.Hidden), "float.hide", "shows")
		}
	case "{new}":
		if s.Unread > 0 {
			return s.unread()
		}
	case "{closed}":
		if s.Undo > 0 {
			return s.offering(fmt.Sprintf("%d closed", s.Undo), "undo.close", "brings back")
		}
	case "{help}":
		return saying(s.Hint)
	case "{clock}":
		return saying(s.Clock)
	case "{host}":
		host, _ := s.Host()
		return saying(host)
	}
	return nil
}

func saying(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// unread says how much is new, and what the newest is.
func (s Status) unread() []string {
	text := fmt.Sprintf("%d new", s.Unread)
	if s.News == "" {
		return s.offering(text, "inbox", "shows")
	}
	last := text + ": " + s.News
	if s.Unread > 1 {
		last = text + ", the last: " + s.News
	}
	return append(s.offering(last, "inbox", "shows"), text)
}

// offering is a text with the key for what can be done about it, and without.
func (s Status) offering(text, command, does string) []string {
	return []string{text + ", " + s.KeyOf(command) + " " + does, text}
}

// segments are those of the entries of a list that say something.
func (s Status) segments(entries []string) (out []segment) {
	for _, entry := range entries {
		switch entry {
		case "{elsewhere}":
			for _, v := range s.Elsewhere {
				out = append(out, segment{rank: ranks[entry], wordings: []wording{{spots: []StatusSpot{{Text: v.Text, Style: Asks, Does: v.Does}}}}})
			}
		case "{waiting}":
			if len(s.Waiting) > 0 {
				out = append(out, s.waiting())
			}
		default:
			if g := s.segment(entry); len(g.wordings) > 0 {
				out = append(out, g)
			}
		}
	}
	return out
}

// waiting says how many sessions ask to be looked at, and what for.
func (s Status) waiting() segment {
	spots := func(gap string, text func(Waiting) string) (out []StatusSpot) {
		for i, w := range s.Waiting {
			if i > 0 {
				out = append(out, StatusSpot{Text: gap})
			}
			out = append(out, StatusSpot{Text: strings.TrimSpace(text(w)), Style: w.Style, Does: "inbox"})
		}
		return out
	}
	counted := func(w Waiting) string { return fmt.Sprintf("%s %d %s", w.Mark, w.Count, w.Word) }
	named := spots("  ", func(w Waiting) string {
		if w.Count == 1 && w.Name != "" {
			return counted(w) + ": " + cutWords(w.Name, widestName)
		}
		return counted(w)
	})
	offer := StatusSpot{Text: "  " + s.KeyOf("attention.next") + " goes there", Style: Hint, Does: "attention.next"}
	return segment{rank: ranks["{waiting}"], wordings: []wording{
		{spots: append(slices.Clone(named), offer)},
		{named, priceOfOffer},
		{spots("  ", counted), priceOfName},
		{spots(" ", func(w Waiting) string { return fmt.Sprintf("%s%d", w.Mark, w.Count) }), priceOfWord},
	}}
}

// segment is an entry in all wordings that its parts allow: those that say least shorten
// first, and then go.
func (s Status) segment(entry string) segment {
	var names []string
	values := map[string][]string{}
	rank := 0
	for _, name := range config.Parts {
		if strings.Contains(entry, name) {
			names, values[name] = append(names, name), s.part(name)
			rank = max(rank, ranks[name])
		}
	}
	slices.SortFunc(names, func(a, b string) int { return ranks[a] - ranks[b] })
	g := segment{rank: rank}
	for price := 0; ; {
		if p := s.pieces(entry, values); len(p) > 0 {
			g.wordings = append(g.wordings, wording{p, price})
		}
		var at string
		at, price = cheapest(names, values)
		if at == "" {
			return g
		}
		values[at] = values[at][1:]
	}
}

// cheapest is the part of an entry whose wording is worth least, and how much; empty
// where nothing is left but what is worth as much as the segment.
func cheapest(names []string, values map[string][]string) (at string, price int) {
	for i, name := range names {
		worth := priceOfName
		switch n := len(values[name]); {
		case n == 0 || n == 1 && i == len(names)-1:
			continue
		case n == 1:
			worth = ranks[name]
		case strings.Contains(values[name][0], values[name][1]+", "):
			worth = priceOfOffer
		}
		if at == "" || worth < price {
			at, price = name, worth
		}
	}
	return at, price
}

// pieces are the words of an entry; none where it has parts and none of them says
// anything.
func (s Status) pieces(entry string, values map[string][]string) (out []StatusSpot) {
	first, said := map[string]string{}, len(values) == 0
	for name, v := range values {
		first[name] = ""
		if len(v) > 0 {
			first[name], said = v[0], true
		}
	}
	if !said {
		return nil
	}
	for i, w := range words(entry, first) {
		if i > 0 && w.gap > 0 {
			out = append(out, StatusSpot{Text: strings.Repeat(" ", w.gap)})
		}
		out = append(out, StatusSpot{Text: w.text, Style: styleOf(w.part), Does: s.command(w.part)})
	}
	return out
}

// styleOf is how a part looks.
func styleOf(part string) Style {
	switch part {
	case "{workspace}":
		return Chip
	case "{branch}", "{closed}", "{help}", "{clock}", "{host}", "{title}":
		return Hint
	case "{new}", "{zoomed}":
		return Asks
	}
	return Plain
}

// command is what a click on a part does.
func (s Status) command(part string) string {
	switch part {
	case "{workspace}":
		return "overview"
	case "{view}":
		return "menu.open view"
	case "{title}":
		return "menu.open"
	case "{zoomed}":
		if s.Zoomed {
			return "pane.zoom"
		}
		return "float.hide"
	case "{new}":
		return "inbox"
	case "{closed}":
		return "shelf"
	case "{help}":
		return "help"
	}
	return ""
}
