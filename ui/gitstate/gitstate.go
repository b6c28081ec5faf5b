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

// Message delivers something that was found.
type Message interface {
	// In reports whether it is about a directory.
	In(dir string) bool
}

type (
	// Branch gives the branch of a directory.
	Branch struct{ Dir, Name string }
	// Changes gives a short summary of how a worktree differs from its commit and its upstream.
	Changes struct{ Worktree, Short string }
	// Touched says that git has done something in a worktree.
	Touched struct{ Worktree string }
	// Activity gives the activity in a worktree since a given time: the subjects of the commits,
	// newest first, and the number of uncommitted files that were written.
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

// Checker examines directories and worktrees, a few at a time.
type Checker struct {
	branches, changes branch.Queue
	files             *repo.Watcher
	send              func(Message)
	closed            context.Context
	close             context.CancelFunc
}

// New returns a Checker that watches nothing yet. send delivers a message; it is called from any
// goroutine.
func New(send func(Message)) *Checker {
	closed, stop := context.WithCancel(context.Background())
	return &Checker{files: repo.NewWatcher(func(worktree string) { send(Touched{worktree}) }), send: send, closed: closed, close: stop}
}

// Close stops all watching and looking.
func (l *Checker) Close() {
	l.close()
	l.files.Close()
}

// Since finds the activity in worktrees since a given time, one worktree after the other. It
// delivers each result as an [Activity].
func (l *Checker) Since(worktrees []string, since time.Time) tea.Cmd {
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

// activityTime is the maximum time for git to find the activity in a worktree.
const activityTime = 10 * time.Second

// Check finds the branch of a directory and, if it is in a worktree that was opened here, the
// changes in that worktree. In other directories git is not run, because a repository from an
// unknown source can make it run programs.
func (l *Checker) Check(dir, worktree string) tea.Cmd {
	l.branches.Add(dir)
	l.changes.Add(worktree)
	return l.next()
}

// Handle handles a message and continues with the waiting directories. wanted reports whether the
// message concerned a session: a worktree without sessions is no longer watched.
func (l *Checker) Handle(msg Message, wanted bool) tea.Cmd {
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

func (l *Checker) next() tea.Cmd {
	var cmds []tea.Cmd
	if dir, ok := l.branches.Next(); ok {
		cmds = append(cmds, func() tea.Msg { return Branch{dir, branch.Of(dir)} })
	}
	if worktree, ok := l.changes.Next(); ok {
		cmds = append(cmds, func() tea.Msg {
			l.files.Add(worktree) // before the look, so that no change in between is missed
			return Changes{worktree, changesIn(worktree)}
		})
	}
	return tea.Batch(cmds...)
}

// changesTime is the maximum time for git to find the changes in a worktree.
const changesTime = 5 * time.Second

// changesIn returns a short summary of how a worktree differs from its commit and its upstream. It
// is empty if there is no difference or git fails.
func changesIn(worktree string) string {
	ctx, cancel := context.WithTimeout(context.Background(), changesTime)
	defer cancel()
	s, err := repo.StatusOf(ctx, worktree)
	if err != nil {
		return ""
	}
	return s.Short()
}
