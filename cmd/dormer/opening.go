package main

import (
	"os"
	"runtime"
	"time"

	"github.com/google/uuid"

	"dormer/persist"
	"dormer/session"
	"dormer/session/launch"
	"dormer/ui"
	"dormer/ui/desktop"
	"dormer/ui/screen"
	"dormer/workspace"
)

// opening is a workspace on its way to the screen: the terminal, the sessions, and the
// document, which is locked and not read yet. Nothing has been begun but a process that
// waits for the first session.
type opening struct {
	flags    openFlags
	dir      string // of the first tab
	term     *screen.Terminal
	paths    persist.Paths
	where    string // the directory of the workspace
	provider *launch.Provider
	sessions *launch.Sessions
	store    *persist.Store
	set      settings
	// first is the session whose process was started beforehand; the zero value for none.
	first session.ID
}

// prepareOpening finds what it takes to open a workspace. The terminal comes first: with
// none, nothing is made or locked.
func prepareOpening(f openFlags, b firstOpened) (o opening, err error) {
	o.flags = f
	if o.dir, err = startDir(f.dir); err != nil {
		return o, err
	}
	if o.term, err = screen.Open(screen.Options{In: os.Stdin, Out: os.Stdout, Env: os.Getenv}); err != nil {
		return o, err
	}
	places, err := findPlaces()
	if err != nil {
		return o, err
	}
	o.paths = places.paths
	if o.where, err = o.paths.Workspace(f.workspace); err != nil {
		return o, err
	}
	o.provider, o.sessions = places.provider, places.provider.Sessions()
	if err := o.provider.Prepare(); err != nil {
		return o, err
	}
	if len(b.command) > 0 || persist.IsNew(o.where) {
		o.expectFirst(b)
	}
	around := persist.Options{Alive: o.provider.Alive, Until: o.sessions.Until, Socket: socketOf(o.paths, o.where)}
	o.store, err = openStore(o.where, around, f.take)
	o.set = settings{path: o.paths.Config(), override: f.overrideConfig}
	return o, err
}

// expectFirst has a process started for the first session that is opened, once, where that
// is to have one of its own. Where it is opened by a template it has another id.
func (o *opening) expectFirst(b firstOpened) {
	if o.flags.temporary || b.template != nil || o.first != (session.ID{}) {
		return
	}
	o.first = uuid.New()
	o.provider.Prestart(session.Source{Kind: session.Floating, Dir: o.dir}, o.first)
}

// begin starts what the first picture needs, as soon as the document is read: the
// sessions on the screen, and the first one where it will be opened at once. Those whose
// time passed while no program ran are ended.
func (o *opening) begin(state workspace.State, expired []session.ID, b firstOpened) ui.FirstSession {
	first := ui.FirstSession{Dir: o.dir, Command: b.command, Restart: session.Restart(o.flags.restart)}
	if opensFirst(state, b) {
		o.expectFirst(b)
		first.ID = o.first
	}
	for _, id := range expired {
		go o.sessions.EndExpired(id)
	}
	return first
}

// deps are what the program gets from outside, but for what the document says and what
// the user chose.
func (o *opening) deps() ui.Deps {
	return ui.Deps{
		Runtime:    o.sessions,
		Prober:     o.sessions,
		Dir:        o.dir,
		Env:        os.Environ(),
		Provider:   providerOf(o.flags.temporary),
		Lifetime:   lifetime(o.flags.temporary),
		ReadConfig: o.set.read,
		KeepConfig: o.set.keep,
		ConfigFile: o.set.file,
		Orphans:    orphans,
		Memory:     habitsOf(o.paths, o.where),
		Templates:  o.paths.Templates(),
		Desktop:    desktop.Find(os.Getenv, runtime.GOOS),
		Now:        time.Now,
		NewID:      uuid.New,
	}
}
