package bars

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/theme"
)

// Status is everything that the status line may show.
type Status struct {
	// Layout is the configured order of the segments.
	Layout config.Status
	// Workspace, View, Dir, Branch, Title, Output and Clock are the values of the parts with
	// these names. Host returns the machine's name; it is called only if the name is shown.
	Workspace, View, Dir, Branch, Title, Output, Clock string
	Host                                               func() (string, error)
	// Notice replaces everything except urgent segments. Aside is appended to it if there is
	// room.
	Notice, Aside string
	// Hint is the key for help, Prefix the keys pressed so far of a sequence, and Doing the
	// mode that the keyboard is in.
	Hint, Prefix, Doing string
	// Locked means that all keys go to the pane. Unlocks is the key that ends that.
	Locked  bool
	Unlocks string
	// Logged is the file or command that the active pane's output also goes to; empty for none.
	Logged string
	// Granted is the number of permissions that the user has given to agents.
	Granted int
	// KeyOf returns the key of a command.
	KeyOf func(command string) string
	// Waiting counts the sessions that need attention, by reason, and Working the agents that
	// work.
	Waiting []Waiting
	Working int
	// Undo is the number of closed items, Unread the number of new messages, and News the
	// newest of them.
	Undo, Unread int
	News         string
	Zoomed       bool
	// Synced is the number of panes that receive what is typed, Hidden the number of hidden
	// floating panes.
	Synced, Hidden int
	// Elsewhere lists the other views in which something needs attention.
	Elsewhere []View
}

// Waiting is a number of sessions that need attention for the same reason. It has their mark,
// the word for the reason ("finished"), the name of the session if it is the only one, and the
// style.
type Waiting struct {
	Count            int
	Mark, Word, Name string
	Style            Style
}

// View is a view's name with its mark, and the command that shows the view.
type View struct{ Text, Does string }

// StatusSpot is a piece of the status line: its columns [X, End), its text, and the command
// that a click on it runs, empty for none.
type StatusSpot struct {
	X, End int
	Text   string
	Style  Style
	Does   string
}

// Style is the kind of a piece of the status line; the theme gives each kind its look.
type Style uint8

// Kinds of pieces.
const (
	Plain  Style = iota
	Chip         // the workspace
	Sync         // where typed keys go
	Prefix       // the first keys of a sequence
	Notice       // a message about something that just happened
	Hint         // an offer, or something less important
	Good         // success
	Bad          // failure
	Asks         // something that needs an answer
)

// between separates two segments; the line is in its middle.
const (
	between = " │ "
	minGap  = 2 // minimum between the left and the right of the line
)

// segment is a part of the line that is shown whole or not at all. It has wordings from long to
// short. rank is its importance.
type segment struct {
	wordings []wording
	rank     int
	alone    bool // it has a background of its own, and no separator beside it
}

// wording is one text of a segment. price is the importance of the longer wording before it:
// when room is needed, the cheapest wording or segment is dropped first.
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

// Prices of wordings: of a key shown beside what it is for, of a name, and of a word.
const (
	priceOfOffer = 1
	priceOfName  = 33
	priceOfWord  = 55
)

// Ranks of the segments that the user did not configure.
const (
	rankLog    = 72
	rankGrants = 71

	rankChip = 100 + iota
	rankSync
	rankLock
	rankPrefix
)

// ranks holds the ranks of the configurable parts.
var ranks = map[string]int{
	"{waiting}": 90, "{new}": 85, "{directory}": 80, "{elsewhere}": 75, "{zoomed}": 70, "{branch}": 60,
	"{view}": 55, "{closed}": 50, "{title}": 40, "{help}": 35, "{output}": 30, "{clock}": 20, "{host}": 10,
}

// Does returns the command that a click at column x runs; empty for none.
func (s Status) Does(x, cols int) string {
	for _, spot := range s.Spots(cols) {
		if x >= spot.X && x < spot.End {
			return spot.Does
		}
	}
	return ""
}

// Spots lays out the status line in cols columns and returns its pieces from left to right.
func (s Status) Spots(cols int) []StatusSpot {
	first := s.first()
	if s.Notice != "" {
		return s.withNotice(first, cols)
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

// withNotice lays out a line with a notice. It drops the workspace's name rather than cut the
// notice.
func (s Status) withNotice(first []segment, cols int) []StatusSpot {
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

// first returns the segments that stand at the left in every case.
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
	if s.Granted > 0 {
		add(rankGrants, Hint, "grants", fmt.Sprintf("granted: %d", s.Granted), fmt.Sprintf("g%d", s.Granted))
	}
	if s.Prefix != "" {
		add(rankPrefix, Prefix, "", s.Prefix+" …")
	}
	return out
}

// chip returns the text of the first segment if it contains the workspace's name, or "" if it
// does not.
func (s Status) chip() string {
	if left := s.Layout.Left; len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		return s.expand(left[0])
	}
	return ""
}

// ownLeft returns the configured left side without the chip.
func (s Status) ownLeft() []string {
	if left := s.Layout.Left; len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		return left[1:]
	}
	return s.Layout.Left
}

// expand returns a text with its parts in their longest wording. It returns "" if the text has
// parts and none of them has a value.
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

// part returns the wordings of a part of the status line, from long to short, or nil if it has
// nothing to show.
func (s Status) part(name string) []string {
	switch name {
	case "{workspace}":
		return oneWording(s.Workspace)
	case "{view}":
		return oneWording(s.View)
	case "{directory}":
		if s.Dir == "" {
			return nil
		}
		return DirWordings(s.Dir)
	case "{branch}":
		return oneWording(s.Branch)
	case "{title}":
		return oneWording(s.Title)
	case "{output}":
		return oneWording(s.Output)
	case "{waiting}":
		var said []string
		for _, w := range s.counts() {
			said = append(said, fmt.Sprintf("%d %s", w.Count, w.Word))
		}
		return oneWording(strings.Join(said, ", "))
	case "{elsewhere}":
		var said []string
		for _, v := range s.Elsewhere {
			said = append(said, v.Text)
		}
		return oneWording(strings.Join(said, "  "))
	case "{zoomed}":
		if s.Zoomed {
			return oneWording("zoomed")
		}
		if s.Hidden > 0 {
			return s.withKey(fmt.Sprintf("%d hidden", s.Hidden), "float.hide", "shows")
		}
	case "{new}":
		if s.Unread > 0 {
			return s.unread()
		}
	case "{closed}":
		if s.Undo > 0 {
			return s.withKey(fmt.Sprintf("%d closed", s.Undo), "undo.close", "brings back")
		}
	case "{help}":
		return oneWording(s.Hint)
	case "{clock}":
		return oneWording(s.Clock)
	case "{host}":
		host, _ := s.Host()
		return oneWording(host)
	}
	return nil
}

func oneWording(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// unread returns wordings for the number of new messages and the newest of them.
func (s Status) unread() []string {
	text := fmt.Sprintf("%d new", s.Unread)
	if s.News == "" {
		return s.withKey(text, "inbox", "shows")
	}
	last := text + ": " + s.News
	if s.Unread > 1 {
		last = text + ", the last: " + s.News
	}
	return append(s.withKey(last, "inbox", "shows"), text)
}

// withKey returns a text with the key of a command that acts on it, and the text alone.
func (s Status) withKey(text, command, does string) []string {
	return []string{text + ", " + s.KeyOf(command) + " " + does, text}
}

// segments returns the segments of those entries that have something to show.
func (s Status) segments(entries []string) (out []segment) {
	for _, entry := range entries {
		switch entry {
		case "{elsewhere}":
			for _, v := range s.Elsewhere {
				out = append(out, segment{rank: ranks[entry], wordings: []wording{{spots: []StatusSpot{{Text: v.Text, Style: Asks, Does: v.Does}}}}})
			}
		case "{waiting}":
			if len(s.counts()) > 0 {
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

// counts returns the counts of the segment {waiting}: the working agents first, then the sessions
// that need attention.
func (s Status) counts() []Waiting {
	if s.Working == 0 {
		return s.Waiting
	}
	return append([]Waiting{{Count: s.Working, Word: "work", Style: Hint}}, s.Waiting...)
}

// waiting returns the segment that counts the sessions that need attention, by reason.
func (s Status) waiting() segment {
	spots := func(gap string, text func(Waiting) string) (out []StatusSpot) {
		for i, w := range s.counts() {
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
	g := segment{rank: ranks["{waiting}"], wordings: []wording{
		{spots: append(slices.Clone(named), offer)},
		{named, priceOfOffer},
		{spots("  ", counted), priceOfName},
		{spots(" ", func(w Waiting) string { return fmt.Sprintf("%s%d", cmp.Or(w.Mark, w.Word+" "), w.Count) }), priceOfWord},
	}}
	if len(s.Waiting) == 0 { // nothing to go to
		g.wordings = g.wordings[2:]
		g.wordings[0].price = 0
	}
	return g
}

// segment returns an entry in all wordings that its parts allow. The least important parts are
// shortened first, and then dropped.
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

// cheapest returns the part of an entry whose current wording is least important, and the price
// of that wording. It returns "" if every part is as important as the segment.
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

// pieces returns the words of an entry, or nil if the entry has parts and none of them has a
// value.
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

// styleOf returns the style of a part.
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

// command returns the command that a click on a part runs.
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
