package client

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/clock"
	"dormer/session/grid"
	"dormer/session/wire"
)

// hiddenInterval is the interval between frames of a session that is not visible; they keep its title and
// directory up to date. So a flood in a hidden tab costs next to nothing.
const hiddenInterval = 250 * time.Millisecond

// detachTime is how long [Session.Detach] waits for queued messages to be sent.
const detachTime = 250 * time.Millisecond

// Session is a viewer's connection to a session. All methods may be called from any goroutine.
// Those that send something ([Session.Input] to [Session.ClearHistory]) queue it and return at
// once.
type Session struct {
	conn wire.Conn
	out  *outbox
	wake func()
	sent chan struct{} // closed when nothing more will be sent

	mu         sync.Mutex
	replica    *Replica
	events     events
	status     Status
	agent      wire.AgentState
	news       uint64 // see News
	hidden     bool   // the screen is not visible
	delayedAck uint64 // the frame whose acknowledgement is delayed, 0 for none
	detached   bool
	gone       bool // the connection has ended
	refused    bool // input was refused and the user has been told
	pending    pendingQuestions
}

// Status is the state of a session's process, as known to this program.
type Status struct {
	// Runtime is Initializing until the process runs, and Unhealthy if the connection broke and the
	// end of the process has not been reported.
	Runtime session.RuntimeStatus
	// PID is the process' id; it stays after the exit.
	PID int
	// Exit describes how the process ended, if Runtime is Exited.
	Exit session.Exit
	// Stopped reports that it was ended on request.
	Stopped bool
	// Reason describes the problem, if Runtime is Unhealthy.
	Reason string
}

// Attach requests the session's screen from conn's host and follows it until the connection ends or
// [Session.Detach]. size is the screen size that this viewer wants; with 0 by 0 it only watches.
//
// wake is called after any change in the results of the session's methods, from a goroutine of the
// session and without any of its locks; it must not block.
func Attach(conn wire.Conn, size session.Size, wake func()) *Session {
	s := &Session{
		conn: conn, wake: wake, out: newOutbox(), sent: make(chan struct{}),
		replica: NewReplica(),
	}
	s.out.send(wire.Attach{Size: size})
	go s.sendAll()
	go s.receiveAll()
	return s
}

// Input sends typed bytes to the child, already encoded for its modes.
func (s *Session) Input(b []byte) {
	if len(b) == 0 {
		return
	}
	if !s.out.typed(b) {
		s.reportDropped()
	}
}

// Paste sends pasted text; the host brackets and cleans it. All parts of a paste but the last have
// more set. Other input in between ends the paste.
func (s *Session) Paste(b []byte, more bool) {
	if !s.out.paste(b, more) {
		s.reportDropped()
	}
}

// SetVisible sets whether the screen is visible, as it is at first. Otherwise it is updated only a few
// times a second.
func (s *Session) SetVisible(on bool) {
	s.mu.Lock()
	s.hidden = !on
	s.mu.Unlock()
	if on {
		s.sendDelayedAck()
	}
}

// sendDelayedAck sends the delayed acknowledgement of the last frame, if there is one.
func (s *Session) sendDelayedAck() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sendDelayedAckLocked()
}

// sendDelayedAckLocked is sendDelayedAck with the lock held.
func (s *Session) sendDelayedAckLocked() {
	if s.delayedAck != 0 {
		s.out.send(wire.Ack{Seq: s.delayedAck})
		s.delayedAck = 0
	}
}

// acknowledge acknowledges a frame at once, or after [hiddenInterval] if the screen is not visible.
// The lock is held.
func (s *Session) acknowledge(seq uint64) {
	if !s.hidden {
		s.out.send(wire.Ack{Seq: seq})
		return
	}
	s.delayedAck = seq
	time.AfterFunc(hiddenInterval, s.sendDelayedAck)
}

// Unanswered returns the time since which the host has not processed input; zero if it has
// processed all. A host whose child reads answers within a moment.
func (s *Session) Unanswered() time.Time { return s.out.unanswered() }

// Resize sets the child's size. If several are waiting, only the latest is sent.
func (s *Session) Resize(size session.Size) { s.out.setSize(size) }

// End ends the session and its processes.
func (s *Session) End() { s.out.send(wire.End{Said: clock.Now()}) }

// Forget ends the session like [Session.End], and removes all its files.
func (s *Session) Forget() { s.out.send(wire.End{Forget: true, Said: clock.Now()}) }

// Deadline sets when the session ends automatically, on the same clock as now. The zero time
// removes the deadline.
func (s *Session) Deadline(at, now time.Time) { s.out.send(wire.EndsAt(at, now)) }

// Retry changes whether the agent in the session is restarted automatically.
func (s *Session) Retry(do wire.RetryOrder) { s.out.send(wire.Retry{Do: do}) }

// Restart starts the session's command again after it has exited, with the given login environment;
// see [session.Login].
func (s *Session) Restart(login ...string) { s.out.send(wire.Restart{Login: login}) }

// Colors sends the colours of this viewer's terminal; see [wire.Colors].
func (s *Session) Colors(c wire.Colors) {
	if c != (wire.Colors{}) {
		s.out.send(c)
	}
}

// Widths sets whether ambiguous characters take two columns from now on; see [wire.Widths].
func (s *Session) Widths(ambiguousWide bool) {
	s.out.send(wire.Widths{AmbiguousWide: ambiguousWide})
}

// Hold sets the positions to follow. When a new width renumbers lines, a [wire.Held] among the
// events contains the new ones.
func (s *Session) Hold(places []wire.Position) { s.out.send(wire.Hold{Positions: places}) }

// Log writes the session's output to a file, or passes it to a shell command; see [wire.Log].
func (s *Session) Log(l wire.Log) { s.out.send(l) }

// ClearHistory drops the lines above the screen.
func (s *Session) ClearHistory() { s.out.send(wire.ClearHistory{}) }

// Detach closes the connection; the session continues. Queued messages are sent before, if the host
// accepts them within a quarter of a second.
func (s *Session) Detach() error {
	s.mu.Lock()
	s.detached = true
	s.mu.Unlock()
	s.out.finish()
	timeout := time.NewTimer(detachTime)
	defer timeout.Stop()
	select {
	case <-s.sent:
	case <-timeout.C:
	}
	if err := s.conn.Close(); err != nil {
		return fmt.Errorf("detach: %w", err)
	}
	return nil
}

// View calls f with the replica, under its lock. f must copy the parts that it needs, and must not
// call the session.
func (s *Session) View(f func(*Replica)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.replica)
}

// Status returns the state of the session's process.
func (s *Session) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Agent returns the state of the agent in the session; its State is empty if there is none.
func (s *Session) Agent() wire.AgentState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.agent
}

// checkedAgent returns a verdict without words unknown to this version, and with a message that is
// safe to display.
func checkedAgent(v agent.Verdict) agent.Verdict {
	if _, ok := agent.ParseState(string(v.State)); !ok {
		return agent.Verdict{}
	}
	if _, ok := agent.ParseKind(string(v.Kind)); !ok {
		v.Kind = ""
	}
	v.Message, v.Retry.Why = agent.Line(v.Message), agent.Line(v.Retry.Why)
	return v
}

// Gone reports whether the connection has ended, so that nothing can be sent.
func (s *Session) Gone() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone
}

// News returns a number that changes whenever something other than the screen's cells may have
// changed: an event or history lines arrived, or the status, title, directory, program or progress
// changed. It lets a viewer distinguish mere output from other news.
func (s *Session) News() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.news
}

// TakeEvents returns the events since the last call, oldest first. If there are very many, the
// oldest are missing.
func (s *Session) TakeEvents() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.events
	s.events = nil
	return taken
}

// HistoryLines calls f for the lines of r that are cached, in order and under the replica's lock.
// Their cells are in the replica's palette and valid during the call. complete is false if lines
// are missing that the host keeps: they have been requested, and wake is called when they arrive.
// Lines that the host no longer keeps are left out. About 8 MiB of lines are cached, more only if r
// itself has more, so request only lines that are shown.
func (s *Session) HistoryLines(r wire.Range, f func(n uint64, cells []grid.Cell)) (complete bool) {
	return s.HistoryText(r, func(n uint64, cells []grid.Cell, _ bool) { f(n, cells) })
}

// HistoryText is [Session.HistoryLines] that also reports whether a line is wrapped.
func (s *Session) HistoryText(r wire.Range, f func(n uint64, cells []grid.Cell, wrapped bool)) (complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.replica.history
	r = clip(r, kept)
	if s.replica.cache.cells > maxCachedCells {
		s.replica.cache.keepWithin(r)
	}
	complete = true
	for n := r.First; n < r.End; n++ {
		l, ok := s.replica.cache.lines[n]
		if !ok {
			complete = false
			continue
		}
		f(n, l.cells, l.wrapped)
	}
	if !complete {
		s.ask(s.replica.cache.missing(r, kept))
	}
	return complete
}

func (s *Session) ask(questions []wire.Lines) {
	for _, q := range questions {
		if !s.out.send(q) {
			delete(s.replica.cache.asked, q.Tag)
		}
	}
}

// reportDropped tells the user that input was dropped, once until the host accepts input again.
func (s *Session) reportDropped() {
	s.mu.Lock()
	told := s.refused
	s.refused = true
	if !told {
		s.news++
		s.events.add(wire.Notice{Text: "the program does not read its input and its buffer is full: your last input was dropped, send it again later"})
	}
	s.mu.Unlock()
	if !told {
		s.wake()
	}
}

// sendAll sends the outbox's messages until it is finished or the connection ends.
func (s *Session) sendAll() {
	defer close(s.sent)
	for {
		m, ok := s.out.next()
		if !ok {
			return
		}
		if err := s.conn.Send(m); err != nil {
			return
		}
	}
}

// receiveAll applies the host's messages until the connection ends or a message is invalid.
func (s *Session) receiveAll() {
	var err error
	for err == nil {
		var m wire.Message
		if m, err = s.conn.Receive(); err == nil {
			err = s.receive(m)
		}
		if _, silent := m.(wire.Taken); err == nil && !silent {
			s.wake()
		}
	}
	s.out.finish()
	_ = s.conn.Close() // err already has the reason
	s.connectionLost(err)
	s.wake()
}

// receive applies one message to the session's state. A message of a later version is ignored.
func (s *Session) receive(m wire.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	told, ok := m.(wire.FromOwner)
	if !ok {
		return nil
	}
	switch m := told.(type) {
	case wire.Frame:
		return s.receiveFrame(m)
	case wire.LinesReply:
		s.news++ // viewers of these lines must know
		return s.replica.addReply(&m)
	case wire.Taken:
		s.refused = false
		s.out.taken(m.Bytes)
	case wire.SearchReply:
		return s.searched(m)
	case wire.CopyReply:
		return s.copied(m)
	case wire.CommandsReply:
		return s.listed(m)
	case wire.Held:
		if m.Cols > 0 && !slices.ContainsFunc(m.Positions, func(p wire.Position) bool { return !isValidPosition(p) }) {
			s.answered(m)
		}
	case wire.Started, wire.Exited, wire.Bell, wire.Clipboard, wire.Notice, wire.CommandDone, wire.Logging:
		s.news++
		s.sendDelayedAckLocked() // the host delays further frames until then
		s.handleMessage(m)
	case wire.AgentState:
		s.news++
		s.sendDelayedAckLocked()
		s.agent = wire.AgentState{Verdict: checkedAgent(m.Verdict), Missed: m.Missed}
	case wire.InfoReply, wire.CaptureReply, wire.Status, wire.Output, wire.CommandStarted, wire.Explained, wire.Done, wire.BookmarkReply, wire.RunLineReply: // a session never requests these
	}
	return nil
}

// handleMessage handles a message that does not concern the screen.
func (s *Session) handleMessage(m wire.Message) {
	switch m := m.(type) {
	case wire.Started:
		s.status = Status{Runtime: session.Running, PID: m.PID}
		s.events.add(m)
	case wire.Exited:
		s.status = Status{Runtime: session.Exited, PID: s.status.PID, Exit: m.Exit, Stopped: m.Stopped}
		s.events.add(m)
	case wire.Bell:
		s.events.add(m)
	case wire.Clipboard:
		if len(m.Text) <= maxClipboard {
			s.events.add(m)
		}
	case wire.Notice:
		s.events.add(wire.Notice{Text: label(m.Text), Child: m.Child, Title: label(m.Title), Body: label(m.Body), At: m.At})
	case wire.CommandDone:
		s.events.add(wire.CommandDone{Command: checked(m.Command)})
	case wire.Logging:
		s.events.add(wire.Logging{To: label(m.To), Err: label(m.Err)})
	}
}

// receiveFrame applies a frame and acknowledges it. The lock is held.
func (s *Session) receiveFrame(f wire.Frame) error {
	rows, cols := s.replica.Size()
	end := s.replica.history.End
	title, dir, progress, program := s.replica.title, s.replica.dir, s.replica.progress, s.replica.program
	if err := s.replica.Apply(f); err != nil {
		return err
	}
	if f.Rows != rows || f.Cols != cols || f.History.End < end {
		s.replica.cache.forget()
		s.replica.frozen = nil
	}
	if f.Cols != cols { // lines were renumbered
		s.news++
	}
	if s.replica.title != title || s.replica.dir != dir || s.replica.progress != progress || s.replica.program != program {
		s.news++
	}
	if !f.NoAck {
		s.acknowledge(f.Seq)
	}
	return nil
}

// connectionLost notes the end of the connection.
func (s *Session) connectionLost(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
	s.replica.history.First = s.replica.cache.cachedFrom(s.replica.history.End)
	s.answerPending()
	if s.detached || s.status.Runtime == session.Exited {
		return
	}
	s.news++
	s.status.Runtime = session.Unhealthy
	s.status.Reason = "the connection to the session's host was lost: " + err.Error()
	if errors.Is(err, io.EOF) {
		s.status.Reason = "the session's host is gone"
	}
}
