package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"dormer/session"
	"dormer/session/vt"
	"dormer/session/wire"
)

// ErrEnded is returned by [Host.Serve] for a session that has ended.
var ErrEnded = errors.New("the session has ended")

// farewellTime is how long a viewer has to receive the last events once the session has
// ended.
const farewellTime = time.Second

// Serve serves one viewer until it leaves, the session ends, or the viewer breaks the
// protocol. Only the last is an error. Serve closes the connection. Any number of viewers
// may be served at once.
func (h *Host) Serve(c wire.Conn) error {
	v := newViewer(h, c)
	if !h.join(v) {
		_ = c.Close() // nothing was sent
		return ErrEnded
	}
	go v.sendAll()
	err := v.receiveAll()
	h.leave(v)
	close(v.gone)
	_ = c.Close() // the viewer has left, or must
	<-v.sent
	if errors.Is(err, io.EOF) || errors.Is(err, wire.ErrClosed) {
		return nil
	}
	return fmt.Errorf("serve a viewer: %w", err)
}

// closeSlowViewers closes the connections of viewers that have not received the last events some
// time after the end of the session.
func (h *Host) closeSlowViewers() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.viewers) == 0 {
		return
	}
	time.AfterFunc(farewellTime, func() {
		h.mu.Lock()
		late := slices.Clone(h.viewers)
		h.mu.Unlock()
		for _, v := range late {
			_ = v.conn.Close() // this wakes its receiver and its sender
		}
	})
}

// maxNotices is the number of notices that wait for a viewer; later ones are dropped.
const maxNotices = 16

// join adds a viewer. It reports false when the session has ended.
func (h *Host) join(v *viewer) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.done:
		return false
	default:
	}
	h.viewers = append(h.viewers, v)
	return true
}

// leave removes a viewer. The screen keeps its size until another viewer types.
func (h *Host) leave(v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewers = slices.DeleteFunc(h.viewers, func(o *viewer) bool { return o == v })
	if h.sizeOwner == v {
		h.sizeOwner = nil
	}
	h.run.in.leave(v)
	h.keepUnsent(v)
	v.watch = viewerWatch{}
	h.room.Broadcast()
	h.startRetention()
}

// attach sends the child's state to a viewer and starts sending it frames. The first viewer sets
// the size.
func (h *Host) attach(v *viewer, size session.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.attached = true
	v.size = size
	h.opts.onAttach()
	h.checkForegroundNext = true
	h.stopRetention()
	if h.sizeOwner == nil {
		h.adoptSizeOf(v)
	}
	v.queueEvent(wire.Started{PID: h.run.pid})
	if h.exit != nil {
		v.queueEvent(wire.Exited{Exit: *h.exit, Stopped: h.stopped})
	}
	if h.logging != nil {
		v.queueEvent(wire.Logging{To: h.logging.to})
	}
	if verdict := h.agent.Verdict(); verdict.State != "" {
		v.queueEvent(wire.AgentState{Verdict: verdict, Missed: h.missed.agent})
	}
	h.tellMissed()
	h.sendNotices()
}

// acknowledge allows the next frame to be sent. The sender is woken only if there is something to
// send: most frames are the last for some time.
func (h *Host) acknowledge(v *viewer, seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if v.watch.active {
		v.watch.acked = min(max(v.watch.acked, seq), v.watch.sent)
		v.wakeSender()
		return
	}
	if v.unacked && seq == v.view.seq {
		v.unacked, v.sentUrgent = false, nil
		v.prompt = time.Since(v.pacer.last) < promptTime
		if h.hasPending(v) {
			v.wakeSender()
		}
	}
}

// resizeFor notes the size that a viewer wants. The screen is resized to it if this viewer sets the
// size, or no viewer does.
func (h *Host) resizeFor(v *viewer, size session.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.size = size
	if h.sizeOwner == v || h.sizeOwner == nil {
		h.adoptSizeOf(v)
	}
}

// adoptSizeOf resizes the screen to a viewer's size, and lets that viewer set the size from now on.
// A viewer without a size never sets it.
func (h *Host) adoptSizeOf(v *viewer) {
	if v.size.Rows <= 0 || v.size.Cols <= 0 {
		return
	}
	h.sizeOwner = v
	size := bounded(v.size)
	if size == h.size {
		return
	}
	h.size = size
	h.resizeTerm(size.Rows, size.Cols)
	h.shell.renumber(h.term)
	if h.exit == nil {
		_ = h.run.tty.setSize(size) // fails if the child has closed its side
		h.run.in.reply(h.term.TakeReplies())
	}
	h.wakeSenders()
}

// viewerTyped notes that a viewer types, and lets it set the size. The lock is held.
func (h *Host) viewerTyped(v *viewer) {
	if h.sizeOwner != v {
		h.adoptSizeOf(v)
	}
	h.lastInput = time.Now()
	h.noteTyping(h.lastInput)
	h.shell.typed = h.shell.typed || h.shell.prompt
}

// input queues a viewer's input.
func (h *Host) input(v *viewer, data []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewerTyped(v)
	h.run.in.input(v, data)
	if !reportsMouseOrFocus(data) {
		h.agent.NoteKey(h.lastInput)
	}
	h.noteEnter(data)
	if bytes.ContainsAny(data, "\r\n") { // a command without output may start
		h.checkForegroundSoon()
	}
}

// paste queues a part of a viewer's paste.
func (h *Host) paste(v *viewer, m wire.Paste) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewerTyped(v)
	h.run.in.pastePart(v, m, h.term.Modes().BracketedPaste)
	if !h.term.Modes().BracketedPaste {
		h.noteEnter(m.Data)
	}
}

// question queues a question.
func (h *Host) question(v *viewer, q wire.Message) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(v.questions) >= maxQuestions {
		return fmt.Errorf("viewer asked %d questions ahead", maxQuestions)
	}
	v.questions = append(v.questions, q)
	v.wakeSender()
	return nil
}

// clearHistory drops the lines above the screen.
func (h *Host) clearHistory() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.ClearHistory()
	h.noteCleared()
	h.wakeSenders()
}

// noteCleared tells the watcher if the history was cleared, so that it is removed from disk too.
func (h *Host) noteCleared() {
	if h.term.HistoryCleared() {
		h.opts.watcher.historyCleared()
	}
}

// broadcast sends an event to all attached viewers.
func (h *Host) broadcast(m wire.Message) {
	for _, v := range h.viewers {
		if v.attached {
			v.queueEvent(m)
		}
	}
}

// sendNotices sends the waiting notices to the attached viewers, if there are any.
func (h *Host) sendNotices() {
	told := false
	for _, v := range h.viewers {
		for _, n := range h.notices {
			if v.attached {
				v.queueEvent(n)
				told = true
			}
		}
	}
	if told {
		h.notices = nil
	}
}

// report passes the emulator's events on.
func (h *Host) report(events []vt.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case vt.Bell:
			h.bell()
			h.agent.dirty = h.agent.NoteBell(time.Now()) || h.agent.dirty
		case vt.Clipboard:
			h.broadcast(wire.Clipboard{Selection: e.Selection, Text: e.Text})
		case vt.Notification:
			n := notification(e)
			h.notified(n)
			h.agent.dirty = h.agent.Notify(n.Text, time.Now()) || h.agent.dirty
		case vt.Mark:
			h.marked(e)
		case vt.ProgramStatus:
			h.programStatus(e)
		case vt.HardReset:
			h.agent.Reset()
			h.agent.dirty = true
		}
	}
}

// notify sends a notice to the attached viewers, or to the next one that attaches.
func (h *Host) notify(n wire.Notice) {
	if len(h.notices) < maxNotices {
		h.notices = append(h.notices, n)
	}
	h.sendNotices()
}

func notification(e vt.Notification) wire.Notice {
	n := wire.Notice{Text: e.Body, Child: true, Title: e.Title, Body: e.Body}
	switch {
	case e.Title != "" && e.Body != "":
		n.Text = e.Title + ": " + e.Body
	case e.Title != "":
		n.Text = e.Title
	}
	return n
}
