package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
)

// Desktop is what the machine offers beside the terminal. Its methods are called
// outside of the event loop and return within seconds.
type Desktop interface {
	// Copy puts text on the clipboard by a program of the desktop; nil where there is
	// none, for the terminal has been told too.
	Copy(text string) error
	// Selected is the text that was selected last, in whatever window; an error where
	// the desktop has no such thing.
	Selected() (string, error)
	// Open opens an address or a file with whatever program is for it. It is an error
	// where there is no desktop.
	Open(uri string) error
}

// copySpan copies a stretch of a session's text: the host makes the text of it.
func (m *Model) copySpan(l *live, s copymode.Span) tea.Cmd {
	return m.textOf(l, s, m.copied)
}

// textOf asks the host for the text of a stretch, and does something with it.
func (m *Model) textOf(l *live, s copymode.Span, does func(text string) tea.Cmd) tea.Cmd {
	l.await(l.client.Copy(s.First, s.End, s.Block), func(e wire.Message) tea.Cmd {
		r, ok := e.(wire.CopyReply)
		if !ok {
			return nil
		}
		return does(r.Text)
	})
	return nil
}

// copied keeps text that was copied and puts it on the clipboards: the terminal's
// (OSC 52) and the desktop's.
func (m *Model) copied(text string) tea.Cmd {
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		m.say("there is nothing to copy there: select some text first")
		return nil
	}
	m.buffers.add(text, m.now())
	m.say("copied " + sized(text) + "; " + m.keys().KeyOf("paste") + " pastes")
	return tea.Batch(m.keepCopies(), m.toClipboard(text))
}

// appended adds text to what was copied last, as tmux's append-selection does: the
// clipboards get both.
func (m *Model) appended(text string) tea.Cmd {
	if len(m.buffers.list) == 0 || text == "" {
		return m.copied(text)
	}
	newest := m.buffers.list[0]
	text = newest.text + text
	m.buffers.forget(newest.number)
	return m.copied(text)
}

// toClipboard puts text on the clipboards.
func (m *Model) toClipboard(text string) tea.Cmd {
	if err := m.deps.term.SetClipboard("c", text); err != nil {
		m.sayFor("copied for "+m.keys().KeyOf("paste")+" only: the terminal does not take it ("+err.Error()+")", longNotice)
	}
	if m.deps.Desktop == nil {
		return nil
	}
	desktop := m.deps.Desktop
	return func() tea.Msg {
		if err := desktop.Copy(text); err != nil {
			return sayMsg{"copied, but not to the desktop's clipboard: " + err.Error()}
		}
		return nil
	}
}

// sayMsg says what came of something that was done outside of the event loop.
type sayMsg struct{ text string }

func (msg sayMsg) tell(m *Model) tea.Cmd {
	m.sayFor(msg.text, longNotice)
	return nil
}

// sized says how much text is: a short one as it is.
func sized(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%d lines", n)
	}
	if grid.StringWidth(text) <= 24 {
		return "`" + text + "`"
	}
	return fmt.Sprintf("%d characters", len([]rune(text)))
}

// buffer is a text that was copied.
type buffer struct {
	number int
	text   string
	at     time.Time
}

// buffers are the texts that were copied, the newest first. They live as long as the
// program; see [Model.keepCopies] for those that are there at the next start.
type buffers struct {
	list  []buffer
	bytes int
	last  int
}

// The most that is kept of what was copied; the newest is kept whatever its size.
const (
	mostBuffers     = 50
	mostBufferBytes = 64 << 20
)

// add keeps a text as the newest; the same text that was kept before moves up.
func (b *buffers) add(text string, at time.Time) {
	for i, old := range b.list {
		if old.text == text {
			b.drop(i)
			break
		}
	}
	b.last++
	b.list = append([]buffer{{number: b.last, text: text, at: at}}, b.list...)
	b.bytes += len(text)
	for len(b.list) > 1 && (len(b.list) > mostBuffers || b.bytes > mostBufferBytes) {
		b.drop(len(b.list) - 1)
	}
}

func (b *buffers) drop(i int) {
	b.bytes -= len(b.list[i].text)
	b.list = append(b.list[:i:i], b.list[i+1:]...)
}

// forget drops the buffer with a number.
func (b *buffers) forget(number int) {
	for i := range b.list {
		if b.list[i].number == number {
			b.drop(i)
			return
		}
	}
}

// noBuffer says that nothing can be pasted, and how to copy.
func (m *Model) noBuffer() string {
	return "nothing was copied yet: drag over text, or " + m.keys().KeyOf("copy") + " and " + m.copyKeyOf("select")
}

// pasteNewest pastes what was copied last into the active pane.
func (m *Model) pasteNewest() tea.Cmd {
	if len(m.buffers.list) == 0 {
		m.say(m.noBuffer())
		return nil
	}
	return m.pasteText(m.buffers.list[0].text)
}

// pasteText pastes text into the active pane, in brackets where its child asked for
// them.
func (m *Model) pasteText(text string) tea.Cmd {
	l := m.target()
	if l == nil || l.over() {
		m.say("nothing runs here to take a paste: Enter starts it again")
		return nil
	}
	m.leaveCopy(m.activePane())
	l.client.Paste([]byte(text), false)
	m.alsoTo(func(other *live) { other.client.Paste([]byte(text), false) }, func(a *ahead) { a.paste([]byte(text), false) })
	return nil
}

// forgetNewest forgets what was copied last; what was copied before it is pasted then.
func (m *Model) forgetNewest() tea.Cmd {
	if len(m.buffers.list) == 0 {
		m.say(m.noBuffer())
		return nil
	}
	b := m.buffers.list[0]
	m.buffers.forget(b.number)
	m.say("forgot " + sized(b.text) + "; " + m.keys().KeyOf("paste.choose") + " lists what else was copied")
	return m.keepCopies()
}

// forgetCopies forgets all that was copied, also what is kept for the next start. The
// clipboards outside keep what they have.
func (m *Model) forgetCopies() tea.Cmd {
	n := len(m.buffers.list)
	m.buffers.list, m.buffers.bytes = nil, 0
	m.say(fmt.Sprintf("forgot what was copied (%s); the system's clipboard was not changed", counted(n, "text")))
	return m.keepCopies()
}

// chooseBuffer lists what was copied, to paste from.
func (m *Model) chooseBuffer() tea.Cmd {
	f := dialog.NewFinder("Paste", m.plain(m.bufferItems))
	f.Empty, f.Does = m.noBuffer(), "pastes"
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+o", Title: "to the clipboard", Asks: func(it dialog.Item) command.Result { return command.Ask(command.PutOnClipboard{Text: it.Lines}) }},
		{Key: "ctrl+x", Title: "forgets", Asks: func(it dialog.Item) command.Result { return command.Ask(command.ForgetBuffer{ID: it.ID}) }},
	}
	return m.openFinder(f)
}

// forgetBuffer forgets what was copied under an id.
func (m *Model) forgetBuffer(id string) tea.Cmd {
	for _, b := range m.buffers.list {
		if id == b.id() {
			m.buffers.forget(b.number)
			break
		}
	}
	m.changed()
	return m.keepCopies()
}

func (b buffer) id() string { return fmt.Sprintf("buffer %d", b.number) }

func (m *Model) bufferItems() (out []dialog.Item) {
	for _, b := range m.buffers.list {
		first, _, more := strings.Cut(strings.TrimLeft(b.text, " \n"), "\n")
		it := dialog.Item{ID: b.id(), Text: cut(first, 200), Right: m.ago(b.at), Lines: b.text}
		if more {
			it.Detail = sized(b.text)
		}
		it.Choose = command.Ask(command.PasteText{Text: b.text})
		out = append(out, it)
	}
	return out
}
