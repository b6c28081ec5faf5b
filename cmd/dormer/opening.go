package main

import (
	"context"
	"errors"
	"os"
	"runtime"
	"time"

	"github.com/google/uuid"

	"dormer/persist"
	"dormer/session"
	"dormer/session/launch"
	"dormer/session/private"
	"dormer/session/wire"
	"dormer/ui"
	"dormer/ui/desktop"
	"dormer/ui/screen"
	"dormer/ui/startup"
	"dormer/workspace"
)

// agentAnswerTime is the time limit for a host to type an answer to an agent.
const agentAnswerTime = 5 * time.Second

// opening is a workspace that is being opened: the terminal, the sessions, and the document, which
// is locked but not yet read. No session has been started; at most a process waits for the first
// one.
type opening struct {
	flags        openFlags
	dir          string // of the first tab
	term         *screen.Terminal
	places       places
	paths        persist.Paths
	workspaceDir string // the directory of the workspace
	provider     *launch.Provider
	sessions     *launch.Sessions
	store        *persist.Store
	set          settings
	// first is the first thing to open in it.
	first startup.First
	// state and report are the document, once it is read.
	read   bool
	state  workspace.State
	report persist.LoadReport
}

// prepareOpening prepares to open a workspace. It opens the terminal first: without one, nothing is
// created or locked.
func prepareOpening(f openFlags, first startup.First) (o opening, err error) {
	o.flags, o.first = f, first
	if o.dir, err = startDir(f.dir); err != nil {
		return o, err
	}
	o.first.Dir, o.first.Restart, o.first.Direct = o.dir, session.Restart(f.restart), f.temporary
	if o.term, err = screen.Open(screen.Options{In: os.Stdin, Out: os.Stdout, Env: os.Getenv}); err != nil {
		return o, err
	}
	if o.places, err = findPlaces(); err != nil {
		return o, err
	}
	o.paths = o.places.paths
	if o.workspaceDir, err = o.paths.Workspace(f.workspace); err != nil {
		return o, err
	}
	o.provider, o.sessions = o.places.provider, o.places.provider.Sessions()
	if err := o.provider.Prepare(); errors.Is(err, private.ErrUnsafe) {
		return o, err
	} // without a directory each session lives here, and says so
	if len(first.Command) > 0 || persist.IsNew(o.workspaceDir) {
		o.first.Prestart(o.provider.Prestart, uuid.New)
	}
	o.store, err = openStore(o.workspaceDir, o.persistOptions(), f.take)
	o.set = settings{path: o.paths.Config(), override: f.overrideConfig}
	return o, err
}

// options returns the options for reading the document, which describe the sessions.
func (o *opening) persistOptions() persist.Options {
	return persist.Options{Gone: goneWorktrees(context.Background()), Alive: o.provider.Alive, Until: o.sessions.UndoDeadline, Socket: socketOf(o.paths, o.workspaceDir)}
}

// load reads the document, once.
func (o *opening) load() (err error) {
	if o.read {
		return nil
	}
	o.state, o.report, err = o.store.Load()
	o.read = err == nil
	return err
}

// deps are the dependencies of the program, without the document and the configuration.
func (o *opening) deps() ui.Deps {
	return ui.Deps{
		Runtime:    o.sessions,
		Prober:     o.sessions,
		Direct:     o.sessions.Direct,
		EndIdle:    o.sessions.EndIdle,
		Dir:        o.dir,
		Env:        os.Environ(),
		Provider:   providerOf(o.flags.temporary),
		Lifetime:   lifetime(o.flags.temporary),
		ReadConfig: o.set.read,
		KeepConfig: o.set.set,
		ConfigFile: o.set.file,
		Orphans:    orphans,
		Statuses:   o.places.statusesIn(o.flags.workspace),
		Answer: func(id session.ID, a wire.Answer) error {
			ctx, cancel := context.WithTimeout(context.Background(), agentAnswerTime)
			defer cancel()
			return o.sessions.Answer(ctx, id, a)
		},
		Grants:    o.places.grants(),
		Memory:    memoryOf(o.paths, o.workspaceDir),
		LastUsed:  lastUsed(o.workspaceDir),
		Used:      func() { noteUsed(o.workspaceDir) },
		Templates: o.paths.Templates(),
		Desktop:   desktop.Find(os.Getenv, runtime.GOOS),
		Now:       time.Now,
		NewID:     uuid.New,
	}
}
