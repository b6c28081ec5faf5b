package host

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/checkpoint"
	"dormer/session/state"
)

const (
	// minNoteInterval is the least time between two notes of a session's activity, and between its first
	// output after a quiet time and the note of it. While output continues, the time doubles with
	// each note up to maxNoteInterval, since a note costs as much as printing a few screens.
	minNoteInterval = 5 * time.Second
	maxNoteInterval = 20 * time.Second
	// checkpointEvery is the least time between two checkpoints of a running session.
	checkpointEvery = 30 * time.Second
)

// recorder writes the session's state, exit status and screen to its directory. It is the host's
// [watcher]. Its work may wait for disks and file locks, so a goroutine does it in order; the
// goroutine runs only while there is work. Errors do not stop the session.
type recorder struct {
	setup setup
	log   hostLog
	lock  *os.File    // the child's number is written to it; nil for none
	dirty atomic.Bool // output since the last note

	mu               sync.Mutex
	queue            []func()
	held             bool // the queue does not run yet
	working          bool
	idle             sync.Cond // not working
	host             *Host
	asked            bool          // the end was requested
	reason           string        // the reason for that
	sealed           bool          // the screen on disk is final
	leaving          chan struct{} // closed when the host is asked to end
	manager          *state.Manager
	saved            time.Time // the time of the last checkpoint
	writer           *checkpoint.Writer
	restored         bool // the history was read from disk, which left garbage behind
	checkpoint       *time.Timer
	clear            *time.Timer // for a checkpoint without cleared lines
	note             *time.Timer
	noted            time.Time     // time of the last note
	noteIn           time.Duration // delay of the last note after output
	closed           bool
	closing          chan struct{} // closed when the host ends, for any reason
	dropped          bool          // nothing more is written
	fresh            bool          // there was no earlier run
	releasedAt       uint64        // bytes printed when memory was last released
	checkpointFailed bool          // saving the screen failed the last time

	begun chan struct{} // closed when the disk says that the child runs
}

func newRecorder(s setup, log hostLog) *recorder {
	k := &recorder{setup: s, log: log, writer: checkpoint.NewWriter(s.Dir, nil), held: true, begun: make(chan struct{}), leaving: make(chan struct{}), closing: make(chan struct{})}
	k.idle.L = &k.mu
	return k
}

// enqueue queues work.
func (k *recorder) enqueue(f func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queue = append(k.queue, f)
	k.work()
}

// work starts a goroutine for the queued work, unless one runs. The lock is held.
func (k *recorder) work() {
	if len(k.queue) > 0 && !k.working && !k.held {
		k.working = true
		go k.runAll()
	}
}

// startDelay is how long nothing is written after the start of a session, unless its state is
// requested, so that the start of the child and its first frame do not compete with disks. Data
// that must be on disk earlier is in the lock file.
const startDelay = 50 * time.Millisecond

// release ends startDelay.
func (k *recorder) release() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held = false
	k.work()
}

// awaitStart returns when the state on disk says that the child runs, for a client that may be
// about to read it, or after a short time if the disk is slow.
func (k *recorder) awaitStart() {
	select {
	case <-k.begun:
		return
	default:
	}
	k.release()
	patience := time.NewTimer(4 * startDelay)
	defer patience.Stop()
	select {
	case <-k.begun:
	case <-patience.C:
	}
}

func (k *recorder) runAll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.queue) > 0 {
		f := k.queue[0]
		k.queue = k.queue[1:]
		k.mu.Unlock()
		f()
		k.mu.Lock()
	}
	k.queue, k.working = nil, false
	k.idle.Broadcast()
}

// finish waits until the queue is empty.
func (k *recorder) finish() {
	k.release()
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.working {
		k.idle.Wait()
	}
}

// starting records that the session starts.
func (k *recorder) starting() {
	k.enqueue(func() {
		k.begin()
		k.log.logError("spec", SaveSpec(k.setup.Dir, k.setup.Spec))
	})
}

// begin begins a new state document in place of an earlier host's, whose session has ended with it.
func (k *recorder) begin() {
	dir, id := k.setup.Dir, k.setup.Spec.ID
	old, err := state.Read(dir, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k.fresh = true
	case errors.Is(err, state.ErrNewer):
		k.log.logError("state", err)
		return
	default:
		if err == nil && !old.State.Terminal() {
			k.log.Printf("an earlier host of this session ended while it was %s", old.State)
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		k.log.logError("state", state.SetAside(dir))
	}
	k.manager, err = state.Open(dir, id, state.Options{Owner: true, Logger: k.log})
	k.log.logError("state", err)
	if k.manager == nil {
		return
	}
	k.log.logError("state", k.manager.Renew(state.AboutSpec(k.setup.Spec)))
	k.transition(session.Starting, state.Change{})
}

func (k *recorder) transition(to session.Lifecycle, c state.Change) {
	if k.manager != nil {
		k.log.logError("state", k.manager.Transition(to, c))
	}
}

// logError logs an error, unless it is nil.
func (l hostLog) logError(what string, err error) {
	if err != nil {
		l.Printf("%s: %v", what, err)
	}
}

// logError records that the child could not be started.
func (k *recorder) failed(err error) {
	k.enqueue(func() {
		k.transition(session.Failed, state.Change{Reason: err.Error(), Exit: &session.Exit{Code: -1, Err: err.Error()}})
	})
}

// started records that the child runs.
func (k *recorder) started(h *Host) {
	k.mu.Lock()
	k.host = h
	k.mu.Unlock()
	k.noteChild(h.PID()) // at once: a host may be killed at any time
	k.enqueue(func() {
		k.transition(session.LifecycleRunning, state.Change{})
		close(k.begun)
	})
	k.output()
	time.AfterFunc(startDelay, k.release)
}

// moved records the new directory of the host's socket.
func (k *recorder) moved(runtime string) {
	k.enqueue(func() {
		if k.lock == nil {
			return
		}
		child := childOf(k.lock)
		k.setup.Runtime = runtime
		k.log.logError("lock", errors.Join(writeHolder(k.lock, runtime), writeChild(k.lock, runtime, child)))
	})
}

// noteChild writes to the lock file the child that must be ended if this host is killed, 0 for
// none.
func (k *recorder) noteChild(pid int) {
	if k.lock != nil {
		k.log.logError("lock", writeChild(k.lock, k.setup.Runtime, pid))
	}
}

// output notes that the child printed something. The note is written later.
func (k *recorder) output() {
	if k.dirty.Load() || k.dirty.Swap(true) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	k.noteIn = untilNote(k.noteIn, time.Since(k.noted))
	k.note = time.AfterFunc(min(k.noteIn, k.setup.CheckpointEvery), func() { k.enqueue(k.noteActivity) })
}

// untilNote returns the time from output to its note. ago is the time since the last note, and
// before the delay of that one.
func untilNote(before, ago time.Duration) time.Duration {
	if before == 0 || ago >= minNoteInterval {
		return minNoteInterval
	}
	return min(2*before, maxNoteInterval)
}

// noteActivity writes the time of the session's last output, and schedules a checkpoint.
func (k *recorder) noteActivity() {
	k.dirty.Store(false)
	h := k.currentHost()
	if h == nil {
		k.output() // the host has not started yet
		return
	}
	hash, at := h.activity()
	if k.manager != nil && !at.IsZero() {
		k.log.logError("activity", k.manager.RecordActivity(hash, at))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.noted = time.Now()
	if k.checkpoint == nil && !k.closed {
		wait := max(k.setup.CheckpointEvery-time.Since(k.saved), 0)
		k.checkpoint = time.AfterFunc(wait, func() { k.enqueue(k.save) })
	}
}

func (k *recorder) currentHost() *Host {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.host
}

// save writes a checkpoint, unless the one on disk is sealed.
func (k *recorder) save() {
	k.mu.Lock()
	h, sealed := k.host, k.sealed
	stopTimers(k.checkpoint, k.clear)
	k.checkpoint, k.clear, k.saved = nil, nil, time.Now()
	k.mu.Unlock()
	if h == nil || sealed {
		return
	}
	if err := h.save(k.writer, k.keepsHistory()); errors.Is(err, errRenumbered) {
		k.retryCheckpoint()
	} else {
		k.checkpointWritten(h, err)
	}
	if printed := h.bytesPrinted(); k.restored || printed-k.releasedAt > releaseThreshold {
		k.restored, k.releasedAt = false, printed
		releaseMemory()
	}
}

// keepsHistory reports whether the lines above the screen are kept on disk.
func (k *recorder) keepsHistory() bool {
	return !k.setup.Spec.NoHistory && !k.setup.Spec.History.MemoryOnly
}

// historyCleared schedules the removal of cleared lines from disk.
func (k *recorder) historyCleared() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.clear == nil && !k.closed && k.keepsHistory() {
		wait := max(min(minNoteInterval, k.setup.CheckpointEvery)-time.Since(k.saved), 0)
		k.clear = time.AfterFunc(wait, func() { k.enqueue(k.save) })
	}
}

func stopTimers(timers ...*time.Timer) {
	for _, t := range timers {
		if t != nil {
			t.Stop()
		}
	}
}

// releaseThreshold is the amount of output, in bytes, after which memory is worth releasing.
const releaseThreshold = 1 << 20

// seal writes the screen and the state as they are now, and nothing later. The host was asked to
// end, as when the machine is switched off. Output of programs that are being ended is not what the
// user left, and the session counts as lost, not as stopped.
func (k *recorder) seal() {
	k.mu.Lock()
	if !k.endRequested() {
		close(k.leaving)
	}
	k.mu.Unlock()
	k.enqueue(k.save)
	k.finish()
	k.mu.Lock()
	k.sealed = true
	k.mu.Unlock()
}

func (k *recorder) endRequested() bool {
	select {
	case <-k.leaving:
		return true
	default:
		return false
	}
}

// ending reports that the child will be ended. It returns false if the machine is being switched
// off.
func (k *recorder) ending(reason string) bool {
	if k.endRequested() {
		return false
	}
	k.mu.Lock()
	k.asked, k.reason = true, reason
	k.mu.Unlock()
	k.enqueue(func() { k.transition(session.Stopping, state.Change{Reason: reason}) })
	return true
}

// conversationChanged writes the agent's conversation.
func (k *recorder) conversationChanged(c agent.Conversation) {
	k.enqueue(func() {
		k.mu.Lock()
		final := k.dropped || k.sealed
		k.mu.Unlock()
		if !final {
			k.log.logError("conversation", state.WriteConversation(k.setup.Dir, c))
		}
	})
}

// exited records how the child ended.
func (k *recorder) exited(e session.Exit) {
	k.mu.Lock()
	asked, reason := k.asked, k.reason
	k.mu.Unlock()
	k.enqueue(func() { k.noteChild(0) })
	if k.endRequested() {
		return // the state on disk stays running
	}
	k.enqueue(func() {
		if !asked && k.endedByShutdown(e) {
			return
		}
		k.log.logError("exit status", state.WriteExitStatus(k.setup.Dir, e))
		k.save()
		k.transition(k.stateAfter(e, asked, reason))
	})
}

// stateAfter returns the state of a session after its child has ended; asked means that it was ended
// on request, with a reason.
func (k *recorder) stateAfter(e session.Exit, asked bool, reason string) (session.Lifecycle, state.Change) {
	if asked {
		return session.Stopped, state.Change{Reason: reason, Exit: &e}
	}
	v := state.Decide(state.Observation{Host: true, Command: len(k.setup.Spec.Command) > 0, Exit: &e})
	return v.State, state.Change{Reason: v.Reason, Exit: &e}
}

// outcome returns how the session ended, for a session of which nothing else is kept.
func (k *recorder) outcome() (session.Lifecycle, state.Change) {
	k.mu.Lock()
	h, asked, reason := k.host, k.asked, k.reason
	k.mu.Unlock()
	return k.stateAfter(h.lastExit(), asked, reason)
}

// endedByShutdown reports whether a child has ended because the machine is being switched off.
// Then all processes are signalled at the same time (SIGTERM, SIGHUP), and the child may end before
// its host is signalled. A program that exits normally after such a signal leaves no trace of it,
// so after any exit of a child that would be restarted the host waits for a signal to itself.
func (k *recorder) endedByShutdown(e session.Exit) bool {
	startsAgain := len(k.setup.Spec.Command) == 0 || k.setup.Spec.Restart == session.RestartAlways
	if !startsAgain && e.Signal != "SIGTERM" && e.Signal != "SIGHUP" {
		return false
	}
	wait := time.NewTimer(shutdownWait)
	defer wait.Stop()
	select {
	case <-k.leaving:
		return true
	case <-k.closing:
		return k.endRequested()
	case <-wait.C:
		return false
	}
}

// shutdownWait is the longest time between the end of a child and the signal to its host.
const shutdownWait = 300 * time.Millisecond

// restarted records that another child runs.
func (k *recorder) restarted() {
	k.mu.Lock()
	k.asked, k.reason = false, ""
	k.mu.Unlock()
	k.enqueue(func() {
		if k.manager != nil {
			k.log.logError("state", k.manager.Close())
		}
		k.begin()
		if h := k.currentHost(); h != nil {
			k.noteChild(h.PID())
		}
		k.transition(session.LifecycleRunning, state.Change{})
	})
}

// drop discards pending writes, since the files are about to be removed.
func (k *recorder) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.queue, k.dropped = nil, true
}

// close writes what is queued, and stops.
func (k *recorder) close() {
	k.mu.Lock()
	if !k.closed {
		close(k.closing)
	}
	k.closed = true
	stopTimers(k.note, k.checkpoint, k.clear)
	k.mu.Unlock()
	k.finish()
	if k.manager != nil && !k.dropped {
		k.log.logError("state", k.manager.Close())
	}
}
