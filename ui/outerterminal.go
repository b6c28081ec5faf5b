package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/lifecycle"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/ui/screen"
	"dormer/ui/signals"
	"dormer/ui/theme"
	"dormer/workspace"
)

// outer is the state of the outer terminal.
type outer struct {
	focused bool
	// chords means that the keyboard protocol can tell Ctrl-Shift-T from Ctrl-T.
	chords bool
	theme  theme.Theme
}

// reply takes an answer of the outer terminal.
func (m *Model) reply(r input.Reply) {
	m.deps.term.Answer(r)
	switch r.Kind {
	case input.Color, input.CursorPosition:
		m.updateTheme()
	case input.Scheme:
		m.deps.term.AskColors()
	case input.PrimaryDA: // the last answer
		m.live.SetTerminal(m.terminal())
		m.checkWidths()
	}
	// xterm was asked to tell chords apart (modifyOtherKeys).
	if r.Kind == input.KittyFlags || r.Kind == input.Version && strings.HasPrefix(r.Text, "XTerm(") {
		m.outer.chords = true
	}
}

// updateTheme adapts the theme to the colours of the outer terminal.
func (m *Model) updateTheme() {
	c := m.deps.term.Colors()
	can := m.deps.term.Capabilities()
	t := theme.Of(m.config.Theme, c.Foreground, c.Background).On(can.Profile == screen.NoColor, can.AmbiguousWide)
	if t != m.outer.theme {
		m.outer.theme = t
		m.changed()
	}
}

// checkWidths warns if the outer terminal draws ambiguous characters wider than the configuration
// says. If it draws them narrower, nothing is cut: a blank follows them.
func (m *Model) checkWidths() {
	if m.deps.term.Capabilities().AmbiguousWide && !m.config.Terminal.AmbiguousWide() {
		m.sayFor("this terminal draws characters such as ○ in two columns: if programs expect that, set terminal.ambiguous = \"wide\" in the configuration (dormer config path)", longNotice)
	}
}

// terminal returns what hosts need to know of the outer terminal.
func (m *Model) terminal() live.Terminal {
	return live.Terminal{Colors: wire.Colors(m.deps.term.Colors()), AmbiguousWide: m.config.Terminal.AmbiguousWide()}
}

// leave ends the program and keeps what is open for the next run. It asks nothing, because there may
// be nobody to answer.
func (m *Model) leave() tea.Cmd {
	if next, _, err := workspace.Apply(m.state, lifecycle.Leaving(m.state, m.deps.Direct, m.live.Over, m.now())); err == nil {
		m.state = next
	}
	m.deps.Saver.Mark(m.state)
	if m.deps.Memory != nil {
		m.memory.Habits(m.deps.Memory, m.habits)()
	}
	return tea.Quit
}

// suspend restores the terminal and stops the program, as Ctrl-Z does.
func (m *Model) suspend() tea.Cmd {
	term := m.deps.term
	return func() tea.Msg {
		if err := term.Suspend(); err != nil {
			return resultMsg(command.Tell("the terminal cannot be restored, so dormer is not suspended: " + err.Error()))
		}
		signals.StopSelf()
		if err := term.Resume(); err != nil {
			return loop.Leave{}
		}
		return loop.Resumed{}
	}
}

// pendingTime is how long leaving waits for pending work. A session that takes longer to end does so
// later.
const pendingTime = time.Second
