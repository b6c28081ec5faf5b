//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/ui/testing/drive"
	"dormer/workspace/repo"
)

// S3-58, S4-25: a program that shows a workspace ends an orphan by itself after a quiet day.
func TestQuietOrphansAreEndedByAnOpenProgram(t *testing.T) {
	_, p, id := startIn(t, "gone")
	name, err := p.provider.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	drive.Eventually(t, "nobody is attached", func() bool {
		info, err := p.provider.Info(t.Context(), name)
		return err == nil && info.Clients == 0
	})

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	times := make(chan time.Time)
	var collecting sync.WaitGroup
	collecting.Go(func() { p.collectPeriodically(ctx, times) })
	now := time.Now()
	for _, at := range []struct {
		time  time.Time
		alive bool
	}{{now, true}, {now.Add(catalogue.OrphanGrace + time.Hour), false}} {
		times <- at.time
		times <- now // accepted when the previous round is done
		if got := p.provider.Alive(id); got != at.alive {
			t.Errorf("at %s: running %v, want %v", at.time, got, at.alive)
		}
	}
	cancel()
	collecting.Wait()
}

// S3-58: it also deletes worktrees that were removed longer ago than they are kept.
func TestOldRemovedWorktreesAreDeletedByAnOpenProgram(t *testing.T) {
	_, p, _ := startIn(t, "gone")
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "one"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	r, err := repo.Find(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	made, err := r.Create(t.Context(), repo.New{Branch: "fix", Dir: dir, Directory: "agent/{name}"})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	_, portErr := p.opening(r, made.Path, nil)
	if _, err := r.Remove(t.Context(), made.Worktree, now, nil); err != nil || portErr != nil {
		t.Fatal(err, portErr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	times := make(chan time.Time)
	var collecting sync.WaitGroup
	collecting.Go(func() { p.collectPeriodically(ctx, times) })
	for _, days := range []int{6, 8} {
		times <- now.AddDate(0, 0, days)
		times <- now // accepted when the previous round is done
		if all, err := r.Trash(); err != nil || (len(all) == 1) != (days == 6) {
			t.Errorf("after %d days: %v, %v", days, all, err)
		}
	}
	cancel()
	collecting.Wait()
}

// startIn starts a session of a workspace in its own home; the session ends with the test.
func startIn(t *testing.T, workspace string) (home string, p places, id session.ID) {
	t.Helper()
	home, err := os.MkdirTemp("/tmp", "dc") // short, because sockets need short paths
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(endAll(home), os.RemoveAll(home)); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("DORMER_HOME", home)
	p, err = findPlaces()
	if err != nil {
		t.Fatal(err)
	}
	id = uuid.New()
	conn, err := p.provider.Start(session.Spec{
		ID: id, Workspace: workspace, Lifetime: session.Persistent, Command: []string{"cat"}, Dir: "/", Env: os.Environ(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Close(), drive.WaitFile(filepath.Join(p.provider.Dir(id), "spec.json"))); err != nil {
		t.Fatal(err)
	}
	return home, p, id
}
