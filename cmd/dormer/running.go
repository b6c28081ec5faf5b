package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"dormer/cmd/dormer/control"
	"dormer/persist"
)

// runningProgram is the program that has a workspace open, if one has.
type runningProgram struct {
	workspace string
	dir       string
	holder    persist.Holder
	// open reports whether there is one; at and name are the directory and name of its socket.
	open     bool
	at, name string
}

// errNotShown is the error if no program has a workspace open.
var errNotShown = errors.New("no dormer shows it")

// running finds the program that has a workspace open.
func (p places) running(workspace string) (runningProgram, error) {
	dir, err := p.paths.Workspace(workspace)
	if err != nil {
		return runningProgram{}, err
	}
	r := runningProgram{workspace: workspace, dir: dir, at: p.paths.Runtime(), name: control.Name(dir)}
	r.holder = persist.HolderOf(dir)
	r.open = r.holder.PID != 0
	if at, name, ok := control.Split(r.holder.Socket); r.open && ok {
		r.at, r.name = at, name
	}
	return r, nil
}

// runningIn returns the program that has the named workspace open, and the places of this user.
func runningIn(workspace string) (places, runningProgram, error) {
	p, err := findPlaces()
	if err != nil {
		return p, runningProgram{}, err
	}
	r, err := p.running(workspace)
	return p, r, err
}

// ask sends the program a request. Without a program the error is [errNotShown]; a refusal is an
// error with the program's message.
func (r runningProgram) ask(ctx context.Context, q control.Request) (control.Answer, error) {
	q.Dormer = version
	a, err := control.Ask(ctx, r.at, r.name, q)
	if errors.Is(err, control.ErrGone) && r.greet(ctx) == nil {
		a, err = control.Ask(ctx, r.at, r.name, q)
	}
	switch {
	case errors.Is(err, control.ErrGone) && !r.open:
		return a, fmt.Errorf("workspace %q: %w: dormer --workspace %s opens it", r.workspace, errNotShown, r.workspace)
	case errors.Is(err, control.ErrGone):
		return a, fmt.Errorf("workspace %q is open in %s, which cannot be reached. If it is stopped, fg in its shell or kill -CONT %d lets it go on; otherwise leave it and start dormer again: its sessions run on", r.workspace, r.who(), r.holder.PID)
	case errors.Is(err, control.ErrOlder):
		return a, fmt.Errorf("workspace %q is open in %s: %w than this one (%s): leave it and start this one; its sessions run on", r.workspace, r.who(), err, version)
	case errors.Is(err, control.ErrSilent):
		return a, fmt.Errorf("workspace %q is open in %s: %w: it may be stopped; fg in its shell, or kill -CONT %d, lets it go on", r.workspace, r.who(), err, r.holder.PID)
	case err != nil:
		return a, fmt.Errorf("workspace %q: ask dormer: %w: dormer doctor says more", r.workspace, err)
	case a.Refused != "":
		return a, errors.New(a.Refused)
	}
	return a, nil
}

// greet returns nil if the program answers. It asks a program whose socket was removed to make it
// again.
func (r runningProgram) greet(ctx context.Context) error {
	err := control.Greet(ctx, r.at, r.name)
	if errors.Is(err, control.ErrGone) && r.open && r.holder.Here() {
		if err = control.AskForSocket(ctx, r.holder.PID, r.at, r.name); err == nil {
			err = control.Greet(ctx, r.at, r.name)
		}
	}
	return err
}

// who returns the program's name for messages.
func (r runningProgram) who() string {
	return fmt.Sprintf("dormer (pid %d on %s)", r.holder.PID, r.holder.Host)
}

// currentWorkspace returns the workspace and the session that the command was typed in, both empty
// outside of dormer.
func currentWorkspace() (workspace, session string) {
	return os.Getenv("DORMER_WORKSPACE"), os.Getenv("DORMER_SESSION_ID")
}

// chosenWorkspace returns the workspace for a command: the named one, else the one that it was
// typed in, else the default one.
func chosenWorkspace(named string) string {
	typedIn, _ := currentWorkspace()
	switch {
	case named != "":
		return named
	case typedIn != "":
		return typedIn
	}
	return defaultWorkspace
}

// defaultWorkspace is the workspace if none is named.
const defaultWorkspace = "default"

// withOrigin adds to a request the current directory and, if it was typed in the workspace, its session.
func withOrigin(workspace string, q control.Request) control.Request {
	if in, session := currentWorkspace(); in == workspace {
		q.Session = session
	}
	if dir, err := os.Getwd(); err == nil {
		q.Dir = control.Bytes(dir)
	}
	return q
}
