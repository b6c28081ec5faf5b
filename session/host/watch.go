package host

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"dormer/session/proc"
	"dormer/session/vt"
	"dormer/session/wire"
)

const (
	// maxUnsent is the number of bytes of output that are kept for a viewer that is slower than the
	// child.
	maxUnsent = 4 << 20
	// maxOutput is the largest size of one [wire.Output], in bytes.
	maxOutput = 32 << 10
	// awaitTime is how long the output of a child waits for its first viewer
	// ([dormer/session.Spec.HoldOutput]).
	awaitTime = 5 * time.Second
)

// viewerWatch is the state of a viewer that receives events and output ([wire.Watch]). The host's lock
// guards it.
type viewerWatch struct {
	active bool
	wire.Watch
	child      string // the name of the child's own program
	lastStatus wire.Status
	first      []wire.Message // the first messages, until they are sent
	unsent     []byte
	skipped    uint64 // bytes dropped since the last ones sent
	sent       uint64
	acked      uint64
}

// beginWatch starts sending events to a viewer.
func (h *Host) beginWatch(v *viewer, q wire.Watch) {
	h.refreshForeground()
	h.mu.Lock()
	pid, file := h.run.pid, h.run.cmd.Path
	h.mu.Unlock()
	child := cmp.Or(nameFromArgv0(proc.Name(pid)), nameFromArgv0(file))
	h.mu.Lock()
	defer h.mu.Unlock()
	if v.attached || v.watch.active {
		return
	}
	v.watch = viewerWatch{active: true, Watch: q, child: child}
	first := []wire.Message{wire.Started{PID: h.run.pid}}
	if h.exit != nil {
		first = append(first, wire.Exited{Exit: *h.exit, Stopped: h.stopped})
	}
	v.watch.lastStatus = h.statusFor(v)
	v.watch.first = append(first, v.watch.lastStatus)
	v.wakeSender()
	if q.Output {
		h.releaseOutput()
	}
}

// statusFor returns the session's status for a viewer. The lock is held.
func (h *Host) statusFor(v *viewer) wire.Status {
	s := wire.Status{
		Title: h.term.Title(), Dir: h.dir, Program: cmp.Or(h.foreground.program, v.watch.child),
		Prompt: h.shell.prompt && h.exit == nil, Modes: h.term.Modes(),
	}
	_, above := h.term.History()
	c := h.term.Cursor()
	s.Line, s.Col = above+uint64(c.Row), c.Col
	if row := h.term.Row(c.Row); c.Col == len(row)-1 && len(trim(row)) == len(row) { // a wrap is pending
		s.Col++
	}
	return s
}

// tellWatchers sends an event to the watching viewers. The lock is held.
func (h *Host) tellWatchers(m wire.Message) {
	for _, v := range h.viewers {
		if v.watch.active {
			v.queueEvent(m)
		}
	}
}

// tellStatus sends the status to the watching viewers if it has changed. The lock is held.
func (h *Host) tellStatus() {
	for _, v := range h.viewers {
		if !v.watch.active {
			continue
		}
		now, told := h.statusFor(v), v.watch.lastStatus
		if now.Title == told.Title && now.Dir == told.Dir && now.Program == told.Program && now.Prompt == told.Prompt {
			continue
		}
		v.watch.lastStatus = now
		v.queueEvent(now)
	}
}

// notePrompt handles a mark of the shell, and reports a command that starts. The lock is held.
func (h *Host) notePrompt(m vt.Mark) {
	h.shell.prompt = m.Kind == vt.MarkPrompt || m.Kind == vt.MarkInput
	if m.Kind == vt.MarkPrompt {
		h.shell.typed = false
		h.agent.Ended()
		h.agent.dirty = true
	}
	if m.Kind == vt.MarkCommand {
		h.tellWatchers(wire.CommandStarted{Command: h.shell.complete(h.term, h.shell.last)})
	}
}

// noteEnter handles typed input. After Enter the shell no longer waits at its prompt, and the user
// has seen an agent's notification. The lock is held.
func (h *Host) noteEnter(typed []byte) {
	if !bytes.ContainsAny(typed, "\r\n") {
		return
	}
	h.agentTyped()
	if h.shell.prompt {
		h.shell.prompt = false
		h.tellStatus()
	}
}

// passOutput passes output on to the watching viewers, and reports whether the child must wait for
// one of them. The lock is held.
func (h *Host) passOutput(data []byte) (wait bool) {
	watched := false
	for _, v := range h.viewers {
		watched = watched || v.watch.active
		if w := &v.watch; w.Output {
			if !w.Hold && len(w.unsent)+len(data) > maxUnsent {
				w.skipped += uint64(len(w.unsent))
				w.unsent = nil
			}
			w.unsent = append(w.unsent, data...)
			v.wakeSender()
		}
	}
	if !watched {
		return false
	}
	h.tellStatus()
	if h.checkForegroundNext && !h.hasViewers() { // frames of viewers would check it
		h.checkForegroundNext = false
		h.checkForegroundSoon()
	}
	return h.mustWaitForViewer()
}

// mustWaitForViewer reports whether the child has to wait for a viewer. The lock is held.
func (h *Host) mustWaitForViewer() bool {
	return !h.ending && slices.ContainsFunc(h.viewers, func(v *viewer) bool {
		return v.watch.Hold && len(v.watch.unsent) >= maxUnsent
	})
}

// holdOutput waits while a viewer delays the child.
func (h *Host) holdOutput() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.mustWaitForViewer() {
		h.room.Wait()
	}
}

// awaitOutputViewer waits for the first viewer of the output, if the child must wait for it. The
// lock is held.
func (h *Host) awaitOutputViewer() {
	for h.awaiting && !h.ending {
		h.room.Wait()
	}
}

// releaseOutput lets the child continue. The lock is held.
func (h *Host) releaseOutput() {
	h.awaiting = false
	h.room.Broadcast()
}

// beginAwaiting makes the output of the child wait for its first viewer.
func (h *Host) beginAwaiting() {
	h.awaiting = true
	time.AfterFunc(awaitTime, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.releaseOutput()
	})
}

// nextOutput returns the next part of the output for a watching viewer, nil if none may be sent
// now. The lock is held.
func (v *viewer) nextOutput() wire.Message {
	w := &v.watch
	n := min(len(w.unsent), maxOutput, wire.OutputWindow-int(w.sent-w.acked))
	if n <= 0 {
		return nil
	}
	return v.takeOutput(n)
}

func (v *viewer) takeOutput(n int) wire.Message {
	w := &v.watch
	o := wire.Output{Data: bytes.Clone(w.unsent[:n]), Skipped: w.skipped}
	w.unsent, w.skipped = w.unsent[n:], 0
	w.sent += uint64(n)
	if w.Hold {
		v.host.room.Broadcast()
	}
	return o
}

// lastOutput returns the remaining output for a watching viewer. The lock is held.
func (v *viewer) lastOutput() (parts []wire.Message) {
	parts, v.watch.first = v.watch.first, nil
	for len(v.watch.unsent) > 0 {
		parts = append(parts, v.takeOutput(min(len(v.watch.unsent), maxOutput)))
	}
	return parts
}
