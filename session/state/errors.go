package state

import (
	"errors"

	"dormer/session/private"
)

var (
	// ErrTransition is returned for a transition that is not allowed from the present state.
	// Nothing was changed.
	ErrTransition = errors.New("transition not allowed")
	// ErrUntrusted is returned for a document that is damaged or belongs to another session. Its
	// content must not be acted upon.
	ErrUntrusted = errors.New("state document cannot be trusted")
	// ErrNewer is returned for a document that was written by a newer version. It was not changed.
	ErrNewer = errors.New("state document is of a newer version")
	// errUnsaved is returned when the owner's change is in memory and not on disk yet: the write is
	// retried.
	errUnsaved = errors.New("state not saved yet")
	// errUnsafe is returned for a session directory that is not a private directory of this user.
	// Nothing was written to it.
	errUnsafe = private.ErrUnsafe
)

// errUnchanged ends a change that changes nothing.
var errUnchanged = errors.New("unchanged")
