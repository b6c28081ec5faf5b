package main

import (
	"fmt"
	"path/filepath"
	"time"

	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/ui/config"
	"dormer/workspace"
)

// tracked returns the sessions in the documents of all workspaces. unread has one sentence for each
// document that could not be read completely; if there is one, a session may be in a workspace
// although it is not in the result.
func tracked(paths persist.Paths) (sessions []catalogue.Tracked, unread []error) {
	names, err := paths.Names()
	if err != nil {
		return nil, []error{err}
	}
	chosen := configOf(paths)
	for _, name := range names {
		dir, err := paths.Workspace(name)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		state, err := peek(dir)
		if err != nil {
			unread = append(unread, fmt.Errorf("workspace %q: %w", name, err))
		}
		open := persist.HolderOf(dir).PID != 0
		placed := map[session.ID]bool{}
		for _, id := range state.SessionIDs() {
			placed[id] = true
		}
		for _, r := range state.Sessions {
			t := track(name, open, r, chosen)
			t.Placed = placed[r.ID]
			sessions = append(sessions, t)
		}
	}
	return sessions, unread
}

// peek reads a workspace's document unchanged, without the cleanup of a restore. With an error it
// may still return an earlier document.
func peek(dir string) (workspace.State, error) {
	state, report, err := persist.Peek(dir, persist.Options{
		Now:   func() time.Time { return time.Time{} },
		Alive: func(session.ID) bool { return true },
	})
	if err == nil && report.Cause != nil {
		err = fmt.Errorf("its document cannot be read: %w", report.Cause)
	}
	if err != nil {
		return state, err
	}
	aside, err := filepath.Glob(filepath.Join(dir, "workspace.json.corrupt-*"))
	if err == nil && len(aside) > 0 {
		err = fmt.Errorf("%s was set aside because it could not be read: look into it, then move it away", aside[0])
	}
	return state, err
}

func track(name string, open bool, r workspace.Record, chosen config.Config) catalogue.Tracked {
	return catalogue.Tracked{
		ID: r.ID, Workspace: name, Name: r.Name, Title: r.Title, Agent: r.Agent, Dir: r.Dir, Command: r.Source.Command,
		Source: r.Source, Residency: r.Residency, Disposition: r.Disposition, CreatedAt: r.CreatedAt,
		Provider: r.Provider, Open: open, LastActive: r.LastActive, Idled: r.Idled,
		Asks:    r.Attention.Reason != "" && !r.Attention.Seen,
		Restart: chosen.RestartOf(r.Restart, r.Agent, r.Source.Shell()),
	}
}
