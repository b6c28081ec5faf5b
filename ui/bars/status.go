package bars

import (
	"fmt"
	"strings"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/theme"
)

// Status is all that the status line may have to say.
type Status struct {
	// Layout is what stands where, in the words of the configuration.
	Layout config.Status
	// Workspace, View, Dir, Title and Clock stand for the parts of these names; Host
	// gives the machine's name, and is asked only where that is shown.
	Workspace, View, Dir, Title, Clock string
	Host                               func() (string, error)
	// Notice takes the place of all but what is urgent, Aside goes on with it where
	// there is room.
	Notice, Aside string
	// Hint is the key for help, Prefix the keys pressed of a sequence, and Doing what
	// the keyboard is in the middle of.
	Hint, Prefix, Doing string
	// Unlocks is the key that takes the lock of the keys away, empty where there is none.
	Unlocks string
	// KeyOf is the key of a command.
	KeyOf func(command string) string
	// Undo is how much was closed, Unread how much is new, and News what the newest is.
	Undo, Unread int
	News         string
	Zoomed       bool
	// Synced is how many panes take what is typed, Hidden how many floating ones are not
	// shown.
	Synced, Hidden int
	// Elsewhere are the other views in which something asks to be looked at.
	Elsewhere []View
	// brief is how much is left out: first what can be done about a part, then what it
	// is of.
	brief brevity
}

// part is what stands for a part of the status line, empty where there is nothing to
// say.
func (s Status) part(name string) string {
	switch name {
	case "{workspace}":
		return s.Workspace
	case "{view}":
		return s.View
	case "{elsewhere}":
		names := make([]string, len(s.Elsewhere))
		for i, v := range s.Elsewhere {
			names[i] = v.Text
		}
		return strings.Join(names, "  ")
	case "{directory}":
		return s.Dir
	case "{title}":
		return s.Title
	case "{zoomed}":
		if s.Zoomed {
			return "zoomed"
		}
		if s.Hidden > 0 {
			return s.offering(fmt.Sprintf("%d hidden", s.Hidden), "float.hide", "shows")
		}
	case "{new}":
		if s.Unread > 0 {
			return s.offering(s.unread(), "inbox", "shows")
		}
	case "{closed}":
		if s.Undo > 0 {
			return s.offering(fmt.Sprintf("%d closed", s.Undo), "undo.close", "brings back")
		}
	case "{help}":
		return s.Hint
	case "{clock}":
		return s.Clock
	case "{host}":
		host, _ := s.Host()
		return host
	}
	return ""
}

// brevity is how few words are used.
type brevity uint8

const (
	allWords brevity = iota
	withoutOffers
	fewestWords
)

// unread says how much is new, and what the newest is.
func (s Status) unread() string {
	text := fmt.Sprintf("%d new", s.Unread)
	switch {
	case s.brief == fewestWords || s.News == "":
		return text
	case s.Unread == 1:
		return text + ": " + s.News
	}
	return text + ", the last: " + s.News
}

// offering is a text with the key for what can be done about it.
func (s Status) offering(text, command, does string) string {
	if s.brief >= withoutOffers {
		return text
	}
	return text + ", " + s.KeyOf(command) + " " + does
}

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
	Hint         // what can be done
)

// Spots lays the status line out in a number of columns, from the left.
func (s Status) Spots(cols int) []StatusSpot {
	l := statusLayout{cols: cols}
	left := s.Layout.Left
	if len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		if chip := s.expand(left[0]); chip != "" {
			l.add(StatusSpot{Text: " " + chip + " ", Style: Chip, Does: "overview"})
		}
		left = left[1:]
	}
	if s.Unlocks != "" {
		l.add(StatusSpot{Text: " LOCKED, " + s.Unlocks + " unlocks ", Style: Sync, Does: "keys.lock"})
	}
	if s.Synced > 1 {
		l.add(StatusSpot{Text: fmt.Sprintf("%stypes into %d panes ", theme.SyncMark, s.Synced), Style: Sync, Does: "sync.tab"})
	}
	if s.Prefix != "" {
		l.add(StatusSpot{Text: " " + s.Prefix + " … ", Style: Prefix})
	}
	l.x++               // a blank behind it
	if s.Notice != "" { // it is not cut for what always stands there
		if grid.StringWidth(s.Notice+s.Aside) < l.left() {
			s.Notice += s.Aside
		}
		right := l.keepRight(s.rightIn(l.left() - grid.StringWidth(s.Notice) - 3))
		l.add(StatusSpot{Text: fit(s.Notice, l.left()), Style: Notice})
		return append(l.spots, right...)
	}
	if s.Doing != "" {
		l.add(StatusSpot{Text: fit(s.Doing, l.left()-1), Style: Hint})
		return l.spots
	}
	right := l.keepRight(s.rightIn(l.left() - leastLeft))
	s.addLeft(&l, left)
	return append(l.spots, right...)
}

// leastLeft is what the left of the line has room in at least, in columns.
const leastLeft = 11

// rightIn is what stands at the right, in a number of columns: in few words where all
// have no room, and then without the last parts.
func (s Status) rightIn(room int) []StatusSpot {
	all := s.Layout.Right
	for {
		p := s.pieces(all, "   ")
		switch {
		case widthOf(p) <= room || len(all) == 0:
			return p
		case s.brief == fewestWords:
			all = all[:len(all)-1]
		default:
			s.brief++
		}
	}
}

// addLeft adds what stands at the left, as far as there is room.
func (s Status) addLeft(l *statusLayout, parts []string) {
	l.cols--
	for _, p := range s.pieces(parts, "  ") {
		p.Text = grid.Cut(p.Text, l.left())
		l.add(p)
	}
}

// statusLayout is a line that is filled from the left.
type statusLayout struct {
	x, cols int
	spots   []StatusSpot
}

func (l *statusLayout) left() int { return max(l.cols-l.x, 0) }

func (l *statusLayout) add(s StatusSpot) {
	s.X, s.End = l.x, min(l.x+grid.StringWidth(s.Text), l.cols)
	if s.Text == "" || s.End <= s.X {
		return
	}
	l.x = s.End
	l.spots = append(l.spots, s)
}

// keepRight gives pieces their places at the right end, and leaves what is before
// them.
func (l *statusLayout) keepRight(pieces []StatusSpot) []StatusSpot {
	w := widthOf(pieces)
	if w == 0 {
		return nil
	}
	end := statusLayout{x: l.cols - w - 1, cols: l.cols}
	for _, p := range pieces {
		p.Style = Hint
		end.add(p)
	}
	l.cols -= w + 1
	return end.spots
}

func widthOf(spots []StatusSpot) (w int) {
	for _, s := range spots {
		w += grid.StringWidth(s.Text)
	}
	return w
}

// pieces are those of some parts that say something, with what is between them.
func (s Status) pieces(parts []string, between string) (out []StatusSpot) {
	add := func(p StatusSpot, gap string) {
		if len(out) > 0 {
			out = append(out, StatusSpot{Text: gap})
		}
		out = append(out, p)
	}
	for _, p := range parts {
		if p == "{elsewhere}" {
			for _, v := range s.Elsewhere {
				add(StatusSpot{Text: v.Text, Does: v.Does}, between)
			}
		} else if text := s.expand(p); text != "" {
			add(StatusSpot{Text: text, Does: s.clicked(p)}, between)
		}
	}
	return out
}

// clicked is the command of the first part in a text that has one.
func (s Status) clicked(text string) string {
	first, does := len(text), ""
	for _, name := range config.Parts {
		if at := strings.Index(text, name); at >= 0 && at < first && s.command(name) != "" {
			first, does = at, s.command(name)
		}
	}
	return does
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

// View is a view with its mark, and the command that shows it.
type View struct{ Text, Does string }
