package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/lists"
)

// listed is where lists come from, of the model.
type listed struct{ m *Model }

func (l listed) Lists() lists.Lists       { return l.m.lists() }
func (l listed) Revised() uint64          { return l.m.revision }
func (l listed) Shows(id session.ID) bool { return l.m.live.Client(id) != nil }

// palette lists anything by name: commands, tabs, sessions, what is closed. A first
// character narrows it: ">" to commands, "$" to sessions, "~" to directories; "/" looks for
// a text in what all sessions have shown.
type palette struct{ listed }

func (p palette) List(typed string) ([]dialog.Item, string) {
	if strings.HasPrefix(typed, "/") {
		return p.m.textItems(), ""
	}
	return p.m.lists().Everything(typed, lists.Commands{
		Focus: p.m.focus(), KeyOf: p.m.keys().ShortKey, Used: p.m.habits.Commands,
	})
}

func (p palette) News(typed string) string {
	if text, sought := strings.CutPrefix(typed, "/"); sought {
		return p.m.texts.Progress(text, p.m.live.MayAnswer)
	}
	return ""
}

// openFinder opens a finder with its list as it is now.
func (m *Model) openFinder(f *dialog.Finder) tea.Cmd {
	f.Refresh()
	return m.ask(f)
}

// lists makes what finders list, of the workspace as it is now.
func (m *Model) lists() lists.Lists {
	return lists.Lists{
		Labels: m.labels(), Pane: m.activePane(), Dirs: m.habits.Dirs,
		Inbox: &m.inbox, Notices: &m.notices, Buffers: &m.buffers, Kept: m.config.Undo.Time,
	}
}
