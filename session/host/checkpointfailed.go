package host

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"dormer/session/wire"
)

// checkpointWritten notes how a try to keep the screen went. One that failed costs the
// session nothing but what a crash of the machine would take: whoever looks is
// told, once, and it is tried again until it succeeds, also where nothing more is
// printed. A session whose directory could never be written has said so when it
// started.
func (k *recorder) checkpointWritten(h *Host, err error) {
	k.log.failed("checkpoint", err)
	if k.lock == nil {
		return
	}
	failed := err != nil
	switch {
	case failed && !k.checkpointFailed:
		h.tell(fmt.Sprintf("the last screen cannot be saved: %v: make room in %s; it is tried again", cause(err), k.setup.Dir))
	case !failed && k.checkpointFailed:
		h.tell("the last screen is saved again")
	}
	k.checkpointFailed = failed
	if failed {
		k.retryCheckpoint()
	}
}

// retryCheckpoint has the screen kept later, unless that is to be done anyway.
func (k *recorder) retryCheckpoint() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.checkpoint == nil && !k.closed {
		k.checkpoint = time.AfterFunc(k.setup.CheckpointEvery, func() { k.enqueue(k.save) })
	}
}

// cause is what the system says of an error, without the names of the files that
// were made on the way.
func cause(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}

// tell tells the attached viewers something of this session, or the next one that
// attaches.
func (h *Host) tell(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notify(wire.Notice{Text: text})
}
