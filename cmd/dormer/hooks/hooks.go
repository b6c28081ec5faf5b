package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"dormer/session"
	"dormer/session/follow"
	"dormer/ui/config"
)

const (
	// maxRunning is the limit of running hooks, and maxWaiting that of waiting ones.
	maxRunning = 4
	maxWaiting = 64
	// maxOutput is the size limit, in bytes, of the saved standard error of a hook.
	maxOutput = 1 << 10
)

// WorkspaceOpened is the event of opening a workspace.
const WorkspaceOpened follow.Kind = "workspace_opened"

// Runner runs hooks. Its methods may be called from any goroutine.
type Runner struct {
	env []string
	say func(string)

	slots chan struct{}

	mu      sync.Mutex
	hooks   config.Hooks
	waiting int
	failing map[string]bool // hooks whose failure was reported
	running sync.WaitGroup
	over    bool // no more hooks start
	dropped bool // it was reported that hooks are left out
}

// New returns a runner of hooks in an environment. It calls say with a sentence when a hook fails,
// and not again until the hook has succeeded.
func New(env []string, say func(string)) *Runner {
	return &Runner{env: env, say: say, slots: make(chan struct{}, maxRunning), failing: map[string]bool{}}
}

// Use replaces the hooks.
func (r *Runner) Use(h config.Hooks) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hooks = h
}

// Any reports whether there is a hook for events of sessions.
func Any(h config.Hooks) bool {
	return h.SessionStarted+h.SessionFailed+h.SessionCompleted+h.SessionWaits != ""
}

// commandFor returns the hook for an event and its configuration key; empty for none.
func commandFor(h config.Hooks, e follow.Event) (key, command string) {
	switch {
	case e.Event == WorkspaceOpened:
		return "hooks.workspace_opened", h.WorkspaceOpened
	case e.Event == follow.Started:
		return "hooks.session_started", h.SessionStarted
	case e.Event == follow.Ended && e.State == session.Completed:
		return "hooks.session_completed", h.SessionCompleted
	case e.Event == follow.Ended && e.State == session.Failed:
		return "hooks.session_failed", h.SessionFailed
	case e.Event == follow.Bell || e.Event == follow.Notification:
		return "hooks.session_waits", h.SessionWaits
	}
	return "", ""
}

// Happened runs the hook for an event, if there is one, and returns at once. A running hook is
// killed when ctx ends.
func (r *Runner) Happened(ctx context.Context, e follow.Event) {
	r.mu.Lock()
	key, command := commandFor(r.hooks, e)
	limit := r.hooks.Timeout
	full := command != "" && r.waiting >= maxWaiting
	tell := full && !r.dropped
	if r.over {
		command = ""
	}
	if r.dropped = full || r.dropped && r.waiting > 0; command != "" && !full {
		r.waiting++
		r.running.Add(1)
	}
	r.mu.Unlock()
	if tell {
		r.say(fmt.Sprintf("hooks cannot keep up: %s was skipped for some events", key))
	}
	if command == "" || full {
		return
	}
	go func() {
		defer r.running.Done()
		select {
		case r.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		err := r.run(ctx, command, limit, e)
		<-r.slots
		r.ended(ctx, key, err)
	}()
}

// Wait returns when all hooks have ended, once the context has ended, or after a time. No hook
// starts after that.
func (r *Runner) Wait(limit time.Duration) {
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		r.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(limit):
	}
}

// ended records the result of a hook, and reports its first failure.
func (r *Runner) ended(ctx context.Context, key string, err error) {
	r.mu.Lock()
	tell := err != nil && !r.failing[key] && ctx.Err() == nil
	r.failing[key] = err != nil
	r.waiting--
	r.mu.Unlock()
	if tell {
		r.say(fmt.Sprintf("%s failed: %v", key, err))
	}
}

// run runs a command with sh, with an event on its standard input, in a separate process group,
// which is killed at the time limit.
func (r *Runner) run(ctx context.Context, command string, limit time.Duration, e follow.Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s and was ended", limit))
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Env = r.env
	cmd.Stdin = bytes.NewReader(append(line, '\n'))
	said := &headBuffer{}
	cmd.Stderr = said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 100 * time.Millisecond
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err = cmd.Run()
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, exec.ErrWaitDelay), errors.Is(err, syscall.EPIPE): // it left a process running, or did not read its input
		return nil
	case errors.As(err, &exit) && exit.Exited():
		err = fmt.Errorf("it exited with code %d", exit.ExitCode())
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(string(said.kept)), "\n"); err != nil && first != "" {
		err = fmt.Errorf("%w: %s", err, follow.Label(first))
	}
	return err
}

// headBuffer keeps the beginning of the data written to it, and accepts all of it.
type headBuffer struct{ kept []byte }

func (h *headBuffer) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), maxOutput-len(h.kept))]...)
	return len(p), nil
}
