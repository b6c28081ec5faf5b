package gitstate

import (
	"cmp"
	"context"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/branch"
	"dormer/workspace"
	"dormer/workspace/repo"
)

// Message is something that was found.
type Message interface {
	// In reports whether it is about a directory.
	In(dir string) bool
}

type (
	// Branch says which branch a directory is on.
	Branch struct{ Dir, Name string }
	// Changes says how a worktree differs from its commit and its upstream, in short.
	Changes struct{ Worktree, Short string }
	// Touched says that git has done something in a worktree.
	Touched struct{ Worktree string }
	// Activity says what has happened in a worktree since a time: the subjects of the commits, the
	// newest first, and how many files that are not committed were written.
	Activity struct {
		Path, Name string
		Commits    []string
		Files      int
	}
)

func (b Branch) In(dir string) bool  { return dir == b.Dir }
func (c Changes) In(dir string) bool { return workspace.InDir(dir, c.Worktree) }
func (t Touched) In(dir string) bool { return workspace.InDir(dir, t.Worktree) }

func (a Activity) In(dir string) bool { return workspace.InDir(dir, a.Path) }

// Looks are the directories and worktrees that are looked at.
type Looks struct {
	branches, changes branch.Looks
	files             *repo.Watcher
	send              func(Message)
	closed            context.Context
	close             context.CancelFunc
}

// New returns Looks that watch nothing yet. send delivers a message; it is called from any
// goroutine.
func New(send func(Message)) *Looks {
	closed, stop := context.WithCancel(context.Background())
	return &Looks{files: repo.NewWatcher(func(worktree string) { send(Touched{worktree}) }), send: send, closed: closed, close: stop}
}

// Close ends the watching and the looking.
func (l *Looks) Close() {
	l.close()
	l.files.Close()
}

// Since looks what has happened in worktrees since a time, one after the other. What is found comes
// as an [Activity].
func (l *Looks) Since(worktrees []string, since time.Time) tea.Cmd {
	return func() tea.Msg {
		for _, worktree := range worktrees {
			ctx, cancel := context.WithTimeout(l.closed, activityTime)
			found, err := repo.ActivitySince(ctx, worktree, since)
			cancel()
			switch {
			case l.closed.Err() != nil:
				return nil
			case err == nil:
				l.send(Activity{worktree, cmp.Or(found.Branch, filepath.Base(worktree)), found.Commits, found.Files})
			}
		}
		return nil
	}
}

// activityTime is the longest that git may take to say what has happened in a worktree.
const activityTime = 10 * time.Second

// Look looks which branch a directory is on and, if it is in a worktree that was opened here, what
// has changed in that. In other directories git is not run: a repository that came from elsewhere
// can have it run programs.
func (l *Looks) Look(dir, worktree string) tea.Cmd {
	l.branches.Add(dir)
	l.changes.Add(worktree)
	return l.next()
}

// Took takes note that a message has come, and looks at what waits. wanted says whether the
// message was about a session: a worktree without one is watched no longer.
func (l *Looks) Took(msg Message, wanted bool) tea.Cmd {
	switch msg := msg.(type) {
	case Branch:
		l.branches.Done(msg.Dir)
	case Changes:
		l.changes.Done(msg.Worktree)
	case Touched:
		if !wanted {
			l.files.Remove(msg.Worktree)
		}
	}
	return l.next()
}

func (l *Looks) next() tea.Cmd {
	var cmds []tea.Cmd
	if dir, ok := l.branches.Next(); ok {
		cmds = append(cmds, func() tea.Msg { return Branch{dir, branch.Of(dir)} })
	}
	if worktree, ok := l.changes.Next(); ok {
		cmds = append(cmds, func() tea.Msg {
			l.files.Add(worktree) // before it is looked at: nothing that happens in between is missed
			return Changes{worktree, changesIn(worktree)}
		})
	}
	return tea.Batch(cmds...)
}

// changesTime is the longest that git may take to say what has changed in a worktree.
const changesTime = 5 * time.Second

// changesIn is how a worktree differs from its commit and its upstream, in short; empty where
// it does not, or git cannot tell.
func changesIn(worktree string) string {
	ctx, cancel := context.WithTimeout(context.Background(), changesTime)
	defer cancel()
	s, err := repo.StatusOf(ctx, worktree)
	if err != nil {
		return ""
	}
	return s.Short()
}
