package launch

import (
	"fmt"
	"time"

	"dormer/session/state"
	"dormer/session/wire"
)

// deliverTime is how long a program may take to read a part of the input.
const deliverTime = 10 * time.Second

// Deliver sends input as fast as the host has room for it, and returns when the host has all of it.
// The program may read it later.
func (w *Watched) Deliver(input []wire.Message) error {
	stuck := time.AfterFunc(deliverTime, func() { _ = w.Close() }) // wakes the receiver
	defer stuck.Stop()
	taken, sent := 0, 0
	until := func(done func(wire.Message) bool) error {
		for {
			m, err := w.Receive()
			if err != nil && !stuck.Stop() {
				return fmt.Errorf("its program has read nothing for %s: only %d bytes were sent", state.FormatDuration(deliverTime), sent)
			}
			if err != nil {
				return ErrHostGone
			}
			if t, ok := m.(wire.Taken); ok {
				taken += t.Bytes
				stuck.Reset(deliverTime)
			}
			if done(m) {
				return nil
			}
		}
	}
	for _, m := range input {
		n := inputLen(m)
		if sent+n-taken > wire.InputWindow {
			if err := until(func(wire.Message) bool { return sent+n-taken <= wire.InputWindow }); err != nil {
				return err
			}
		}
		if err := w.Send(m); err != nil {
			return fmt.Errorf("its host is gone: %w", err)
		}
		sent += n
	}
	if err := w.Send(wire.Info{}); err != nil {
		return fmt.Errorf("its host is gone: %w", err)
	}
	return until(func(m wire.Message) bool { _, ok := m.(wire.InfoReply); return ok })
}

func inputLen(m wire.Message) int {
	switch m := m.(type) {
	case wire.Input:
		return len(m.Data)
	case wire.Paste:
		return len(m.Data)
	}
	return 0
}
