package host

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"dormer/session/wire"
)

// checkpointWritten notes whether writing a checkpoint succeeded. After a failure the session
// continues, and the viewers are told once; writing is retried until it succeeds, even if nothing
// more is printed. If a session's directory could never be written, its viewers were told at the
// start.
func (k *recorder) checkpointWritten(h *Host, err error) {
	k.log.logError("checkpoint", err)
	if k.lock == nil {
		return
	}
	failed := err != nil
	switch {
	case failed && !k.checkpointFailed:
		h.showNotice(fmt.Sprintf("the last screen cannot be saved: %v: make room in %s; it is tried again", cause(err), k.setup.Dir))
	case !failed && k.checkpointFailed:
		h.showNotice("the last screen is saved again")
	}
	k.checkpointFailed = failed
	if failed {
		k.retryCheckpoint()
	}
}

// retryCheckpoint schedules a checkpoint, unless one is already scheduled.
func (k *recorder) retryCheckpoint() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.checkpoint == nil && !k.closed {
		k.checkpoint = time.AfterFunc(k.setup.CheckpointEvery, func() { k.enqueue(k.save) })
	}
}

// cause returns the system's part of an error, without the names of temporary files.
func cause(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}

// queueEvent shows a notice to the attached viewers, or to the next one that attaches.
func (h *Host) showNotice(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notify(wire.Notice{Text: text})
}
