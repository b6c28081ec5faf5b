package ui

import (
	"errors"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/clock"
	"dormer/session/grid"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/ending"
	"dormer/workspace"
)

// live is this program's end of a session: its connection and replica, and what
// the model has taken note of.
type live struct {
	client *client.Session
	size   session.Size // asked for last
	// attention is what it asks to be looked at for, watches what it is watched for.
	attention attention.Asks
	watches   attention.Watches
	// countsSilence says that a timer runs for its silence; after a silence that was told
	// it does so again from new output on.
	countsSilence bool
	watch         *watch
	listens       bool      // its output is listened to
	resized       time.Time // when it was given another size
	progress      grid.Progress
	program       string // reported to the workspace
	hidden        bool   // not on the screen
	keyed         bool   // something was typed or pasted into the process
	// line is what was typed to start what runs, where the shell tells; lineAsked says
	// that it was asked for.
	line      string
	lineAsked bool
	branch    string // that its directory is on
	// title and dir are what was last reported to the workspace.
	title, dir string
	status     client.Status
	health     health.View
	// gone is when this program saw that the session's host had gone.
	gone time.Time
	// asleep is what is kept of a session that has neither a process nor a host; nil
	// for all others.
	asleep *health.Kept
	// peeked says that what is kept was only read to be searched: whether the session
	// starts again is decided where it is shown.
	peeked bool
	// failed says why the session's process, which may well run, cannot be looked at,
	// where trying again by itself would not help.
	failed string
	ahead  ahead
	ended  endedKeys
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
	// listening says that the next change of the screen is told to the event loop.
	listening atomic.Bool
	// printed is when it last changed, in nanoseconds since 1970, 0 for never.
	printed atomic.Int64
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
	// sessionFound reports the process of a session that was there before.
	sessionFound struct {
		id   session.ID
		size session.Size
		conn wire.Conn
		err  error
	}
	// sessionRecalled brings what is kept of a session whose process is gone.
	sessionRecalled struct {
		id   session.ID
		size session.Size
		kept health.Kept
	}
	// linesDue says that what is to be typed into a new session can be: it has printed
	// something, or nothing for long enough.
	linesDue struct{ id session.ID }
	// sessionNews says that something other than a session's screen may have
	// changed.
	sessionNews struct{ id session.ID }
)

func (msg sessionStarted) tell(m *Model) tea.Cmd { return m.started(msg) }

func (msg sessionFound) tell(m *Model) tea.Cmd { return tea.Batch(m.found(msg), m.wasFound(msg.id)) }

func (msg sessionRecalled) tell(m *Model) tea.Cmd { return tea.Batch(m.recalled(msg), m.openNext()) }

func (msg linesDue) tell(m *Model) tea.Cmd { return m.typeLines(msg.id) }

func (msg sessionNews) tell(m *Model) tea.Cmd { return tea.Batch(m.news(msg.id), m.hasten()) }

// found takes what was found of a session's process.
func (m *Model) found(msg sessionFound) tea.Cmd {
	l, wanted := m.live[msg.id]
	switch {
	case !wanted:
		if msg.conn == nil {
			return nil
		}
		return m.endUnwanted(msg.id, msg.conn)
	case errors.Is(msg.err, health.ErrSilent), errors.Is(msg.err, health.ErrRefused):
		m.outOfReach(msg.id, msg.size)
		return nil
	case msg.err != nil:
		l.failed = msg.err.Error()
		m.changed()
		return nil
	}
	return m.attach(msg.id, l, msg.conn, msg.size)
}

func (m *Model) started(msg sessionStarted) tea.Cmd {
	l, wanted := m.live[msg.id]
	m.answerOpening(msg.id, msg.err)
	if msg.err != nil {
		delete(m.live, msg.id)
		return m.apply(workspace.SessionFailed{Session: msg.id, Reason: startReason(msg.err), Area: m.focus().SplitSize()})
	}
	if _, known := m.state.Sessions[msg.id]; !wanted || !known {
		return m.endUnwanted(msg.id, msg.conn) // closed and collected while it was starting
	}
	return m.attach(msg.id, l, msg.conn, msg.size)
}

// startReason is why a session could not be started, without the words that the
// notice about it begins with.
func startReason(err error) string { return ending.Reason(err.Error()) }

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
	l.ahead.give(l)
	waits := m.waitToType(id, l, w)
	m.recallAttention(id, l)
	l.failed, l.asleep, l.status, l.hidden = "", nil, client.Status{}, false
	m.watched(id, size)
	l.client.Deadline(m.state.Sessions[id].Residency.ExpiresAt, m.now())
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
func (m *Model) endUnwanted(id session.ID, c wire.Conn) tea.Cmd {
	return m.endSurely(id, func() {
		_ = c.Send(wire.End{Forget: true, Said: clock.Now()})
		_ = c.Close()
	})
}
