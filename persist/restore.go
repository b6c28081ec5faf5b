package persist

import (
	"bytes"
	"slices"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// Options are the settings for opening a workspace. With the zero value no session is known to
// run.
type Options struct {
	// Now is the clock; nil means [time.Now]. If it returns the zero time no deadline
	// passes.
	Now func() time.Time
	// Gone reports whether the worktree of a source is no longer in the list of its repository;
	// nil means that none is gone. It returns false if that is uncertain.
	Gone func(session.Source) bool
	// Alive reports whether a session's process lives; nil means that none does.
	Alive func(session.ID) bool
	// Until returns the deadline for bringing back a closed session, according to its host:
	// zero if it has no host or no deadline. Nil means that no session has one. It may be
	// called from several goroutines.
	Until func(session.ID) time.Time
	// Socket is written to the lock as [Holder.Socket].
	Socket string
}

func (options Options) withDefaults() Options {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Gone == nil {
		options.Gone = func(session.Source) bool { return false }
	}
	if options.Alive == nil {
		options.Alive = func(session.ID) bool { return false }
	}
	if options.Until == nil {
		options.Until = func(session.ID) time.Time { return time.Time{} }
	}
	return options
}

// outcome lists the changes made by a restore.
type outcome struct {
	repaired error
	left     []workspace.Record
	orphans  []session.ID
	expired  []session.ID
}

// restore returns the initial state for the state of a document. It removes, in this order:
// temporary sessions; sessions whose worktree is in no repository, unless their process lives;
// ids of unknown sessions from layouts, with everything that this leaves empty
// ([workspace.Prune]); expired entries of the undo stack, with their sessions.
func restore(s workspace.State, options Options) (workspace.State, outcome) {
	out := outcome{repaired: workspace.Check(s)}
	s = workspace.Prune(s, isPersistent)
	for _, r := range withoutWorktree(s, options.Gone) {
		if options.Alive(r.ID) {
			out.orphans = append(out.orphans, r.ID)
		} else {
			out.left = append(out.left, r)
		}
	}
	s = workspace.Prune(s, func(r workspace.Record) bool {
		return !slices.ContainsFunc(out.left, func(l workspace.Record) bool { return l.ID == r.ID })
	})
	s, out.expired = withCountedTimes(s, options.Now(), options.Until)
	return s, out
}

func isPersistent(r workspace.Record) bool { return r.Lifetime != session.Temporary }

// withoutWorktree returns the sessions whose worktree is gone, in the order of their ids. A
// floating session whose directory is gone is not among them: it starts in the nearest parent
// that exists.
func withoutWorktree(s workspace.State, gone func(session.Source) bool) []workspace.Record {
	var out []workspace.Record
	for _, r := range s.Sessions {
		if r.Source.Kind == session.Worktree && gone(r.Source) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b workspace.Record) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return out
}
