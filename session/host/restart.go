package host

import (
	"fmt"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

// restart starts the session's command again after its child has exited: in its last working
// directory, below the last child's output on the screen, with the modes of a new terminal, the
// history kept, and the login environment of the viewer that asks. It does nothing while a child
// runs or starts, or the session ends.
//
// The lock is not held while the child starts, since its directory and its program may be on a
// mount that does not answer. The viewer's messages wait at most restartPatience, so that the
// user's next input goes to the new child.
func (h *Host) restart(login []string) { h.restartWithPrompt(login, "") }

// restartWithPrompt is restart; continuePrompt is the message with which an agent continues its conversation.
func (h *Host) restartWithPrompt(login []string, continuePrompt string) {
	h.mu.Lock()
	if h.exit == nil || h.ending || h.restarting != nil {
		h.mu.Unlock()
		return
	}
	h.continuePrompt = continuePrompt
	h.spec.Env = session.Relogin(h.spec.Env, login)
	spec := h.spec
	spec.Dir, spec.Size = h.dir, h.size
	over := make(chan struct{})
	h.restarting = over
	h.mu.Unlock()
	go func() {
		defer close(over)
		l, r, err := h.start(spec)
		h.restarted(l, r, err)
	}()
	within(restartPatience, over)
}

// forceRestart ends the child if it runs, as [Host.End] does, and starts the session's command
// again. Viewers of the session are told only of the start. It does not block: the end takes as
// long as the child's processes need to save their work.
func (h *Host) forceRestart(login []string) {
	h.mu.Lock()
	if h.exit != nil || h.ending || h.replacing {
		h.mu.Unlock()
		h.restart(login)
		return
	}
	h.replacing = true
	h.stopped = h.opts.watcher.ending("")
	r := h.run
	h.mu.Unlock()
	go func() {
		ending{run: r, mark: envMarkOf(h.spec.ID)}.end(h.opts.Grace)
		<-r.reported
		h.mu.Lock()
		h.replacing = false
		h.mu.Unlock()
		h.restart(login)
	}()
}

// restartPatience is how long a viewer's messages wait for a start that it has requested.
const restartPatience = time.Second

// within waits until a channel is closed, at most for limit.
func within(limit time.Duration, closed <-chan struct{}) {
	over := time.NewTimer(limit)
	defer over.Stop()
	select {
	case <-closed:
	case <-over.C:
	}
}

// restarted handles the outcome of a restart: a new run, or an error for the viewers.
func (h *Host) restarted(l childPlan, r *run, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.restarting = nil
	switch {
	case err != nil:
		h.exit = &session.Exit{Code: -1, Err: fmt.Sprintf("start %s again: %v", commandName(h.spec), err)}
		h.broadcast(wire.Exited{Exit: *h.exit})
		h.tellWatchers(wire.Exited{Exit: *h.exit})
		h.agent.RetryFailed()
		h.resolveAgent(time.Now())
		return
	case h.noMoreRuns:
		r.abandon()
		return
	}
	if l.size != h.size {
		_ = r.tty.setSize(h.size) // fails if the child has closed its side
	}
	h.earlierRuns.Go(h.run.close)
	_, _ = h.term.Write(freshTerminal)
	_, _ = h.term.Write(belowRow(h.lastRow()))
	_ = h.term.TakeReplies() // these replies were not requested
	h.begin(l, r)
	h.stopRetention()
	h.opts.watcher.restarted()
	if h.ending {
		h.stopped = h.opts.watcher.ending("")
	}
	h.broadcast(wire.Started{PID: r.pid})
	h.tellWatchers(wire.Started{PID: r.pid})
	h.sendNotices()
	h.wakeSenders()
}

// awaitRestart waits until no child is being started, at most for Options.Grace, and returns the
// last run. No run is accepted after that.
func (h *Host) awaitRestart() *run {
	h.mu.Lock()
	starting := h.restarting
	h.mu.Unlock()
	if starting != nil {
		within(h.opts.Grace, starting)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noMoreRuns = true
	return h.run
}

// freshTerminal resets the modes that a child may have set, and keeps the main screen and its
// history: it aborts a sequence in progress (CAN), leaves the alternate screen (DECRST 1049), does
// a soft reset (DECSTR), and resets individually the modes that DECSTR does not.
var freshTerminal = []byte("\x18\x1b\\\x18" +
	"\x1b[?1049l\x1b[!p" +
	"\x1b[?1l\x1b[?5l\x1b[?6l\x1b[?7h\x1b[?12l\x1b[?25h\x1b[?66l\x1b[?67l\x1b[?69l\x1b[4l\x1b[20l" +
	"\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1005l\x1b[?1006l\x1b[?1007l\x1b[?1015l\x1b[?1016l" +
	"\x1b[?40l\x1b[?41l\x1b[?95l\x1b[?2048l\x1b[>0T\x1b[?5W\x1b F" +
	"\x1b[?2004l\x1b[?2026l\x1b[?2031l\x1b[<99u\x1b[=0u\x1b[>4;0m\x1b>" +
	"\x1b[0 q\x1b(B\x1b)B\x0f\x1b[r\x1b[0m\x1b]8;;\x1b\\\x1b]0;\x1b\\" +
	"\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\\x1b]9;4;0\x1b\\\x1b]22;\x1b\\")

// belowRow moves the cursor to the start of the line below a row.
func belowRow(row int) []byte {
	if row < 0 {
		return []byte("\x1b[H")
	}
	return fmt.Appendf(nil, "\x1b[%d;1H\r\n", row+1)
}

// lastRow returns the last row of the screen that is not blank, -1 if there is none.
func (h *Host) lastRow() int {
	rows, _ := h.term.Size()
	for y := rows - 1; y >= 0; y-- {
		if len(trim(h.term.Row(y))) > 0 {
			return y
		}
	}
	return -1
}
