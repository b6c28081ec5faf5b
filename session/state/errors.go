package state

import (
	"errors"

	"dormer/session/private"
)

var (
	// ErrTransition says that a session cannot go from the state it has to the
	// one asked for. Nothing was changed.
	ErrTransition = errors.New("transition not allowed")
	// ErrUntrusted says that a document is damaged or belongs to another session.
	// Nothing it says may be acted upon.
	ErrUntrusted = errors.New("state document cannot be trusted")
	// ErrNewer says that a document was written by a newer version. It was not
	// touched.
	ErrNewer = errors.New("state document is of a newer version")
	// errUnsaved says that the owner's change holds in memory and is not on disk
	// yet: writing it is tried again.
	errUnsaved = errors.New("state not saved yet")
	// errUnsafe says that a session's directory is not a private directory of
	// this user. Nothing was written to it.
	errUnsafe = private.ErrUnsafe
)

// errUnchanged ends a change that turned out to be none.
var errUnchanged = errors.New("unchanged")
