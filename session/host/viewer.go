package host

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

const (
	// maxQuestions is the number of a viewer's questions that may wait.
	maxQuestions = 256
	// maxEvents is the number of events that may wait for a viewer that does not receive; the
	// oldest beyond it are dropped.
	maxEvents = 64
)

// viewer is one attached connection. Fields without a comment are guarded by the
// host's lock.
type viewer struct {
	host *Host
	conn wire.Conn
	wake chan struct{} // holds one wake-up for the sender
	gone chan struct{} // closed when the receiver is done
	sent chan struct{} // closed when the sender is done

	inFlight atomic.Int64 // input bytes received and not yet returned
	credited atomic.Int64 // input bytes to report as taken

	attached      bool
	size          session.Size
	view          view
	capturedFrame *wire.Frame    // built early, at the end of a synchronized update
	unacked       bool           // the last frame has to be acknowledged before the next
	sentUrgent    []wire.Message // the messages of viewer.urgent since the last frame, which was not acknowledged
	unackedFrames int            // frames since the last that must be acknowledged
	unackedBytes  int            // approximate size of these frames
	prompt        bool           // that frame was acknowledged within promptTime
	paced         bool           // a timer wakes the sender for the next frame
	pacer         pacer          // when the next frame may go
	takenAt       time.Time      // start of the wait of input to be reported as taken
	events        []wire.Message
	sendingEvents []wire.Message // events that are being sent
	questions     []wire.Message // questions that have an answer
	answering     bool           // one question is partly answered; used only by the sender
	enc           encoder
	watch         viewerWatch
	heldPositions []wire.Position // positions that the viewer follows
}

func newViewer(h *Host, conn wire.Conn) *viewer {
	return &viewer{
		host: h, conn: conn, pacer: pacer{interval: h.opts.FrameInterval},
		wake: make(chan struct{}, 1), gone: make(chan struct{}), sent: make(chan struct{}),
	}
}

// wakeSender wakes the sender.
func (v *viewer) wakeSender() {
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// taken returns n bytes of input to the viewer's window. It takes no lock.
func (v *viewer) taken(n int) {
	v.inFlight.Add(int64(-n))
	v.credited.Add(int64(n))
	v.wakeSender()
}

// queueEvent queues an event, and removes a waiting event that it replaces. If there are maxEvents, the
// oldest is dropped.
func (v *viewer) queueEvent(m wire.Message) {
	v.events = slices.DeleteFunc(v.events, func(old wire.Message) bool { return replaces(m, old) })
	if len(v.events) >= maxEvents {
		v.events = slices.Delete(v.events, 0, 1)
	}
	v.events = append(v.events, m)
	v.wakeSender()
}

// replaces reports whether m makes old unnecessary.
func replaces(m, old wire.Message) bool {
	switch m := m.(type) {
	case wire.Bell, wire.Started, wire.Status, wire.Held, wire.Exited, wire.Logging, wire.AgentState:
		return reflect.TypeOf(m) == reflect.TypeOf(old)
	case wire.Clipboard:
		was, ok := old.(wire.Clipboard)
		return ok && was.Selection == m.Selection
	}
	return false
}

func is[T wire.Message](m wire.Message) bool {
	_, ok := m.(T)
	return ok
}

// receiveAll handles the viewer's messages until it leaves or breaks the protocol.
func (v *viewer) receiveAll() error {
	for {
		m, err := v.conn.Receive()
		if err != nil {
			return err
		}
		if err := v.receive(m); err != nil {
			return err
		}
	}
}

func (v *viewer) receive(m wire.Message) error {
	asked, ok := m.(wire.FromViewer)
	if !ok {
		return nil // the message is of a later version, or for viewers
	}
	h := v.host
	switch m := asked.(type) {
	case wire.Attach:
		h.refreshForeground() // the viewer has no frames that would refresh it
		h.attach(v, m.Size)
	case wire.Ack:
		h.acknowledge(v, m.Seq)
	case wire.Input:
		return v.input(len(m.Data), func() { h.input(v, m.Data) })
	case wire.Paste:
		return v.input(len(m.Data), func() { h.paste(v, m) })
	case wire.Resize:
		h.resizeFor(v, m.Size)
	case wire.Signal:
		h.signal(syscall.Signal(m.Number))
	case wire.End:
		if h.endIsCurrent(m) {
			h.endFor("", m.Forget)
		}
	case wire.EndIdle:
		if !h.endIdle(m.After) {
			h.refreshForeground()
			return h.question(v, wire.Info{})
		}
	case wire.Restart:
		if m.Force {
			h.forceRestart(m.Login)
		} else {
			h.restart(m.Login)
		}
	case wire.Info:
		h.refreshForeground()
		return h.question(v, m)
	case wire.Lines, wire.Commands, wire.Bookmark:
		return h.question(v, m)
	case wire.Search:
		dropQuestions[*search](v)
		if m.Query.Text != "" {
			return h.question(v, newSearch(m))
		}
	case wire.Copy:
		dropQuestions[*copying](v)
		return h.question(v, &copying{Copy: m})
	case wire.Colors:
		h.setColors(m)
	case wire.Widths:
		h.setWidths(m)
	case wire.Watch:
		h.beginWatch(v, m)
	case wire.Hold:
		h.hold(v, m.Positions)
	case wire.Capture:
		return h.question(v, h.beginCapture(m))
	case wire.Deadline:
		h.setDeadline(m)
	case wire.Log:
		h.requestLog(m)
	case wire.Report:
		return h.agentReport(v, m)
	case wire.Explain:
		return h.question(v, m)
	case wire.Prompt:
		return h.prompt(v, m)
	case wire.Answer:
		return h.answer(v, m)
	case wire.Retry:
		return h.changeRetry(v, m)
	case wire.RunLine:
		return h.runLine(v, m.Line)
	case wire.ClearHistory:
		h.clearHistory()
	}
	return nil
}

// dropQuestions drops the waiting questions of a kind of which only the last counts.
func dropQuestions[T wire.Message](v *viewer) {
	v.host.mu.Lock()
	defer v.host.mu.Unlock()
	v.questions = slices.DeleteFunc(v.questions, is[T])
}

// input passes n bytes of input on, if they are within the window.
func (v *viewer) input(n int, pass func()) error {
	if v.inFlight.Add(int64(n)) > wire.InputWindow {
		return fmt.Errorf("viewer sent more than %d bytes of input ahead", wire.InputWindow)
	}
	pass()
	return nil
}

// sendAll sends to the viewer until the viewer has left, or the session has ended and everything is
// sent. It is the only goroutine that sends. Then it closes the connection, which wakes the
// receiver. If the viewer has hung up, it leaves the connection open: messages that the viewer sent
// before, perhaps the request to end the session, must still be received, and then the receiver
// ends on its own.
func (v *viewer) sendAll() {
	defer close(v.sent)
	if err := v.sendUntilOver(); errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		return
	}
	_ = v.conn.Close()
}

func (v *viewer) sendUntilOver() error {
	timer := time.NewTimer(0)
	timer.Stop()
	defer timer.Stop()
	var turns yielder
	defer turns.close()
	for {
		if v.answering {
			turns.yield()
		}
		messages, frame, pause := v.host.messagesFor(v, time.Now())
		if frame != nil {
			messages = append(messages, *frame)
		}
		if len(messages) > 0 {
			if err := wire.SendAll(v.conn, messages); err != nil {
				return err
			}
			continue
		}
		if pause > 0 {
			timer.Reset(pause)
		}
		select {
		case <-v.wake:
			timer.Stop()
		case <-timer.C:
		case <-v.gone:
			return nil
		case <-v.host.done:
			v.sendLast()
			return nil
		}
	}
}

// sendLast sends the remaining messages once the session has ended.
func (v *viewer) sendLast() {
	_ = wire.SendAll(v.conn, v.host.lastMessagesFor(v)) // fails if the viewer has left
}
