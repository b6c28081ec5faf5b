package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A setting that a variable overrides is not written to the file, where it would have no effect.
func TestOverriddenSettingsAreNotSaved(t *testing.T) {
	t.Setenv("DORMER_THEME_NAME", "nord")
	s := settings{path: filepath.Join(t.TempDir(), "config.toml")}
	if _, err := s.set("theme.name", `"terminal"`); err == nil || !strings.Contains(err.Error(), "DORMER_THEME_NAME is set") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(s.path); err == nil {
		t.Error("a file was written")
	}
	if _, err := s.set("theme.light", `"terminal"`); err != nil {
		t.Error(err)
	}
}
