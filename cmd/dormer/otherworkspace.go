package main

import (
	"errors"
	"fmt"
	"sync"

	"dormer/persist"
	"dormer/ui/lists"
	"dormer/ui/startup"
	"dormer/ui/workspaces"
	"dormer/workspace"
)

// otherWorkspaces opens workspaces in place of the current one.
type otherWorkspaces struct {
	shown opening

	opening sync.Mutex // held while one is opened

	mu   sync.Mutex
	next *opening // locked and loaded; nil for none
	left bool     // the current one was left: no other one may be opened
}

// List lists the workspaces and the programs that run in them.
func (w *otherWorkspaces) List() (all []lists.Workspace, err error) {
	names, err := w.shown.paths.Names()
	for _, name := range names {
		dir, err := w.shown.paths.Workspace(name)
		if err != nil {
			continue // a workspace with this name cannot be opened
		}
		all = append(all, describeWorkspace(name, dir))
	}
	return all, err
}

func describeWorkspace(name, dir string) lists.Workspace {
	out := lists.Workspace{Name: name}
	if h := persist.HolderOf(dir); h.PID != 0 {
		out.Holder = "open in " + h.String()
	}
	s, err := peek(dir)
	if err != nil {
		out.Problem = "it cannot be read: dormer doctor says why"
		return out
	}
	out.Sessions = len(s.OpenIDs())
	for _, v := range s.Views {
		out.Tabs += len(v.Tabs)
	}
	for _, id := range s.OpenIDs() {
		out.Runs = append(out.Runs, runsIn(s.Sessions[id]))
	}
	return out
}

// runsIn describes a session's program in a few words.
func runsIn(r workspace.Record) string {
	if r.Program != "" {
		return r.Program
	}
	return r.DisplayTitle()
}

// Open opens a workspace, to be shown when the user has left the current one. If several are
// opened, the last is shown.
func (w *otherWorkspaces) Open(name string, take bool) error {
	if name == w.shown.flags.workspace {
		return fmt.Errorf("workspace %q is open here already", name)
	}
	w.opening.Lock()
	defer w.opening.Unlock()
	if w.isNext(name) {
		return nil
	}
	next, err := w.shown.other(name, take)
	if err != nil {
		return err
	}
	if before := w.swap(&next); before != nil {
		err = before.store.Close()
	}
	return err
}

// isNext reports whether a workspace will be shown next.
func (w *otherWorkspaces) isNext(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next != nil && w.next.flags.workspace == name
}

// swap sets the workspace to show next, and returns the one that is then not needed: the previous
// one, or the new one if it comes too late.
func (w *otherWorkspaces) swap(next *opening) (unneeded *opening) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left {
		return next
	}
	unneeded, w.next = w.next, next
	return unneeded
}

// take returns the workspace that the user left the current one for, if any, and otherwise releases
// the opened one.
func (w *otherWorkspaces) take(leftFor string) (*opening, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	next := w.next
	w.next, w.left = nil, true
	if next == nil || leftFor != "" {
		return next, nil
	}
	return nil, next.store.Close()
}

// other locks another workspace and reads it.
func (o opening) other(name string, take bool) (opening, error) {
	next := opening{flags: o.flags, dir: o.dir, set: o.set}
	next.first = startup.First{Dir: o.dir, Direct: o.flags.temporary}
	next.flags.workspace, next.flags.restart, next.flags.take = name, "", take
	var err error
	if next.places, err = findPlaces(); err != nil {
		return next, err
	}
	next.paths = next.places.paths
	next.provider, next.sessions = next.places.provider, next.places.provider.Sessions()
	if next.workspaceDir, err = next.paths.Workspace(name); err != nil {
		return next, err
	}
	next.store, err = persist.Open(next.workspaceDir, next.persistOptions())
	if locked, ok := errors.AsType[*persist.LockedError](err); ok {
		if !take && locked.Holder.Here() {
			return next, workspaces.HeldError{Fact: locked.Fact()}
		}
		next.store, err = openStore(next.workspaceDir, next.persistOptions(), take)
	}
	if err != nil {
		return next, err
	}
	if err := next.load(); err != nil {
		return next, errors.Join(err, next.store.Close())
	}
	return next, nil
}
