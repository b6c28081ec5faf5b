package ui

import (
	"fmt"
	"os"
	"strings"

	"dormer/ui/config"
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
	hint      string
	prefix    string // the keys pressed of a sequence
	doing     string // what the keyboard is in the middle of
	undo      int
	unread    int
	keyOf     func(command string) string
	zoomed    bool
	synced    int // panes that take what is typed
	hidden    int // floating panes that are not shown
	clock     string
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
	}
	if m.prefix.pending {
		s.prefix = m.prefix.at.keys.printed()
	}
	if len(m.state.Views) > 1 {
		s.workspace += " / " + s.view
	}
	if m.notice.showing() {
		s.notice = m.notice.line(m.now())
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
	case "{directory}":
		return s.dir
	case "{title}":
		return s.title
	case "{zoomed}":
		if s.zoomed {
			return "zoomed"
		}
		if s.hidden > 0 {
			return fmt.Sprintf("%d hidden, %s shows", s.hidden, s.keyOf("float.hide"))
		}
	case "{new}":
		if s.unread > 0 {
			return fmt.Sprintf("%d new, %s shows", s.unread, s.keyOf("inbox"))
		}
	case "{closed}":
		if s.undo > 0 {
			return fmt.Sprintf("%d closed, %s undoes", s.undo, s.keyOf("undo"))
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

// left is what stands at the left: the workspace by itself where it comes first, and
// the rest.
func (s statusLine) left() (chip, rest string) {
	all := s.layout.Left
	if len(all) > 0 && strings.Contains(all[0], "{workspace}") {
		chip, all = s.expand(all[0]), all[1:]
	}
	return chip, s.line(all, "  ")
}

// right is what stands at the right end.
func (s statusLine) right() string { return s.line(s.layout.Right, "   ") }

// line puts those of some parts together that say something.
func (s statusLine) line(all []string, between string) string {
	var out []string
	for _, p := range all {
		if text := s.expand(p); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, between)
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
