//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dormer/session"
)

// S4-18, S4-19: a program that shows a workspace ends sessions that were idle longer than
// AGENT_SESSION_IDLE_TIMEOUT, and none if that is not set.
func TestIdleSessionsAreEndedByAnOpenProgram(t *testing.T) {
	home, p, id := startIn(t, "work")
	dir := filepath.Join(home, "state", "workspaces", "work")
	document := strings.ReplaceAll(`{"schema": 2, "savedAt": "2026-11-20T12:00:00Z", "name": "work", "activeView": "main",
 "views": [{"id": "main", "activeTab": "77777777-7777-4777-8777-777777777777", "tabs": [
  {"id": "77777777-7777-4777-8777-777777777777", "active": "ID", "layout": {"session": "ID"}}]}],
 "sessions": [{"id": "ID", "source": {"kind": "floating", "dir": "/", "command": ["cat"]}, "dir": "/",
  "provider": "hosted", "lifetime": "persistent", "residency": {"place": "active"}, "disposition": "active",
  "createdAt": "2026-11-20T12:00:00Z"}], "undo": []}`, "ID", id.String())
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "workspace.json"), []byte(document), 0o600)); err != nil {
		t.Fatal(err)
	}

	now := time.Now()
	for _, tt := range []struct {
		minutes, of string
		after       time.Duration
		ends        bool
	}{
		{"", "commands", 9 * time.Hour, false}, // off by default
		{"30", "commands", 29 * time.Minute, false},
		{"30", "commands", 31 * time.Minute, true},
		{"30", "agents", 9 * time.Hour, false},
		{"0", "all", 9 * time.Hour, false},
	} {
		t.Setenv("AGENT_SESSION_IDLE_TIMEOUT", tt.minutes)
		t.Setenv("DORMER_SESSIONS_END_IDLE_OF", tt.of)
		ctx, cancel := context.WithCancel(t.Context())
		times := make(chan time.Time)
		var ended []session.ID
		var looking sync.WaitGroup
		looking.Go(func() {
			p.endIdlePeriodically(ctx, settings{path: p.paths.Config()}, "work", times, func(ids []session.ID, _ time.Duration) { ended = append(ended, ids...) })
		})
		times <- now.Add(tt.after)
		times <- now // accepted when the previous round is done
		cancel()
		looking.Wait()
		if got := slices.Contains(ended, id); got != tt.ends {
			t.Errorf("%q minutes, of %s, after %s: ended %v, want %v", tt.minutes, tt.of, tt.after, got, tt.ends)
		}
	}
}
