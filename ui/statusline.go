package ui

import (
	"fmt"
	"os"
	"strings"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// statusLine is the last line of the screen.
type statusLine struct {
	layout    config.Status
	workspace string
	view      string
	dir       string
	title     string
	notice    string
	aside     string // what goes on with the notice where there is room
	hint      string
	prefix    string // the keys pressed of a sequence
	doing     string // what the keyboard is in the middle of
	undo      int
	unread    int
	keyOf     func(command string) string
	zoomed    bool
	unlocks   string // the key that takes the lock of the keys away, where there is one
	synced    int    // panes that take what is typed
	hidden    int    // floating panes that are not shown
	// elsewhere are the other views in which something asks to be looked at.
	elsewhere []viewSpot
	// brief leaves out what can be done about a part.
	brief bool
	clock string
}

func (m *Model) statusLine(tab workspace.Tab) statusLine {
	s := statusLine{
		layout:    m.config.Status,
		workspace: m.state.Name,
		view:      m.activeView().Name,
		dir:       shortDir(m.state.Sessions[tab.Active].Dir),
		title:     m.state.Sessions[tab.Active].DisplayTitle(),
		hint:      m.keys.keyOf("help") + " keys",
		doing:     m.copyHint(),
		undo:      len(m.state.Undo),
		unread:    m.unread(),
		keyOf:     m.keys.keyOf,
		zoomed:    tab.Zoomed,
		synced:    len(tab.SyncedWith(tab.Active)),
		hidden:    hiddenIn(tab),
		elsewhere: m.elsewhere(),
	}
	if m.prefix.locked {
		s.unlocks, s.hint = m.keyThatUnlocks(), ""
	}
	if m.prefix.pending {
		s.prefix = m.prefix.at.keys.printed()
	}
	if len(m.state.Views) > 1 {
		s.workspace += " / " + s.view
	}
	if m.notice.showing() {
		s.notice, s.aside = m.notice.line(m.now()), m.notice.aside
	}
	if m.config.Status.Clock && !m.config.Terminal.Reader {
		s.clock = m.now().Format("15:04")
	}
	return s
}

// part is what stands for a part of the status line, empty where there is nothing to
// say.
func (s statusLine) part(name string) string {
	switch name {
	case "{workspace}":
		return s.workspace
	case "{view}":
		return s.view
	case "{elsewhere}":
		names := make([]string, len(s.elsewhere))
		for i, v := range s.elsewhere {
			names[i] = v.text
		}
		return strings.Join(names, "  ")
	case "{directory}":
		return s.dir
	case "{title}":
		return s.title
	case "{zoomed}":
		if s.zoomed {
			return "zoomed"
		}
		if s.hidden > 0 {
			return s.offering(fmt.Sprintf("%d hidden", s.hidden), "float.hide", "shows")
		}
	case "{new}":
		if s.unread > 0 {
			return s.offering(fmt.Sprintf("%d new", s.unread), "inbox", "shows")
		}
	case "{closed}":
		if s.undo > 0 {
			return s.offering(fmt.Sprintf("%d closed", s.undo), "undo.close", "brings back")
		}
	case "{help}":
		return s.hint
	case "{clock}":
		return s.clock
	case "{host}":
		host, _ := os.Hostname()
		return host
	}
	return ""
}

// offering is a text with the key for what can be done about it.
func (s statusLine) offering(text, command, does string) string {
	if s.brief {
		return text
	}
	return text + ", " + s.keyOf(command) + " " + does
}

// statusSpot is a piece of the status line: where it stands, what it says, and the
// command that a click on it does, empty for none.
type statusSpot struct {
	x, end int
	text   string
	style  statusStyle
	does   string
}

// statusStyle is how a piece of the status line looks.
type statusStyle uint8

const (
	plainStatus statusStyle = iota
	chipStatus              // the workspace
	syncStatus
	prefixStatus
	noticeStatus
	hintStatus
)

// statusShown is the status line as it is drawn.
func (m *Model) statusShown(tab workspace.Tab) []paint.Spot {
	r := m.geo.Status
	if r.H == 0 {
		return nil
	}
	var out []paint.Spot
	for _, s := range m.statusLine(tab).spots(r.W) {
		out = append(out, paint.Spot{X: r.X + s.x, End: r.X + s.end, Text: s.text, Style: s.style.in(m.outer.theme)})
	}
	return out
}

// in is how a piece of the status line looks in a theme.
func (s statusStyle) in(t theme.Theme) grid.Style {
	switch s {
	case chipStatus:
		return t.Chip
	case syncStatus:
		return t.Sync
	case prefixStatus:
		return t.Prefix
	case noticeStatus:
		return t.Notice
	case hintStatus:
		return t.Hint
	case plainStatus:
	}
	return t.Status
}

// spots lay the status line out in a number of columns.
func (s statusLine) spots(cols int) []statusSpot {
	l := statusLayout{cols: cols}
	left := s.layout.Left
	if len(left) > 0 && strings.Contains(left[0], "{workspace}") {
		if chip := s.expand(left[0]); chip != "" {
			l.add(statusSpot{text: " " + chip + " ", style: chipStatus, does: "overview"})
		}
		left = left[1:]
	}
	if s.unlocks != "" {
		l.add(statusSpot{text: " LOCKED, " + s.unlocks + " unlocks ", style: syncStatus, does: "keys.lock"})
	}
	if s.synced > 1 {
		l.add(statusSpot{text: fmt.Sprintf("%stypes into %d panes ", paint.SyncMark, s.synced), style: syncStatus, does: "sync.tab"})
	}
	if s.prefix != "" {
		l.add(statusSpot{text: " " + s.prefix + " … ", style: prefixStatus})
	}
	l.x++               // a blank behind it
	if s.notice != "" { // it is not cut for what always stands there
		if grid.StringWidth(s.notice+s.aside) < l.left() {
			s.notice += s.aside
		}
		right := l.keepRight(s.rightIn(l.left() - grid.StringWidth(s.notice) - 3))
		l.add(statusSpot{text: cutMiddle(s.notice, l.left()), style: noticeStatus})
		return append(l.spots, right...)
	}
	if s.doing != "" {
		l.add(statusSpot{text: cut(s.doing, l.left()-1), style: hintStatus})
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
func (s statusLine) rightIn(room int) []statusSpot {
	all := s.layout.Right
	for {
		p := s.pieces(all, "   ")
		switch {
		case widthOf(p) <= room || len(all) == 0:
			return p
		case s.brief:
			all = all[:len(all)-1]
		}
		s.brief = true
	}
}

// addLeft adds what stands at the left, as far as there is room.
func (s statusLine) addLeft(l *statusLayout, parts []string) {
	l.cols--
	for _, p := range s.pieces(parts, "  ") {
		p.text = cut(p.text, l.left())
		l.add(p)
	}
}

// statusLayout is a line that is filled from the left.
type statusLayout struct {
	x, cols int
	spots   []statusSpot
}

func (l *statusLayout) left() int { return max(l.cols-l.x, 0) }

func (l *statusLayout) add(s statusSpot) {
	s.x, s.end = l.x, min(l.x+grid.StringWidth(s.text), l.cols)
	if s.text == "" || s.end <= s.x {
		return
	}
	l.x = s.end
	l.spots = append(l.spots, s)
}

// keepRight gives pieces their places at the right end, and leaves what is before
// them.
func (l *statusLayout) keepRight(pieces []statusSpot) []statusSpot {
	w := widthOf(pieces)
	if w == 0 {
		return nil
	}
	end := statusLayout{x: l.cols - w - 1, cols: l.cols}
	for _, p := range pieces {
		p.style = hintStatus
		end.add(p)
	}
	l.cols -= w + 1
	return end.spots
}

func widthOf(spots []statusSpot) (w int) {
	for _, s := range spots {
		w += grid.StringWidth(s.text)
	}
	return w
}

// pieces are those of some parts that say something, with what is between them.
func (s statusLine) pieces(parts []string, between string) (out []statusSpot) {
	add := func(p statusSpot, gap string) {
		if len(out) > 0 {
			out = append(out, statusSpot{text: gap})
		}
		out = append(out, p)
	}
	for _, p := range parts {
		if p == "{elsewhere}" {
			for _, v := range s.elsewhere {
				add(statusSpot{text: v.text, does: v.does}, between)
			}
		} else if text := s.expand(p); text != "" {
			add(statusSpot{text: text, does: s.clicked(p)}, between)
		}
	}
	return out
}

// clicked is the command of the first part in a text that has one.
func (s statusLine) clicked(text string) string {
	first, does := len(text), ""
	for _, name := range config.Parts {
		if at := strings.Index(text, name); at >= 0 && at < first && s.command(name) != "" {
			first, does = at, s.command(name)
		}
	}
	return does
}

// command is what a click on a part does.
func (s statusLine) command(part string) string {
	switch part {
	case "{workspace}":
		return "overview"
	case "{view}":
		return "menu.open view"
	case "{title}":
		return "menu.open"
	case "{zoomed}":
		if s.zoomed {
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

// expand is a text with its parts; empty where it has some and none says anything.
func (s statusLine) expand(text string) string {
	values, parts, said := map[string]string{}, 0, 0
	for _, name := range config.Parts {
		if strings.Contains(text, name) {
			parts++
			if values[name] = s.part(name); values[name] != "" {
				said++
			}
		}
	}
	if parts > 0 && said == 0 {
		return ""
	}
	return expand(text, values)
}

// expand is a format with the values of its parts. Where one has none, a blank before
// it goes too.
func expand(format string, values map[string]string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(format, '{')
		end := strings.IndexByte(format, '}')
		if open < 0 || end < open {
			b.WriteString(format)
			return b.String()
		}
		value, known := values[format[open:end+1]]
		before := format[:open]
		switch {
		case !known:
			value = format[open : end+1]
		case value == "":
			before = strings.TrimSuffix(before, " ")
		}
		b.WriteString(before)
		b.WriteString(value)
		format = format[end+1:]
	}
}
