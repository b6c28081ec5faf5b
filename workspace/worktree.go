package workspace

import (
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// InDir reports whether dir is top or a directory below it.
func InDir(dir, top string) bool {
	return dir == top || strings.HasPrefix(dir, strings.TrimSuffix(top, "/")+"/")
}

// CloseIn returns the actions that close the panes of a worktree: those of sessions that belong
// to it or are in its directory. area is the size of a tab with several panes.
func (s State) CloseIn(worktree string, at time.Time, area session.Size) (actions []Action) {
	inside := func(id session.ID) bool {
		r := s.Sessions[id]
		return r.Source.Kind == session.Worktree && r.Source.Worktree == worktree || InDir(r.Dir, worktree)
	}
	for _, v := range s.Views {
		for _, t := range v.Tabs {
			closing := filter(t.Panes(), inside)
			if len(closing) == len(t.Panes()) {
				actions = append(actions, CloseTab{Tab: t.ID, At: at})
				continue
			}
			for _, id := range closing {
				actions = append(actions, ClosePane{Session: id, At: at, Area: area})
			}
		}
	}
	return actions
}

// WorktreeEnv returns a variable of the worktree that contains a directory, as NAME=value, from
// the environment of a session that belongs to the worktree, or nil if no session has it.
func (s State) WorktreeEnv(dir, name string) []string {
	for _, r := range s.Sessions {
		if r.Source.Kind != session.Worktree || !InDir(dir, r.Source.Worktree) {
			continue
		}
		if i := slices.IndexFunc(r.Env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") }); i >= 0 {
			return r.Env[i : i+1 : i+1]
		}
	}
	return nil
}

// WorktreeOf returns the worktree that contains a directory, if a session was opened for it, or
// else an empty string.
func (s State) WorktreeOf(dir string) string {
	for _, r := range s.Sessions {
		if r.Source.Kind == session.Worktree && InDir(dir, r.Source.Worktree) {
			return r.Source.Worktree
		}
	}
	return ""
}
