package state

import (
	"os"
	"time"
)

// Logger receives messages for a log that cannot be reported otherwise.
type Logger interface {
	// Printf formats as [fmt.Printf] does; it must not call the [Manager].
	Printf(format string, args ...any)
}

// Options configure a [Manager]. The zero value serves a process that does not own the session.
type Options struct {
	// Owner reports that this process owns the session's process and so knows its true state. A
	// change that the owner cannot write stays in memory and is written later; a damaged document
	// is set aside and replaced. Others only get an error.
	Owner bool
	// Pid is written as updated_by; zero means this process.
	Pid int
	// Now is the clock; nil means [time.Now].
	Now func() time.Time
	// Logger may be nil.
	Logger Logger
	// LockWait is how long to wait for a process that holds the lock. Zero means 2 s, and 250 ms
	// for the owner, which has other work and can write later.
	LockWait time.Duration
}

const (
	lockWait      = 2 * time.Second
	ownerLockWait = 250 * time.Millisecond
)

func (o Options) withDefaults() Options {
	if o.Pid == 0 {
		o.Pid = os.Getpid()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = silent{}
	}
	switch {
	case o.LockWait > 0:
	case o.Owner:
		o.LockWait = ownerLockWait
	default:
		o.LockWait = lockWait
	}
	return o
}

type silent struct{}

func (silent) Printf(string, ...any) {}
