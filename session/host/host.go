package host

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/state"
	"dormer/session/vt"
	"dormer/session/wire"
)

// Host owns one session. All methods may be called from any goroutine.
type Host struct {
	spec session.Spec
	opts Options
	done chan struct{} // closed when the session has ended completely
	// start starts a child.
	start func(session.Spec) (childPlan, *run, error)

	earlierRuns sync.WaitGroup // earlier runs that are being closed

	logMu sync.Mutex // held while a log is begun or ended, never together with mu

	foregroundMu sync.Mutex // held while the kernel is asked about the foreground, never together with mu

	mu                  sync.Mutex // guards the fields below; never held while waiting for a viewer, the child, a file or proc(5)
	term                *vt.Terminal
	run                 *run // the present one, or the last
	viewers             []*viewer
	sizeOwner           *viewer      // the viewer that sets the screen's size
	size                session.Size // of the screen
	dir                 string       // the last known working directory
	exit                *session.Exit
	notices             []wire.Notice // for the first viewer
	syncSince           time.Time     // when the present synchronized update began
	lastWrite           time.Time     // last write to the emulator
	lastPrint           time.Time     // last output of the child
	began               childStart    // where the present child began on the screen
	lastInput           time.Time     // last time a viewer typed or pasted
	output              output
	printed             uint64    // bytes that children have printed
	flooded             time.Time // last time frames of a flood were held back
	typed               time.Time // last time a viewer typed into a flood
	ending              bool
	stopped             bool // the present or last child was ended on request
	replacing           bool // the child is being ended to start another one
	noMoreRuns          bool // children that start now do not become the session's
	forget              bool // nothing of the session will be kept
	deadline            deadline
	shell               shellLog
	bookmarks           bookmarks
	checkForegroundNext bool // the next frame checks the foreground
	foreground          foreground
	missed              missedEvents
	agent               agentWatch
	// restarting is closed when a child has been restarted or could not be; nil if no restart is in
	// progress.
	restarting chan struct{}
	// conversation is the conversation of the session's agent.
	conversation agent.Conversation
	// continuePrompt is the message that makes the agent continue at its next start; empty for none.
	continuePrompt string
	room           sync.Cond   // signalled when a viewer that delayed the child has taken output
	awaiting       bool        // the child's output waits for its first viewer
	logging        *logging    // nil if nothing is logged
	wantedLog      *wire.Log   // the log to begin; nil for none
	settingLogs    bool        // setLogs is running
	retention      *time.Timer // runs while no viewer needs the session
}

// Start starts the session's child on a new PTY. If it returns an error, nothing remains of the
// session, and the error says what to change.
func Start(spec session.Spec, o Options) (*Host, error) {
	o = o.withDefaults()
	spec.Size = bounded(spec.Size)
	if n := spec.History.Lines; n > 0 {
		o.HistoryLines = n
	}
	if n := spec.History.Bytes; n > 0 {
		o.HistoryBytes = n
	}
	h := &Host{spec: spec, opts: o, size: spec.Size, done: make(chan struct{})}
	h.start = h.startChild
	if spec.Known.Name != "" && o.dir != "" {
		h.conversation, _ = state.ReadConversation(o.dir) // an unreadable conversation counts as unknown
		if h.conversation.Retries && h.tries() > 0 {
			h.continuePrompt = spec.Known.GoOn
		}
	}
	h.room.L = &h.mu
	l, r, err := h.start(spec)
	if _, named := errors.AsType[programError](err); named {
		return nil, err
	}
	if err != nil {
		return nil, programError{fmt.Errorf("start %s: %w", commandName(spec), err)}
	}
	h.term = vt.New(spec.Size.Rows, spec.Size.Cols, vt.Options{
		HistoryBytes: o.HistoryBytes, HistoryLines: o.HistoryLines, Version: o.Version,
		Widths: widthsOf(spec.AmbiguousWide),
	})
	o.restore(h.term)
	l.note(o.notice)
	if spec.HoldOutput {
		h.beginAwaiting()
	}
	h.allowRetries()
	h.begin(l, r)
	return h, nil
}

// Done is closed when the session has ended: all its processes are reaped or killed, its
// descriptors are closed, and its viewers have been told.
func (h *Host) Done() <-chan struct{} { return h.done }

// PID returns the process id of the present or last child.
func (h *Host) PID() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.run.pid
}

// lastExit returns how the last child ended, the zero value while one runs.
func (h *Host) lastExit() session.Exit {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.exit == nil {
		return session.Exit{}
	}
	return *h.exit
}

// End ends the session and returns at once; [Host.Done] is closed when it has ended. If the child
// runs, all processes of its session get SIGHUP, the remaining ones SIGTERM a second later, and
// after Options.Grace SIGKILL. If the child has exited on its own, the terminal is only hung up:
// processes that it left running on purpose (nohup) continue. Further calls do nothing.
func (h *Host) End() { h.endFor("", false) }

// endFor ends the session. reason is a sentence or empty. If forget is set, nothing of the session
// is kept.
func (h *Host) endFor(reason string, forget bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.beginEnd(reason, forget)
}

// endIdle ends the session if its child runs, and for the given time no viewer has typed and the
// screen has not changed. It reports whether the session ends.
func (h *Host) endIdle(after time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hashOutput()
	for _, last := range []time.Time{h.run.started, h.output.changed, h.lastInput} {
		if time.Since(last) < after {
			return false
		}
	}
	if h.exit != nil {
		return false
	}
	h.beginEnd("", false)
	return true
}

// beginEnd is endFor with the lock held.
func (h *Host) beginEnd(reason string, forget bool) {
	h.forget = h.forget || forget
	if h.ending {
		return
	}
	h.ending = true
	h.noteRetry(false)
	h.room.Broadcast()
	h.deadline.count(time.Time{}, time.Time{}, nil)
	h.stopRetention()
	if h.exit == nil && !h.replacing {
		h.stopped = h.opts.watcher.ending(reason)
	}
	go h.end(h.run.alive())
}

// end ends the child and the processes that it left; running says that the child was running when
// the end was requested.
func (h *Host) end(running bool) {
	r := h.awaitRestart()
	if running || r.alive() {
		ending{run: r, mark: envMarkOf(h.spec.ID)}.end(h.opts.Grace)
	}
	<-r.reported
	r.close()
	h.earlierRuns.Wait()
	h.flushLog()
	h.opts.onEnd()
	close(h.done)
	h.closeSlowViewers()
}

// startChild plans and starts a child.
func (h *Host) startChild(spec session.Spec) (childPlan, *run, error) {
	spec, notice, err := h.launchAgent(spec)
	if err != nil {
		return childPlan{}, nil, err
	}
	if spec.Command, err = h.setUpFirst(spec.Command); err != nil {
		return childPlan{}, nil, err
	}
	l, err := plan(spec, h.opts)
	if err != nil {
		return childPlan{}, nil, err
	}
	l.note(notice)
	r, err := newRun(l)
	return l, r, err
}

// begin makes r the session's run and starts its goroutines. The lock is held, or no other
// goroutine knows the host yet.
func (h *Host) begin(l childPlan, r *run) {
	h.run, h.exit, h.stopped, h.dir, h.checkForegroundNext = r, nil, false, l.dir, true
	for _, text := range l.notices {
		h.notices = append(h.notices, wire.Notice{Text: text})
	}
	h.noteStart()
	h.agent.Started()
	h.setAgent()
	h.resolveAgent(time.Now())
	go r.readAll(func(data []byte) { h.read(r, data) })
	go r.writeAll()
	go h.watch(r)
}

// read handles output of a run's child.
func (h *Host) read(r *run, data []byte) {
	reported, hold := h.takeOutput(r, data)
	if reported {
		h.refreshForeground() // before the child changes its directory again
	}
	if hold {
		h.holdOutput()
	}
}

// takeOutput writes output to the emulator. It reports whether the child has reported another
// directory, and whether the child must wait for a viewer.
func (h *Host) takeOutput(r *run, data []byte) (reported, hold bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.awaitOutputViewer()
	if h.run != r {
		return false, false
	}
	h.lastPrint = time.Now()
	h.printed += uint64(len(data))
	h.opts.watcher.output()
	h.feed(data)
	h.noteCleared()
	if h.logging != nil {
		h.logging.log.Write(data)
	}
	hold = h.passOutput(data)
	return h.term.Dir() != h.foreground.reported.dir, hold
}

// watch waits for the child to end and tells the viewers.
func (h *Host) watch(r *run) {
	r.wait()
	setsUp := h.setsUp()
	h.mu.Lock()
	h.exit = &r.exit
	h.foreground.group, h.foreground.program = 0, ""
	h.noteRetryAfterExit(setsUp)
	h.agent.Exited(r.exit.Code, r.exit.Signal, h.stopped, time.Now())
	h.resolveAgent(time.Now())
	h.opts.watcher.exited(r.exit)
	h.startRetention()
	h.syncSince = time.Time{}
	h.term.EndSync()
	if !h.replacing {
		h.broadcast(wire.Exited{Exit: r.exit, Stopped: h.stopped})
	}
	h.tellWatchers(wire.Exited{Exit: r.exit, Stopped: h.stopped})
	h.wakeSenders()
	h.mu.Unlock()
	close(r.reported)
}

// commandName returns the name of a session's command for errors.
func commandName(spec session.Spec) string {
	if len(spec.Command) == 0 {
		return "the login shell"
	}
	return strconv.Quote(strings.Join(spec.Command, " "))
}

// signal sends a signal to the foreground process group.
func (h *Host) signal(sig syscall.Signal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.exit == nil && sig > 0 && sig < 65 {
		h.run.signalForeground(sig)
	}
}
