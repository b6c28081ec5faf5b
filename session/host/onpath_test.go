package host

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A session's environment names a directory with dormer, and its PATH ends with that directory if no
// other directory of it has dormer.
func TestDormerIsOnThePath(t *testing.T) {
	own := filepath.Join(t.TempDir(), "state", "bin")
	there, empty := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(there, "dormer"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, bin string
		env, want []string
		at        string
		fails     bool
	}{
		{"none in PATH", own, []string{"PATH=" + empty, "A=1"}, []string{"A=1", "PATH=" + empty + ":" + own}, own, false},
		{"one in PATH", own, []string{"PATH=" + empty + ":" + there}, []string{"PATH=" + empty + ":" + there}, there, false},
		{"in the pane of another session", own, []string{"PATH=" + own + ":" + empty}, []string{"PATH=" + own + ":" + empty}, own, false},
		{"no PATH", own, []string{"A=1"}, []string{"A=1"}, own, false},
		{"an empty PATH", own, []string{"PATH="}, []string{"PATH="}, own, false},
		{"no directory for it", "", []string{"PATH=" + empty}, []string{"PATH=" + empty}, "", false},
		{"a directory that PATH cannot name", own + ":x", []string{"PATH=" + empty}, []string{"PATH=" + empty}, "", false},
		{"a directory that cannot be made", blocked, []string{"PATH=" + empty}, []string{"PATH=" + empty}, "", true},
	} {
		before := slices.Clone(tt.env)
		got, at, err := withProgramOnPath(tt.env, tt.bin, "/")
		if !slices.Equal(got, tt.want) || at != tt.at || (err != nil) != tt.fails {
			t.Errorf("%s: got %q with %q, %v; want %q with %q", tt.name, got, at, err, tt.want, tt.at)
		}
		if !slices.Equal(tt.env, before) {
			t.Errorf("%s: the given environment was changed to %q", tt.name, tt.env)
		}
		if at == own && !executable(filepath.Join(own, programName)) {
			t.Errorf("%s: %s has no dormer", tt.name, own)
		}
	}
}

// The copy of the program is of the running dormer: the copy of another version is replaced, and the
// copy is not made twice.
func TestTheProgramIsCopiedOnce(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "bin")
	name := filepath.Join(bin, programName)
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("an older one"), 0o700); err != nil {
		t.Fatal(err)
	}
	unfinished := filepath.Join(bin, ".new-1") // of a host that was killed
	if err := os.Mkdir(unfinished, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(unfinished, programName), []byte("the half"), 0o700); err != nil {
		t.Fatal(err)
	}
	if then := time.Now().Add(-2 * time.Hour); os.Chtimes(unfinished, then, then) != nil {
		t.Fatal("cannot set its time")
	}
	var kept os.FileInfo
	for range 2 {
		if err := installProgram(bin); err != nil {
			t.Fatal(err)
		}
		st, err := os.Stat(name)
		if err != nil || !sameProgram(ownExecutable(), name) || kept != nil && !os.SameFile(st, kept) {
			t.Fatalf("the copy is %v, %v", st, err)
		}
		kept = st
	}
	again := filepath.Join(t.TempDir(), programName)
	if err := copyProgram(name, again); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(again); err != nil || !executable(again) || !sameProgram(name, again) || os.SameFile(st, kept) {
		t.Errorf("the copy is %v, %v", st, err)
	}
	if left, err := os.ReadDir(bin); err != nil || len(left) != 1 {
		t.Errorf("the directory has %v, %v", left, err)
	}
}
