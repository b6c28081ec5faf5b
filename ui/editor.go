package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
	"dormer/ui/live"
	"dormer/workspace"
)

// editHistory opens the active pane's history and screen in the user's editor, in a
// tab of its own.
func (m *Model) editHistory() tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(notThereYet)
		return nil
	}
	var first, last uint64
	l.Client.View(func(r *client.Replica) {
		first, last = r.History().First, r.History().End+uint64(r.Used())
	})
	m.say("reading the history")
	l.AskText(live.EditHistory, copymode.Span{First: wire.Position{Line: first}, End: wire.Position{Line: last}})
	return nil
}

// edit writes a text of a session to a file for the editor. History is begun at its end, where
// one was when one asked for it.
func (m *Model) edit(id session.ID, t live.Text) tea.Cmd {
	r := m.state.Sessions[id]
	w := textWritten{name: "output of " + r.DisplayTitle(), dir: r.Dir}
	if t.Use == live.EditHistory {
		w.name, w.line = "history of "+r.DisplayTitle(), strings.Count(strings.TrimRight(t.Text, "\n"), "\n")+1
		m.nextNotice() // that it is read
	}
	return func() tea.Msg {
		w.file, w.err = writeText(t.Text)
		return w
	}
}

// textWritten says that text is in a file of its own, to be edited.
type textWritten struct {
	file, name, dir string
	line            int // to begin at, 0 for the first
	err             error
}

func (msg textWritten) tell(m *Model) tea.Cmd { return m.openWritten(msg) }

// writeText writes text to a file that only this user can read.
func writeText(text string) (string, error) {
	f, err := os.CreateTemp("", "dormer-*.txt") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(strings.TrimRight(text, "\n") + "\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// openWritten opens the editor on a file that is removed when the editor ends.
func (m *Model) openWritten(msg textWritten) tea.Cmd {
	if msg.err != nil {
		m.say(fmt.Sprintf("write the text for the editor: %v: is there room in %s?", msg.err, os.TempDir()))
		return nil
	}
	return m.openEditor(msg.name, msg.dir, []string{"/bin/sh", "-c", editText, "dormer", msg.file, strconv.Itoa(msg.line)})
}

// editText has the editor show a file ($1) and removes it afterwards. The shell waits
// for the editor, whatever signal it gets meanwhile. Only those editors are told a
// line ($2) that are known to understand +N.
const editText = `trap 'exit 129' HUP INT TERM; trap 'rm -f -- "$1"' EXIT
editor=${VISUAL:-${EDITOR:-vi}}
name=${editor%% *}
case $2,${name##*/} in
0,*) $editor "$1" ;;
*,vi | *,vim | *,nvim | *,nano | *,emacs | *,emacsclient | *,micro | *,kak | *,joe | *,less | *,view) $editor "+$2" "$1" ;;
*) $editor "$1" ;;
esac`

// openEditor opens a command in a tab that closes when it ends well. It belongs to
// this program: what it edits may be gone when another one starts.
func (m *Model) openEditor(name, dir string, command []string) tea.Cmd {
	if !filepath.IsAbs(dir) {
		dir = m.deps.Dir
	}
	r := m.deps.record(dir, command)
	r.Name, r.Provider, r.Lifetime = name, session.Direct, session.Temporary
	m.passing[r.ID] = true
	return m.apply(workspace.OpenTab{View: m.activeView().ID, Tab: m.newTab(), Index: -1, Record: r, Size: m.sizeFor(session.ID{})})
}

// clearHistory forgets the lines above the active pane's screen.
func (m *Model) clearHistory() tea.Cmd {
	l := m.target()
	if l == nil {
		return nil
	}
	m.leaveCopy(m.activePane())
	l.Client.ClearHistory()
	m.say("history cleared: what is on the screen stays")
	return nil
}
