package host

import (
	"bytes"
	"slices"
	"time"

	"dormer/session/wire"
)

// syncEnd ends a synchronized update: CSI ? 2026 l. The search looks for its rarer part.
var (
	syncEnd     = []byte("\x1b[?2026l")
	syncEndRare = syncEnd[2:]
)

// messagesFor returns the messages to send to a viewer now, and its next frame if it may be sent
// now. Otherwise pause says when to call messagesFor again, 0 for when something happens. A viewer
// that has not acknowledged a frame gets only answers to its questions and [viewer.urgent], so the
// connection of a viewer that is stopped for an hour does not fill up and break.
func (h *Host) messagesFor(v *viewer, now time.Time) (messages []wire.Message, frame *wire.Frame, pause time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.paced = false
	v.sendingEvents = nil // these have been sent
	v.answering = false
	if len(v.questions) > 0 {
		if m := h.answerNext(v); m != nil {
			messages = append(messages, m)
		}
	}
	if v.unacked && v.capturedFrame == nil {
		return append(messages, v.urgent()...), nil, 0
	}
	if first := v.watch.first; first != nil {
		v.watch.first = nil
		return append(messages, first...), nil, 0
	}
	if len(v.watch.unsent) > 0 { // events follow the output before them
		if m := v.nextOutput(); m != nil {
			messages = append(messages, m)
		}
		return messages, nil, 0
	}
	messages = append(messages, v.events...)
	v.sendingEvents, v.events = v.events, nil
	frame, pause = h.frameFor(v, now)
	v.paced = pause > 0 && h.syncSince.IsZero()
	taken, later := v.inputCredit(now, frame != nil)
	messages = append(messages, taken...)
	return messages, frame, shorterPause(pause, later)
}

// urgent returns the agent's state and the child's exit, if they have not been sent yet. A viewer
// whose screen is not visible acknowledges frames late, and these at once. They are sent once per
// frame that was not acknowledged.
func (v *viewer) urgent() (out []wire.Message) {
	if v.sentUrgent != nil {
		return nil
	}
	v.events = slices.DeleteFunc(v.events, func(m wire.Message) bool {
		urgent := is[wire.AgentState](m) || is[wire.Exited](m)
		if urgent {
			out = append(out, m)
		}
		return urgent
	})
	v.sentUrgent = out
	return out
}

// inputCredit returns the message that returns processed input to the viewer's window, or how long that
// may wait. It goes with a frame if it can, since each message wakes the viewer, and most keys are
// echoed within a moment.
func (v *viewer) inputCredit(now time.Time, frame bool) ([]wire.Message, time.Duration) {
	n := v.credited.Load()
	if n == 0 {
		return nil, 0
	}
	if v.takenAt.IsZero() {
		v.takenAt = now
	}
	if left := v.takenAt.Add(creditTime).Sub(now); left > 0 && !frame && n < creditBytes {
		return nil, left
	}
	v.takenAt = time.Time{}
	return []wire.Message{wire.Taken{Bytes: int(v.credited.Swap(0))}}, 0
}

const (
	// creditTime is how long the return of input credit waits for a frame.
	creditTime = 20 * time.Millisecond
	// creditBytes is the amount of input at which the credit is returned at once: the viewer may have
	// more to send.
	creditBytes = wire.InputWindow / 8
)

// shorterPause returns the shorter of two pauses, where 0 is forever.
func shorterPause(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// lastMessagesFor returns the remaining messages for a viewer of an ended session.
func (h *Host) lastMessagesFor(v *viewer) []wire.Message {
	h.mu.Lock()
	noFrame := v.unacked || v.watch.active
	news := append(v.lastOutput(), v.events...)
	if v.watch.active {
		v.events = nil
	}
	h.mu.Unlock()
	if noFrame {
		return news
	}
	messages, frame, _ := h.messagesFor(v, time.Now())
	if frame != nil {
		messages = append(messages, *frame)
	}
	return messages
}

// frameFor returns the viewer's next frame, if there is one that may be sent now; otherwise how
// long it has to wait, 0 for until something happens.
func (h *Host) frameFor(v *viewer, now time.Time) (*wire.Frame, time.Duration) {
	if p := v.capturedFrame; p != nil {
		v.capturedFrame = nil
		return p, 0
	}
	if !v.attached || v.unacked {
		return nil, 0
	}
	if !h.hasFrame(v) {
		return nil, 0
	}
	if wait := h.syncWait(now); wait > 0 {
		return nil, wait
	}
	wait, flood := v.pacer.wait(now, h.childState(now))
	if flood {
		h.flooded = now
	}
	if wait > 0 {
		return nil, wait
	}
	return h.buildFrame(v, now), 0
}

// hasFrame reports whether the viewer's screen may be out of date.
func (h *Host) hasFrame(v *viewer) bool {
	return v.view.seq == 0 || v.view.gen != h.term.Gen() || v.view.state.dir != h.dir || v.view.state.program != h.foreground.program
}

// hasPending reports whether there may be something to send to a viewer that has acknowledged its
// last frame.
func (h *Host) hasPending(v *viewer) bool {
	return v.capturedFrame != nil || len(v.events) > 0 || v.credited.Load() > 0 || h.hasFrame(v)
}

// buildFrame builds the viewer's next frame; nil if nothing changed.
func (h *Host) buildFrame(v *viewer, now time.Time) *wire.Frame {
	h.checkForegroundAfterFrame(now)
	before := v.view.state.history.End
	f, changed := v.view.next(h.term, h.dir, h.foreground.program)
	if !changed {
		v.pacer.unchanged = now
		return nil
	}
	f.NoAck = v.mayGoUnacked(&f)
	v.unacked = !f.NoAck
	v.pacer.built(h.progress(now), rewrites(&f, before))
	return &f
}

// syncWait returns for how long the present synchronized update may still delay frames. It ends an
// update that takes too long.
func (h *Host) syncWait(now time.Time) time.Duration {
	if h.syncSince.IsZero() {
		return 0
	}
	if wait := h.syncSince.Add(h.opts.SyncTimeout).Sub(now); wait > 0 {
		return wait
	}
	h.term.EndSync()
	h.syncSince = time.Time{}
	return 0
}

// feed writes output into the emulator, passes on its replies and events, and wakes the
// viewers. The lock is held.
//
// A child may begin a synchronized update as soon as the last one ends. To show such a child at
// all, feed captures the screen at the end of each update for the viewers that are due for a frame.
func (h *Host) feed(data []byte) {
	now := time.Now()
	h.abandonSequence(now)
	printed, wasAlt := data, h.term.Modes().AltScreen
	for len(data) > 0 {
		part := data
		if end := endOfSync(data); end > 0 {
			part = data[:end]
		}
		data = data[len(part):]
		_, _ = h.term.Write(part) // an emulator accepts everything
		h.followSync(now)
		if len(data) > 0 && h.syncSince.IsZero() {
			h.capture(now)
		}
	}
	h.checkForegroundAfterOutput(printed, wasAlt)
	h.run.in.reply(h.term.TakeReplies())
	h.report(h.term.TakeEvents())
	h.agentOutput(now)
	h.wakeSenders()
}

// endOfSync returns where the first syncEnd in data ends, 0 if there is none.
func endOfSync(data []byte) int {
	for from := 0; ; {
		i := bytes.Index(data[from:], syncEndRare)
		if i < 0 {
			return 0
		}
		from += i + len(syncEndRare)
		if bytes.HasSuffix(data[:from], syncEnd) {
			return from
		}
	}
}

// abandonSequence ends an escape sequence that was left incomplete for longer than
// Options.SequenceTimeout. If a program dies while setting a title, all later output would be taken
// for the title. It is called when more is printed, so that no timer is needed.
func (h *Host) abandonSequence(now time.Time) {
	if h.term.InSequence() && now.Sub(h.lastWrite) >= h.opts.SequenceTimeout {
		h.term.Abandon()
	}
	h.lastWrite = now
}

// followSync notes the start of the present synchronized update.
func (h *Host) followSync(now time.Time) {
	switch {
	case !h.term.Modes().Sync:
		h.syncSince = time.Time{}
	case h.syncSince.IsZero():
		h.syncSince = now
	}
}

// capture builds the frames that are due. They are sent regardless of later output.
func (h *Host) capture(now time.Time) {
	for _, v := range h.viewers {
		if v.capturedFrame == nil {
			v.capturedFrame, _ = h.frameFor(v, now)
		}
	}
}

// wakeSenders wakes the senders that may have a frame to send or to wait for.
func (h *Host) wakeSenders() {
	for _, v := range h.viewers {
		if v.capturedFrame != nil || v.attached && !v.unacked && !v.paced {
			v.wakeSender()
		}
	}
}
