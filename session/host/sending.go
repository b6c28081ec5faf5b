package host

import (
	"bytes"
	"time"

	"dormer/session/wire"
)

// syncEnd ends a synchronized update: CSI ? 2026 l. Its rare part is what is searched
// for.
var (
	syncEnd     = []byte("\x1b[?2026l")
	syncEndRare = syncEnd[2:]
)

// messagesFor returns what is to be sent to a viewer now, the frame last. Where a frame has to wait for its time, it returns how long. A viewer with a frame that it has not
// acknowledged gets only the answers that it asked for: one that is stopped for an
// hour finds its connection as it was, and not so full of news that it was given up.
func (h *Host) messagesFor(v *viewer, now time.Time) (messages []wire.Message, frame *wire.Frame, pause time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.paced = false
	v.sendingEvents = nil // what it was told is sent
	if len(v.questions) > 0 {
		if m := h.answerNext(v); m != nil {
			messages = append(messages, m)
		}
	}
	if v.unacked && v.capturedFrame == nil {
		return messages, nil, 0
	}
	messages = append(messages, v.events...)
	v.sendingEvents, v.events = v.events, nil
	frame, pause = h.frameFor(v, now)
	v.paced = pause > 0 && h.syncSince.IsZero()
	taken, later := v.receipt(now, frame != nil)
	messages = append(messages, taken...)
	return messages, frame, sooner(pause, later)
}

// receipt returns word of the input that was taken, or how long it may wait. It
// goes with a frame, for the viewer would wake for either: most keys are answered
// within a moment. Where none comes, or much was taken, it goes by itself.
func (v *viewer) receipt(now time.Time, frame bool) ([]wire.Message, time.Duration) {
	n := v.credited.Load()
	if n == 0 {
		return nil, 0
	}
	if v.takenAt.IsZero() {
		v.takenAt = now
	}
	if left := v.takenAt.Add(receiptTime).Sub(now); left > 0 && !frame && n < receiptBytes {
		return nil, left
	}
	v.takenAt = time.Time{}
	return []wire.Message{wire.Taken{Bytes: int(v.credited.Swap(0))}}, 0
}

const (
	// receiptTime is how long word of input that was taken waits for a frame to go
	// with.
	receiptTime = 20 * time.Millisecond
	// receiptBytes is how much input does not wait: its viewer may have more.
	receiptBytes = wire.InputWindow / 8
)

// sooner is the shorter of two pauses, of which 0 is for ever.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// lastFor returns what a viewer has still to be told of a session that has ended,
// whatever it has acknowledged.
func (h *Host) lastFor(v *viewer) ([]wire.Message, *wire.Frame) {
	h.mu.Lock()
	waits := v.unacked
	news := v.events
	h.mu.Unlock()
	if waits {
		return news, nil
	}
	messages, frame, _ := h.messagesFor(v, time.Now())
	return messages, frame
}

// frameFor returns the viewer's next frame, if there is one and it may be sent
// now; otherwise how long it has to wait, 0 for until something happens.
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

// hasFrame reports whether the viewer may show something else than there is.
func (h *Host) hasFrame(v *viewer) bool {
	return v.view.seq == 0 || v.view.gen != h.term.Gen() || v.view.around.dir != h.dir || v.view.around.program != h.front.program
}

// hasPending reports whether there may be something to send to a viewer without a frame that
// it has not acknowledged.
func (h *Host) hasPending(v *viewer) bool {
	return v.capturedFrame != nil || len(v.events) > 0 || v.credited.Load() > 0 || h.hasFrame(v)
}

// buildFrame builds the viewer's next frame; nil where nothing changed.
func (h *Host) buildFrame(v *viewer, now time.Time) *wire.Frame {
	h.lookAfterFrame(now)
	before := v.view.around.history.End
	f, changed := v.view.next(h.term, h.dir, h.front.program)
	if !changed {
		v.pacer.unchanged = now
		return nil
	}
	f.NoAck = v.mayGoUnacked(&f)
	v.unacked = !f.NoAck
	v.pacer.built(h.progress(now), rewrites(&f, before))
	return &f
}

// syncWait is how long the synchronized update that is under way may still hold
// frames back. One that took too long is ended.
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

// feed writes what the child printed into the emulator, passes on what comes of
// it, and wakes the viewers. The lock is held.
//
// A child that begins its next synchronized update right after one would never
// be seen outside of one: the screen at each update's end is captured for the
// viewers that are due.
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
		_, _ = h.term.Write(part) // an emulator takes everything
		h.followSync(now)
		if len(data) > 0 && h.syncSince.IsZero() {
			h.capture(now)
		}
	}
	h.lookAfterOutput(printed, wasAlt)
	h.run.in.reply(h.term.TakeReplies())
	h.report(h.term.TakeEvents())
	h.pokeAll()
}

// endOfSync is where the first end of a synchronized update in data ends, 0 where
// there is none.
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

// abandonSequence ends a sequence that the child left open and then said nothing: a
// program that died in the middle of a title takes what comes after it for one, and
// the screen would stay as it is for ever. It is asked when there is more to show,
// so that nothing needs to wake up for it.
func (h *Host) abandonSequence(now time.Time) {
	if h.term.InSequence() && now.Sub(h.lastFed) >= h.opts.SequenceTimeout {
		h.term.Abandon()
	}
	h.lastFed = now
}

// followSync notes when a synchronized update began.
func (h *Host) followSync(now time.Time) {
	switch {
	case !h.term.Modes().Sync:
		h.syncSince = time.Time{}
	case h.syncSince.IsZero():
		h.syncSince = now
	}
}

// capture builds the frames that are due, to be sent whatever is written next.
func (h *Host) capture(now time.Time) {
	for _, v := range h.viewers {
		if v.capturedFrame == nil {
			v.capturedFrame, _ = h.frameFor(v, now)
		}
	}
}

// pokeAll wakes the senders that could send a frame now or do not know that there
// is something to wait for.
func (h *Host) pokeAll() {
	for _, v := range h.viewers {
		if v.capturedFrame != nil || v.attached && !v.unacked && !v.paced {
			v.poke()
		}
	}
}
