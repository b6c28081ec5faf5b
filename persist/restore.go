package persist

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// Options is what opening a workspace asks of the world outside its
// document. The zero value is the real world, in which no session's process is
// known to live.
type Options struct {
	// Now is the clock; nil means [time.Now]. Where it says the zero time no deadline
	// passes.
	Now func() time.Time
	// Gone reports that a worktree's directory does not exist any more; nil asks
	// the file system. It must be certain: "cannot tell" is false.
	Gone func(worktree string) bool
	// Alive reports that a session's process lives; nil means that none does.
	Alive func(session.ID) bool
	// Until is until when a session that was closed can be brought back, by the word
	// of the process that owns it: zero where there is none, or it has no such time.
	// Nil means that of none is known. It may be called from several goroutines.
	Until func(session.ID) time.Time
	// Socket is what [Holder.Socket] is to say.
	Socket string
}

func (around Options) withDefaults() Options {
	if around.Now == nil {
		around.Now = time.Now
	}
	if around.Gone == nil {
		around.Gone = func(dir string) bool {
			_, err := os.Stat(dir)
			return errors.Is(err, fs.ErrNotExist)
		}
	}
	if around.Alive == nil {
		around.Alive = func(session.ID) bool { return false }
	}
	if around.Until == nil {
		around.Until = func(session.ID) time.Time { return time.Time{} }
	}
	return around
}

// outcome is what a restore did that the user or the executor should know of.
type outcome struct {
	mended  error
	left    []workspace.Record
	orphans []session.ID
	expired []session.ID
}

// restore makes of a document's state the one to begin with, in the order of the
// design: temporary sessions out; sessions whose worktree is gone out, unless
// their process lives; ids that mean nothing out of the layouts, what that leaves
// empty or pointing nowhere put right, and the main view there (all this is the
// workspace's own pruning); entries of the undo stack whose time has passed out,
// with their sessions.
func restore(s workspace.State, around Options) (workspace.State, outcome) {
	out := outcome{mended: workspace.Check(s)}
	s = workspace.Prune(s, isPersistent)
	for _, r := range withoutWorktree(s, around.Gone) {
		if around.Alive(r.ID) {
			out.orphans = append(out.orphans, r.ID)
		} else {
			out.left = append(out.left, r)
		}
	}
	s = workspace.Prune(s, func(r workspace.Record) bool {
		return !slices.ContainsFunc(out.left, func(l workspace.Record) bool { return l.ID == r.ID })
	})
	s, out.expired = withCountedTimes(s, around.Now(), around.Until)
	return s, out
}

func isPersistent(r workspace.Record) bool { return r.Lifetime != session.Temporary }

// withoutWorktree are the sessions whose worktree is gone, in the order of their ids.
// A floating session whose directory is gone is not among them: it starts in the
// nearest parent that there is.
func withoutWorktree(s workspace.State, gone func(string) bool) []workspace.Record {
	var out []workspace.Record
	for _, r := range s.Sessions {
		if r.Source.Kind == session.Worktree && gone(r.Source.Worktree) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b workspace.Record) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return out
}
