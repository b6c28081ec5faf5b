package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session/state"
)

func TestAwaitSetup(t *testing.T) {
	runs, hasEnded := func() bool { return false }, func() bool { return true }
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := awaitSetup(t.Context(), dir, 0, runs); err == nil || !strings.Contains(err.Error(), "has not started") {
		t.Errorf("of a missing session: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "spec.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := state.WriteSetup(dir, "make"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := awaitSetup(ctx, dir, time.Hour, runs); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while it runs: %v", err)
	}
	if err := awaitSetup(t.Context(), dir, time.Hour, hasEnded); err == nil || !strings.Contains(err.Error(), "ended before the setup finished") {
		t.Errorf("after the end of its session: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "setup")); err != nil {
		t.Fatal(err)
	}
	if err := awaitSetup(t.Context(), dir, 0, hasEnded); err != nil {
		t.Errorf("after the setup: %v", err)
	}
}
