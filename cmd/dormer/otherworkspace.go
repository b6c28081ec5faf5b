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

// otherWorkspaces opens workspaces in place of the one that is shown.
type otherWorkspaces struct {
	shown opening

	opening sync.Mutex // held by whoever opens one

	mu   sync.Mutex
	next *opening // locked and read; nil for none
	left bool     // the one that is shown was left: no other one is opened any more
}

// List lists the workspaces with what runs in them.
func (w *otherWorkspaces) List() (all []lists.Workspace, err error) {
	names, err := w.shown.paths.Names()
	for _, name := range names {
		dir, err := w.shown.paths.Workspace(name)
		if err != nil {
			continue // it has a name that no workspace can be opened by
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

// runsIn is what a session runs, in few words.
func runsIn(r workspace.Record) string {
	if r.Program != "" {
		return r.Program
	}
	return r.DisplayTitle()
}

// Open opens a workspace, which is shown when the one that is shown has been left. Of several
// the last is shown.
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

// isNext reports whether a workspace is the one that will be shown.
func (w *otherWorkspaces) isNext(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.next != nil && w.next.flags.workspace == name
}

// swap has a workspace shown next, and returns the one that is not needed for that: the one
// before, or this one if it comes too late.
func (w *otherWorkspaces) swap(next *opening) (unneeded *opening) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left {
		return next
	}
	unneeded, w.next = w.next, next
	return unneeded
}

// take returns the workspace that the one that is shown was left for, if it was left for one,
// and else gives it back.
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
	if next.where, err = next.paths.Workspace(name); err != nil {
		return next, err
	}
	next.store, err = persist.Open(next.where, next.around())
	if locked, ok := errors.AsType[*persist.LockedError](err); ok {
		if !take && locked.Holder.Here() {
			return next, workspaces.HeldError{Fact: locked.Fact()}
		}
		next.store, err = openStore(next.where, next.around(), take)
	}
	if err != nil {
		return next, err
	}
	if err := next.load(); err != nil {
		return next, errors.Join(err, next.store.Close())
	}
	return next, nil
}
