package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"dormer/cmd/dormer/hooks"
	"dormer/session/follow"
	"dormer/ui/config"
)

// workspaceHooks runs the user's hooks for events in a workspace, while this program has it open.
type workspaceHooks struct {
	places    places
	workspace string
	began     time.Time
	runner    *hooks.Runner
	follow    sync.Once
}

// beginHooks runs the hook for the opening of a workspace and, until the context ends, those for
// events of its sessions. Sessions that have started since it began count as new.
func beginHooks(ctx context.Context, p places, workspace string, began time.Time, c config.Config, say func(string)) *workspaceHooks {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "DORMER_SESSION_ID=") })
	env = config.With(env, "DORMER_WORKSPACE", workspace)
	h := &workspaceHooks{places: p, workspace: workspace, began: began, runner: hooks.New(env, say)}
	h.use(ctx, c)
	h.runner.Happened(ctx, follow.Event{Schema: follow.Schema, Time: time.Now(), Event: hooks.WorkspaceOpened, Workspace: workspace})
	return h
}

// use replaces the hooks.
func (h *workspaceHooks) use(ctx context.Context, c config.Config) {
	h.runner.Use(c.Hooks)
	if hooks.Any(c.Hooks) {
		h.follow.Do(func() {
			follow.Direct(ctx, h.places.provider, func(e follow.Event) { h.happened(ctx, e) })
			go h.followSessions(ctx)
		})
	}
}

// followSessions runs hooks for events of the workspace's sessions that have hosts.
func (h *workspaceHooks) followSessions(ctx context.Context) {
	l, err := h.places.listing(ctx)
	if err != nil {
		return // the program reports errors of the directories
	}
	var known []follow.Host
	for _, e := range l.Live() {
		if e.Info == nil || e.Info.Started.Before(h.began) {
			known = append(known, followed(e))
		}
	}
	_ = follow.All(ctx, h.places.provider, h.places.paths.Runtime(), known, func(e follow.Event) { h.happened(ctx, e) }, func(error) {}) // a host that does not answer is marked in its pane
}

// happened runs the hook for an event in the workspace.
func (h *workspaceHooks) happened(ctx context.Context, e follow.Event) {
	if e.Workspace == h.workspace {
		h.runner.Happened(ctx, e)
	}
}
