package health

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

// Errors of a backend. All but ErrSilent are final. Any other error also means that there was no
// answer, and that asking again may help.
var (
	// ErrGone is returned if the session no longer has a host.
	ErrGone = errors.New("its host is gone")
	// ErrEnded is returned if the host exists and the session's process has ended.
	ErrEnded = errors.New("its process has ended")
	// ErrSilent is returned if the host exists and does not answer.
	ErrSilent = errors.New("its host does not answer")
	// ErrRefused is returned if the host exists and will never serve this program: it uses another
	// protocol, or belongs to another user.
	ErrRefused = errors.New("its host refuses this program")
)

// LeftoverError is an [ErrGone] that names processes that the host left running. They ignore the hangup of
// their terminal, and may do important work, so they are ended only when the session is started
// again or forgotten.
type LeftoverError struct{ PIDs []int }

func (l LeftoverError) Error() string {
	if len(l.PIDs) == 1 {
		return fmt.Sprintf("its host is gone, process %d runs on without a terminal", l.PIDs[0])
	}
	return fmt.Sprintf("its host is gone, %d processes (%d, ...) run on without a terminal", len(l.PIDs), l.PIDs[0])
}

func (l LeftoverError) pronoun() string {
	if len(l.PIDs) == 1 {
		return "it"
	}
	return "them"
}

// Is reports whether target is [ErrGone].
func (l LeftoverError) Is(target error) bool { return target == ErrGone }

// Kept is the saved state of a session whose process has ended.
type Kept struct {
	// Screen is a connection that shows its last screen, saved at At; nil if no screen was saved.
	Screen wire.Conn
	At     time.Time
	// Past is how its process ended, if known.
	Past session.Past
	// LastSeen is when its host was last known to run; zero if unknown.
	LastSeen time.Time
}

// Prober checks sessions. Each call ends when its context does.
type Prober interface {
	// Find reports whether something listens for a session.
	Find(ctx context.Context, id session.ID) error
	// Check reports whether the session's host answers and its process lives.
	Check(ctx context.Context, id session.ID) error
	// Glance is [Prober.Check] for a session that this program is attached to. It is called often,
	// so it wakes the host only in case of doubt.
	Glance(ctx context.Context, id session.ID) error
}

// Hosts reaches, starts and ends sessions. Each call ends when its context does.
type Hosts interface {
	// Reattach attaches to a live session that this program is not attached to.
	Reattach(ctx context.Context, id session.ID) error
	// Start starts the session's process and attaches to it.
	Start(ctx context.Context, id session.ID) error
	// Destroy kills the session's remaining processes. If there are none, that is no error.
	Destroy(ctx context.Context, id session.ID) error
}

// sentence returns an error as a sentence for the user.
func sentence(err error) string {
	var left LeftoverError
	switch {
	case errors.As(err, &left):
		return left.Error() + ": starting it again ends " + left.pronoun()
	case errors.Is(err, ErrGone):
		return "its host is gone: it can be started again"
	case errors.Is(err, ErrEnded):
		return "its process has ended: it can be started again"
	case errors.Is(err, ErrRefused):
		return err.Error() + ": the session runs on"
	}
	return ErrSilent.Error()
}

// isFinal reports whether retrying after an error is pointless.
func isFinal(err error) bool {
	return hasEnded(err) || errors.Is(err, ErrRefused)
}

// hasEnded reports whether the session or its host has ended.
func hasEnded(err error) bool { return errors.Is(err, ErrGone) || errors.Is(err, ErrEnded) }
