package chat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/spinner"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/syntax"
	"dormer/ui/theme"
)

// Conversation is the conversation that is shown. Its methods may be called concurrently. Only Read,
// Choose and Stop block.
type Conversation interface {
	// Read waits for events after a number and returns them.
	Read(ctx context.Context, after int64) ([]chat.Event, error)
	Prompt(text string) (int64, error)
	Cancel() error
	Answer(request, option string) error
	// Choose chooses what a setting of the agent is.
	Choose(setting, choice string) error
	// Start starts the agent again; with anew, in a new conversation. Stop ends the agent.
	Start(anew bool) error
	Stop()
}

// Options are the dependencies of the program.
type Options struct {
	Conversation Conversation
	// Before is the number of the last event of earlier runs of the agent.
	Before int64
	// Agent is the name of the agent, and Dir its directory.
	Agent, Dir string
	Looks      config.Theme
	// Files returns the files of the directory, for completion.
	Files func(context.Context) []string
	// Prompt is sent first; empty for none.
	Prompt string
	// Report tells the host of the session about the conversation. It may take a while.
	Report func(agent.Report)
}

// Model is the program. It is owned by the event loop.
type Model struct {
	o     Options
	dir   string
	theme theme.Theme
	// colors are the terminal's colours of text and background, if it reports them.
	colors [2]grid.Color
	pens   pens
	size   struct{ cols, rows int }
	area   areas

	talk conversation
	// drawn counts the items with cached rows; drawing is the item being drawn.
	drawn        int
	drawing      *item
	parts        map[uint64][][]syntax.Part // by the hash of a text; nil while it is being highlighted
	waiting      map[uint64]*item           // items that wait for parts
	highlighting []tea.Cmd
	details      bool // thoughts and results of tools are unfolded

	top    place
	follow bool

	prompt        textarea.Model
	spin          spinner.Model
	spinning      bool
	list          *completion
	menu          *menu // takes all keys while it is shown; or nil
	files         []string
	history       int    // how many prompts back the one in the field is; 0 for the draft
	draft         string // the text in the field before the user went back
	chosen        int    // the option of the permission that Enter chooses
	answering     bool   // keys are for the permission
	offered       *item  // the permission that takes keys soon; or nil
	tick          func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	pendingPrompt string // a prompt to send as soon as the agent has started

	notice     string
	cancelled  bool   // the user has cancelled the turn
	leaving    bool   // the next Ctrl-C leaves
	lastReport string // the last sequence sent to the host
}

// New returns the program for a conversation.
func New(o Options) *Model {
	m := &Model{o: o, dir: o.Dir, follow: true, pendingPrompt: o.Prompt, parts: map[uint64][][]syntax.Part{}, waiting: map[uint64]*item{}, tick: tea.Tick}
	m.talk.agent = o.Agent
	m.colors = [2]grid.Color{grid.DefaultColor, grid.DefaultColor}
	m.prompt = textarea.New()
	m.prompt.Prompt, m.prompt.ShowLineNumbers, m.prompt.CharLimit = "", false, 0
	m.prompt.DynamicHeight, m.prompt.MinHeight, m.prompt.MaxHeight, m.prompt.MaxContentHeight = true, 1, 8, maxPasteRows
	m.prompt.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("alt+enter", "shift+enter", "ctrl+j"))
	m.prompt.SetVirtualCursor(false)
	m.prompt.Focus()
	m.spin = spinner.New()
	m.applyTheme()
	return m
}

// applyTheme sets the theme by the colours of the terminal.
func (m *Model) applyTheme() {
	m.theme = theme.Of(m.o.Looks, m.colors[0], m.colors[1])
	m.pens = pensOf(m.theme)
	m.prompt.SetStyles(promptStyles(m.pens))
	if !m.theme.ASCII {
		m.spin.Spinner = spinner.MiniDot
	}
	for _, it := range m.talk.items {
		it.changed()
	}
}

// signs replaces the signs of this program by ASCII.
var signs = strings.NewReplacer("▌", "|", "│", "|", "─", "-", "•", "*", "▾", "v", "☐", "o")

func (m *Model) plain(text string) string {
	if m.theme.ASCII {
		text = signs.Replace(text)
	}
	return m.theme.Plain(text)
}

// Init reads the conversation.
func (m *Model) Init() tea.Cmd { return m.read() }

// The program's own messages.
type (
	eventsRead struct {
		events []chat.Event
		err    error
	}
	filesFound struct{ all []string }
	stopped    struct{}
	// seen says that a permission has been on the screen for seeTime.
	seen struct{ permission *item }
)

// read reads the next events.
func (m *Model) read() tea.Cmd {
	after := m.talk.seq
	return func() tea.Msg {
		events, err := m.o.Conversation.Read(context.Background(), after)
		return eventsRead{events, err}
	}
}

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size.cols, m.size.rows = msg.Width, msg.Height
	case tea.ForegroundColorMsg:
		m.colors[0] = theme.GridColor(msg.Color)
		m.applyTheme()
	case tea.BackgroundColorMsg:
		m.colors[1] = theme.GridColor(msg.Color)
		m.applyTheme()
	case tea.KeyPressMsg:
		cmd = m.key(msg)
	case tea.PasteMsg:
		cmd = m.paste(msg)
	case tea.MouseClickMsg:
		cmd = m.click(msg.X, msg.Y, msg.Button)
	case tea.MouseWheelMsg:
		m.wheel(msg.Button)
	case eventsRead:
		cmd = m.take(msg)
	case partsFound:
		m.takeParts(msg)
	case filesFound:
		m.files = msg.all
		m.complete()
	case settingChosen:
		m.takeChosen(msg)
	case seen:
		if m.offered != nil && msg.permission == m.offered {
			m.answering, m.offered = m.prompt.Value() == "", nil
		}
	case spinner.TickMsg:
		m.spinning = m.working()
		if m.spinning {
			m.spin, cmd = m.spin.Update(msg)
		}
	}
	m.arrange()
	return m, tea.Batch(cmd, m.after())
}

// after returns the work after each message: highlighting, the spinner, and reporting the state.
func (m *Model) after() tea.Cmd {
	cmds := m.highlighting
	m.highlighting = nil
	if m.working() && !m.spinning {
		m.spinning = true
		cmds = append(cmds, m.spin.Tick)
	}
	if said := m.state().Sequence(); said != m.lastReport {
		m.lastReport = said
		cmds = append(cmds, tea.Raw(said))
	}
	return tea.Batch(cmds...)
}

// working reports whether the agent is starting or working, and does not wait for the user.
func (m *Model) working() bool {
	return !m.talk.started && !m.talk.gone || m.talk.turn && len(m.talk.asked) == 0
}

// state returns the state that the session's host is told, by OSC 7501.
func (m *Model) state() agent.Record {
	switch {
	case len(m.talk.asked) > 0:
		return agent.Record{State: agent.Blocked, Kind: agent.Permission, Message: m.talk.asked[0].tool.Title}
	case m.talk.gone:
		return agent.Record{State: agent.Failed, Message: m.talk.reason}
	case m.talk.turn:
		return agent.Record{State: agent.Working}
	case m.talk.stop == chat.StopFailed:
		return agent.Record{State: agent.Failed, Message: m.talk.reason}
	case m.talk.stop == chat.StopEndTurn:
		return agent.Record{State: agent.Done}
	}
	return agent.Record{State: agent.Idle}
}

// take applies events.
func (m *Model) take(msg eventsRead) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range msg.events {
		before := m.talk.oldest()
		m.talk.take(e)
		if asked := m.talk.oldest(); asked != before {
			cmds = append(cmds, m.offerPermission(asked))
		}
		switch {
		case e.Seq <= m.o.Before: // an event of an earlier run of the agent
			m.talk.started, m.talk.gone = false, false
		case e.Kind == chat.AgentStarted:
			cmds = append(cmds, m.tellConversation(e))
			m.notice, m.cancelled = "", false
			m.sendPending()
		case e.Kind == chat.TurnEnded && m.cancelled, e.Kind == chat.AgentEnded:
			m.notice, m.cancelled = "", false
			m.restorePending()
		case e.Kind == chat.UserMessage:
			cmds = append(cmds, m.report(agent.Report{Source: agent.Hook, State: agent.Working}))
		}
	}
	if msg.err != nil {
		m.notice = msg.err.Error()
		return nil
	}
	return tea.Batch(append(cmds, m.read())...)
}

// seeTime is how long a permission must be on the screen before a key can answer it.
const seeTime = 500 * time.Millisecond

// offerPermission directs keys to a permission after seeTime. Keys before that were meant for the prompt.
func (m *Model) offerPermission(permission *item) tea.Cmd {
	m.focusPrompt()
	m.chosen, m.offered = 0, permission
	if permission == nil {
		return nil
	}
	return m.tick(seeTime, func(time.Time) tea.Msg { return seen{permission} })
}

// focusPrompt directs keys to the prompt.
func (m *Model) focusPrompt() { m.answering, m.offered = false, nil }

// tellConversation tells the host the id of the conversation, so that it can be resumed later.
func (m *Model) tellConversation(e chat.Event) tea.Cmd {
	r := agent.Report{Source: agent.Hook, ID: e.Conversation, Began: "clear"}
	if e.Loaded {
		r.Began = "resume"
	}
	return m.report(r)
}

// report reports to the host. Its state counts less than the one reported by OSC 7501, which is newer.
func (m *Model) report(r agent.Report) tea.Cmd {
	return func() tea.Msg {
		m.o.Report(r)
		return nil
	}
}

// sendPending sends the prompt that was entered before the agent had started.
func (m *Model) sendPending() {
	if m.pendingPrompt == "" {
		return
	}
	if _, err := m.o.Conversation.Prompt(m.pendingPrompt); err != nil {
		m.notice = err.Error()
		if m.prompt.Value() == "" {
			m.prompt.SetValue(m.pendingPrompt)
		}
	}
	m.pendingPrompt = ""
}

// restorePending gives what was to be said as soon as the agent is started back to the prompt.
func (m *Model) restorePending() {
	if m.talk.gone && m.pendingPrompt != "" && m.prompt.Value() == "" {
		m.prompt.SetValue(m.pendingPrompt)
		m.pendingPrompt = ""
	}
}

// send says what is in the prompt. What cannot be said stays there.
func (m *Model) send() tea.Cmd {
	text := m.prompt.Value()
	empty := strings.TrimSpace(text) == ""
	if cmd, is := m.sendSetting(text); is {
		return cmd
	}
	switch {
	case m.talk.gone:
		m.start(false)
		if empty || m.notice != "" {
			return nil
		}
		m.pendingPrompt = text
	case empty:
		return nil
	case !m.talk.started:
		m.pendingPrompt = text
	default:
		if _, err := m.o.Conversation.Prompt(text); err != nil {
			m.notice = err.Error()
			if errors.Is(err, chat.ErrBusy) {
				m.notice = "the agent is working: Esc cancels; your text stays in the prompt"
			}
			return nil
		}
	}
	m.prompt.Reset()
	m.history, m.draft, m.follow, m.notice = 0, "", true, ""
	return nil
}

// start starts an agent that has ended.
func (m *Model) start(anew bool) {
	m.notice = ""
	if err := m.o.Conversation.Start(anew); err != nil {
		m.notice = err.Error()
		return
	}
	m.talk.gone = false
}

// cancel cancels the turn. The second time, or while the agent starts, it ends the agent.
func (m *Model) cancel() tea.Cmd {
	if m.cancelled || !m.talk.started {
		m.notice = "ending the agent"
		return func() tea.Msg {
			m.o.Conversation.Stop()
			return stopped{}
		}
	}
	if err := m.o.Conversation.Cancel(); err != nil {
		m.notice = err.Error()
		return nil
	}
	m.cancelled = true
	m.notice = "cancelling: Esc again ends the agent"
	return nil
}

// answer chooses an option of the oldest permission.
func (m *Model) answer(i int) {
	if len(m.talk.asked) == 0 || i < 0 || i >= len(m.talk.asked[0].options) {
		return
	}
	it := m.talk.asked[0]
	if err := m.o.Conversation.Answer(it.request, it.options[i].ID); err != nil {
		m.notice = err.Error()
	}
}

// nextMode switches the agent to its next mode.
func (m *Model) nextMode() tea.Cmd {
	s := chat.ModeSetting(m.talk.modes, m.talk.mode)
	if i := slices.IndexFunc(m.talk.settings, func(s chat.Setting) bool { return s.Category == "mode" }); i >= 0 && len(s.Choices) < 2 {
		s = m.talk.settings[i]
	}
	if len(s.Choices) < 2 {
		m.notice = m.talk.agent + " has no other modes"
		return nil
	}
	return m.choose(s, s.Choices[(chosenOf(s)+1)%len(s.Choices)])
}
