package health

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

// Errors of a backend. All but ErrSilent are certain. Any other error also means that there
// was no answer, and that asking again may help.
var (
	// ErrGone says that the session has no host any more.
	ErrGone = errors.New("its host is gone")
	// ErrEnded says that the host is there and the session's process has ended.
	ErrEnded = errors.New("its process has ended")
	// ErrSilent says that the host is there and does not answer.
	ErrSilent = errors.New("its host does not answer")
	// ErrRefused says that the host is there and will not serve this program, now or later:
	// it speaks another protocol, or belongs to another user.
	ErrRefused = errors.New("its host refuses this program")
)

// Left is an [ErrGone] that names processes that the host left running. They ignore that
// their terminal is gone, and may do something that matters, so they are ended only when
// the session is started again or forgotten.
type Left struct{ PIDs []int }

func (l Left) Error() string {
	if len(l.PIDs) == 1 {
		return fmt.Sprintf("its host is gone, process %d runs on without a terminal", l.PIDs[0])
	}
	return fmt.Sprintf("its host is gone, %d processes (%d, ...) run on without a terminal", len(l.PIDs), l.PIDs[0])
}

func (l Left) them() string {
	if len(l.PIDs) == 1 {
		return "it"
	}
	return "them"
}

// Is says that the host is gone.
func (l Left) Is(target error) bool { return target == ErrGone }

// Kept is what is kept of a session whose process is gone.
type Kept struct {
	// Screen is a connection that shows its last screen, saved at At; nil if no screen is
	// kept.
	Screen wire.Conn
	At     time.Time
	// Past is how its process ended, if that is known.
	Past session.Past
	// LastSeen is when its host is last known to have run; zero if that is unknown.
	LastSeen time.Time
}

// Prober looks at sessions. Each call ends when its context does.
type Prober interface {
	// Find reports whether something listens for a session.
	Find(ctx context.Context, id session.ID) error
	// Check reports whether the session's host answers and its process lives.
	Check(ctx context.Context, id session.ID) error
	// Glance is [Prober.Check] of a session that this program is attached to. It is called
	// often, so it wakes the host only in case of doubt.
	Glance(ctx context.Context, id session.ID) error
}

// Hosts reaches, starts and ends sessions. Each call ends when its context does.
type Hosts interface {
	// Reattach attaches to a live session that this program is not attached to.
	Reattach(ctx context.Context, id session.ID) error
	// Start starts the session's process and attaches to it.
	Start(ctx context.Context, id session.ID) error
	// Destroy ends whatever is left of the session. If nothing is, that is no error.
	Destroy(ctx context.Context, id session.ID) error
}

// sentence returns an error as a sentence for the user.
func sentence(err error) string {
	var left Left
	switch {
	case errors.As(err, &left):
		return left.Error() + ": starting it again ends " + left.them()
	case errors.Is(err, ErrGone):
		return "its host is gone: it can be started again"
	case errors.Is(err, ErrEnded):
		return "its process has ended: it can be started again"
	case errors.Is(err, ErrRefused):
		return err.Error() + ": the session runs on"
	}
	return ErrSilent.Error()
}

// certain reports whether trying again after an error is pointless.
func certain(err error) bool {
	return over(err) || errors.Is(err, ErrRefused)
}

// over reports whether the session has ended, or its host has.
func over(err error) bool { return errors.Is(err, ErrGone) || errors.Is(err, ErrEnded) }
