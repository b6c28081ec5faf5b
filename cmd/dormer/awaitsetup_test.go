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
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := awaitSetup(t.Context(), dir, 0); err == nil || !strings.Contains(err.Error(), "has not started") {
		t.Errorf("of a session that is not there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "spec.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := state.WriteSetup(dir, "make"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := awaitSetup(ctx, dir, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while it runs: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "setup")); err != nil {
		t.Fatal(err)
	}
	if err := awaitSetup(t.Context(), dir, 0); err != nil {
		t.Errorf("after it: %v", err)
	}
}
