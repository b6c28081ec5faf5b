package ui

import (
	"errors"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/clock"
	"dormer/session/grid"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/workspace"
)

// live is this program's end of a session: its connection and replica, and what
// the model has taken note of.
type live struct {
	client *client.Session
	size   session.Size // asked for last
	// attention is what it asks to be looked at for, watches what it is watched for.
	attention attention
	watches   watches
	watch     *watch
	listens   bool      // its output is listened to
	resized   time.Time // when it was given another size
	progress  grid.Progress
	program   string // reported to the workspace
	hidden    bool   // not on the screen
	// title and dir are what was last reported to the workspace.
	title, dir string
	status     client.Status
	health     health.View
	// asleep is set where there is no process and only the last screen is shown: it
	// is from when that screen is.
	asleep time.Time
	// failed says why the session's process, which may well run, cannot be looked at,
	// where trying again by itself would not help.
	failed string
	ahead  ahead
	// lines are typed into it once it has printed something.
	lines   []string
	answers answers
}

// watch tells the painter and the event loop what changed of a session, each only
// what concerns it. It is called from the session's own goroutines.
type watch struct {
	client atomic.Pointer[client.Session]
	gen    atomic.Uint64 // of the screen, when the painter was last told
	news   atomic.Uint64 // when the event loop was last told
	// listening is from when on a change of the screen is told to the event loop,
	// printed when it last changed: in nanoseconds since 1970, 0 for never.
	listening, printed atomic.Int64
	// silent is set while nothing has been printed and that matters.
	silent atomic.Bool
}

type (
	// sessionStarted reports the start of a session's process.
	sessionStarted struct {
		id   session.ID
		size session.Size
		// again says that the session's pane was there before.
		again bool
		conn  wire.Conn
		err   error
	}
	// sessionFound reports the process of a session that was there before: conn is
	// nil, without an error, where there is none any more.
	sessionFound struct {
		id   session.ID
		size session.Size
		conn wire.Conn
		err  error
	}
	// sessionRecalled brings the last screen of a session whose process is gone.
	sessionRecalled struct {
		id   session.ID
		size session.Size
		conn wire.Conn
		at   time.Time
	}
	// linesDue says that what is to be typed into a new session can be: it has printed
	// something, or nothing for long enough.
	linesDue struct{ id session.ID }
	// sessionNews says that something other than a session's screen may have
	// changed.
	sessionNews struct{ id session.ID }
)

// perform starts the effects that a change asked for.
func (m *Model) perform(effects []workspace.Effect) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range effects {
		switch e := e.(type) {
		case workspace.Start:
			cmds = append(cmds, m.start(e))
		case workspace.Show:
			cmds = append(cmds, m.showSession(e.Session))
		case workspace.Hide:
			m.hide(e)
		case workspace.End:
			cmds = append(cmds, m.end(e.Session))
		case workspace.Save:
			m.save(e)
		case workspace.Notify:
			m.notify(e.Text, e.Until)
		}
	}
	return tea.Batch(cmds...)
}

// save has the workspace saved.
func (m *Model) save(e workspace.Save) {
	if e.Waits {
		m.deps.Saver.MarkLater(m.state)
		return
	}
	m.deps.Saver.Mark(m.state)
}

// settleTime bounds how long a new session waits for the document that tells where
// it belongs.
const settleTime = 250 * time.Millisecond

// start asks for a session's process. The size is that of its pane as laid out
// now, so that the child sees the right one from its first breath.
func (m *Model) start(e workspace.Start) tea.Cmd {
	spec := e.Spec
	if l, ok := m.live[spec.ID]; ok && l.failed == "" {
		return nil
	}
	m.live[spec.ID] = &live{}
	m.changed()
	r := m.state.Sessions[spec.ID]
	spec.Source, spec.Name, spec.Agent, spec.Lifetime = r.Source, r.Name, r.Agent, r.Lifetime
	spec.Env = m.environ(spec.ID)
	spec.PlainShell = !m.config.Panes.Integration
	spec.History = session.HistoryLimits(m.config.History)
	spec.AmbiguousWide = m.config.Terminal.AmbiguousWide()
	spec.Size = m.sizeFor(spec.ID)
	if e.Again { // what is left of the process before is ended first
		m.reach.change(spec.ID, func(r *reach) {
			r.record, r.spec, r.attached = m.state.Sessions[spec.ID], spec, false
		})
		m.health.Forget(spec.ID)
		m.health.Create(spec.ID)
		return nil
	}
	runtime, saver := m.deps.Runtime, m.deps.Saver
	return func() tea.Msg {
		// Whatever is killed next: no session runs whose place nobody knows.
		if spec.Lifetime != session.Temporary {
			saver.Settle(settleTime)
		}
		conn, err := runtime.Start(spec)
		return sessionStarted{id: spec.ID, size: spec.Size, conn: conn, err: err}
	}
}

// sizeFor is the size of a session's pane: in the tab that it is in, also where
// that tab is not the active one.
func (m *Model) sizeFor(id session.ID) session.Size {
	_, tab, ok := m.state.TabOf(id)
	if ok {
		if b, ok := m.measure(tab).box(id); ok && b.content.W > 0 && b.content.H > 0 {
			return b.contentSize()
		}
	}
	g := m.measure(workspace.Tab{})
	return session.Size{Rows: max(g.body.H, 1), Cols: max(g.body.W, 1)}
}

// showSession makes sure that a session that came onto the screen is connected:
// to the process that it has, or, where that is gone, to a new one in its
// directory.
func (m *Model) showSession(id session.ID) tea.Cmd {
	if l, ok := m.live[id]; ok {
		if l.client != nil {
			l.client.Deadline(time.Time{})
		}
		return nil
	}
	r, ok := m.state.Sessions[id]
	if !ok {
		return nil
	}
	m.live[id] = &live{}
	m.changed()
	size, runtime := m.sizeFor(id), m.deps.Runtime
	ask := m.config.Panes.Restore == config.RestoreAsk
	return func() tea.Msg {
		conn, err := runtime.Attach(r)
		if conn == nil && err == nil && ask {
			if last, at, ok := runtime.Recall(id); ok {
				return sessionRecalled{id: id, size: size, conn: last, at: at}
			}
		}
		return sessionFound{id: id, size: size, conn: conn, err: err}
	}
}

// hide tells a session that left the screen until when it can be brought back:
// its host ends it then, whether or not a program runs.
func (m *Model) hide(e workspace.Hide) {
	if l := m.live[e.Session]; l != nil && l.client != nil {
		l.client.Deadline(clock.Told(e.Until, m.now()))
	}
}

// found takes what was found of a session's process.
func (m *Model) found(msg sessionFound) tea.Cmd {
	l, wanted := m.live[msg.id]
	switch {
	case !wanted:
		if msg.conn != nil {
			endUnwanted(msg.conn)
		}
		return nil
	case errors.Is(msg.err, health.ErrSilent), errors.Is(msg.err, health.ErrRefused):
		m.outOfReach(msg.id, msg.size)
		return nil
	case msg.err != nil:
		l.failed = msg.err.Error()
		m.changed()
		return nil
	case msg.conn == nil:
		delete(m.live, msg.id)
		return m.apply(workspace.StartSession{Session: msg.id, Size: msg.size})
	}
	return m.attach(msg.id, l, msg.conn, msg.size)
}

func (m *Model) started(msg sessionStarted) tea.Cmd {
	l, wanted := m.live[msg.id]
	if msg.err != nil {
		delete(m.live, msg.id)
		return m.apply(workspace.SessionFailed{Session: msg.id, Reason: startReason(msg.err), Area: m.focus().splitSize()})
	}
	if _, known := m.state.Sessions[msg.id]; !wanted || !known {
		endUnwanted(msg.conn) // closed and collected while it was starting
		return nil
	}
	return m.attach(msg.id, l, msg.conn, msg.size)
}

// startReason is why a session could not be started, without the words that the
// notice about it begins with.
func startReason(err error) string {
	reason := err.Error()
	if rest, ok := strings.CutPrefix(reason, "start "); ok {
		if _, why, ok := strings.Cut(rest, ": "); ok {
			return why
		}
	}
	return reason
}

// attach follows a session over a connection. Its deadline, should it have one
// from an earlier close, is lifted where it is open now.
func (m *Model) attach(id session.ID, l *live, conn wire.Conn, size session.Size) tea.Cmd {
	before := *l
	l.size = size
	w, wake, send := &watch{}, m.deps.wake, m.deps.send
	l.client = client.Attach(conn, size, func() {
		screen, news := w.changed()
		if screen {
			wake(id)
			if w.heard(time.Now()) {
				send(sessionPrinted{id})
			}
			if w.speaks() {
				send(linesDue{id})
			}
		}
		if news {
			send(sessionNews{id})
		}
	})
	w.client.Store(l.client)
	l.watch, l.listens = w, false
	m.tellTerminal(l)
	l.ahead.give(l.client)
	waits := m.waitToType(id, l, w)
	l.failed, l.asleep, l.status, l.hidden = "", time.Time{}, client.Status{}, false
	m.watched(id, size)
	l.client.Deadline(clock.Told(m.state.Sessions[id].Residency.ExpiresAt, m.now()))
	m.searchIn(id)
	m.changed()
	// What came before the watch began is news too.
	return tea.Batch(detach(&before), waits, m.news(id))
}

// changed reports what changed since it was last asked.
func (w *watch) changed() (screen, news bool) {
	c := w.client.Load()
	if c == nil {
		return true, false
	}
	var gen uint64
	c.View(func(r *client.Replica) { gen = r.Gen() })
	n := c.News()
	return w.gen.Swap(gen) != gen, w.news.Swap(n) != n
}

// endUnwanted ends a session whose pane is gone before it was attached.
func endUnwanted(c wire.Conn) {
	_ = c.Send(wire.End{Forget: true})
	_ = c.Close()
}

// end asks for the end of a session's process and lets go of it. A session that
// is still starting is ended when it has started; one that this program never
// connected to, or cannot reach over its connection, is ended where it is.
func (m *Model) end(id session.ID) tea.Cmd {
	l, ok := m.live[id]
	delete(m.live, id)
	delete(m.copies, id)
	m.unwatched(id)
	switch {
	case !ok || l.stuck() || l.over() || !l.well():
		runtime := m.deps.Runtime
		return tea.Batch(detach(l), func() tea.Msg {
			runtime.End(id, true)
			return nil
		})
	case l.client == nil:
		return nil
	}
	return func() tea.Msg {
		l.client.Forget()
		_ = l.client.Detach() // the connection is of no use any more either way
		return nil
	}
}

// news looks at what a session reports beside its screen.
func (m *Model) news(id session.ID) tea.Cmd {
	l, ok := m.live[id]
	if !ok || l.client == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, e := range l.client.TakeEvents() {
		cmds = append(cmds, m.sessionEvent(id, l, e))
	}
	if m.texts.asked != nil { // it may be a line that was found
		m.changed()
	}
	if p := m.copyPane(id); p != nil && p.copying != nil && p.copying.kept != p.copying.shown {
		p.copying.shown = p.copying.kept // a screen of another width has come
		m.changed()
	}
	if c := m.copies[id]; c != nil && (len(c.waiting) > 0 || c.goal != nil) {
		cmds = append(cmds, m.linesCame(id))
	}
	cmds = append(cmds, m.noteTitle(id, l), m.noteStatus(id, l))
	return tea.Batch(cmds...)
}

func (m *Model) sessionEvent(id session.ID, l *live, e client.Event) tea.Cmd {
	switch e := e.(type) {
	case wire.Bell:
		m.rang(id, e.At)
	case wire.Clipboard:
		if !m.config.Terminal.Clipboard {
			return nil
		}
		if err := m.deps.term.SetClipboard(e.Selection, e.Text); err != nil {
			m.say(err.Error())
		}
	case wire.Notice:
		m.notified(id, e)
	case wire.CommandDone:
		m.commandDone(id, e.Command)
	case wire.SearchReply:
		if m.textFound(id, e) {
			return nil
		}
		return l.answered(e.Tag, e)
	case wire.Held:
		m.held(id, e)
	case wire.CopyReply:
		return l.answered(e.Tag, e)
	case wire.CommandsReply:
		return l.answered(e.Tag, e)
	}
	return nil
}

func (m *Model) noteTitle(id session.ID, l *live) tea.Cmd {
	var title, dir, program string
	var progress grid.Progress
	l.client.View(func(r *client.Replica) {
		title, dir, program, progress = r.Title(), r.Dir(), r.Program(), r.Progress()
	})
	var cmds []tea.Cmd
	if progress != l.progress {
		l.progress = progress
		m.changed()
	}
	if program != l.program {
		l.program = program
		cmds = append(cmds, m.apply(workspace.SessionRuns{Session: id, Program: program}))
	}
	if title != l.title {
		l.title = title
		cmds = append(cmds, m.apply(workspace.SessionTitled{Session: id, Title: title}))
	}
	if dir != l.dir && dir != "" {
		l.dir = dir
		cmds = append(cmds, m.apply(workspace.SessionMoved{Session: id, Dir: dir}))
		m.habits.Dirs = latest(m.habits.Dirs, dir) // kept with the next habit, or on leaving
	}
	return tea.Batch(cmds...)
}

func (m *Model) noteStatus(id session.ID, l *live) tea.Cmd {
	s := l.client.Status()
	if s == l.status || !l.asleep.IsZero() {
		return nil
	}
	was := l.status.Runtime
	l.status = s
	m.changed()
	m.tellHealth(id, was, s)
	if s.Runtime == session.Exited && (m.passing[id] && s.Exit.Clean() || m.closesAt(s.Exit) && m.isShell(id) && s.Exit.Ended.Sub(s.Exit.Started) > shortest) {
		return m.apply(workspace.SessionEnded{Session: id, Area: m.focus().splitSize()})
	}
	return nil
}

// tellHealth tells the monitor what the connection to a session says of it.
func (m *Model) tellHealth(id session.ID, was session.RuntimeStatus, s client.Status) {
	switch s.Runtime {
	case session.Running:
		if was == session.Exited { // its command was started again
			m.health.Forget(id)
			m.health.Verify(id)
		}
	case session.Exited:
		m.health.Died(id, exitFooter(s.Exit)[3])
	case session.Unhealthy:
		m.reach.change(id, func(r *reach) { r.attached = false })
		m.health.Lost(id)
	case session.Initializing:
	}
}

// shortest is how long a shell must have run for its pane to close by itself: one
// that ends at once shows why, and no loop of new shells can come of it.
const shortest = 300 * time.Millisecond

func (m *Model) isShell(id session.ID) bool {
	return len(m.state.Sessions[id].Source.Command) == 0
}

// open starts what the screen shows first: the sessions of the active tab, or a
// first tab where nothing is open. For the others see [Model.openRest].
func (m *Model) open() tea.Cmd {
	cmds := []tea.Cmd{m.after(restLimit, restDue{})}
	view := m.activeView()
	for _, id := range m.activeTab().Panes() {
		cmds = append(cmds, m.showSession(id))
	}
	first := m.deps.First
	if first.Template != nil {
		cmd, err := m.openTabs(*first.Template)
		if err != nil {
			m.sayFor(err.Error(), longNotice)
		}
		return tea.Batch(append(cmds, cmd)...)
	}
	if len(view.Tabs) == 0 || len(first.Command) > 0 {
		dir := first.Dir
		if dir == "" {
			dir = m.deps.Dir
		}
		cmds = append(cmds, m.apply(workspace.OpenTab{
			View: view.ID, Tab: m.deps.NewID(), Index: -1,
			Record: m.deps.record(dir, first.Command), Size: m.sizeFor(session.ID{}),
		}))
	}
	return tea.Batch(cmds...)
}

// layOut gives every session on the screen the size of its pane, and connects to
// those that waited for it.
func (m *Model) layOut() tea.Cmd {
	tab := m.activeTab()
	m.geo = m.measure(tab)
	peeked := m.previewed()
	for id, l := range m.live {
		if _, shown := m.geo.box(id); l.client != nil && (shown || peeked == id) == l.hidden {
			l.hidden = !l.hidden
			l.client.Look(!l.hidden)
		}
	}
	for _, b := range m.geo.panes {
		l := m.live[b.session]
		if l == nil || l.client == nil {
			continue
		}
		size := b.contentSize()
		if size != l.size && size.Rows > 0 && size.Cols > 0 {
			l.size, l.resized = size, m.now()
			l.client.Resize(size)
		}
	}
	m.lookAt(tab.Active)
	for id, l := range m.live {
		m.listenTo(id, l)
	}
	return m.openShown()
}
