package desktop

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// program writes a shell script into a directory that is the only one on PATH.
func program(t *testing.T, name, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	return dir
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestCopyRunsTheClipboardProgramOfTheDisplay(t *testing.T) {
	dir := program(t, "wl-copy", `read line; echo "$line" > "`+"$0"+`.got"`)
	if err := Find(env("WAYLAND_DISPLAY", "wayland-0"), "linux").Copy("some text\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "wl-copy.got"))
	if err != nil || string(got) != "some text\n" {
		t.Errorf("it got %q, %v", got, err)
	}
}

func TestWithoutADisplayNothingRuns(t *testing.T) {
	program(t, "xclip", "exit 1")
	if err := Find(env(), "linux").Copy("text"); err != nil {
		t.Error(err)
	}
	if err := Find(env("DISPLAY", ":0"), "linux").Copy("text"); err == nil || !strings.Contains(err.Error(), "xclip") {
		t.Errorf("the error does not name the failed program: %v", err)
	}
}

func TestHangingProgramIsEnded(t *testing.T) {
	program(t, "wl-copy", "read line; while :; do :; done")
	d := Find(env("WAYLAND_DISPLAY", "w"), "linux")
	d.timeout = 50 * time.Millisecond
	if err := d.Copy("text"); err == nil || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("got %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := program(t, "xdg-open", `echo "$1" > "$0.got"`)
	if err := Find(env("DISPLAY", ":0", "SSH_TTY", "/dev/pts/1"), "linux").Open("https://x.org"); !errors.Is(err, ErrNone) {
		t.Errorf("over ssh: %v", err)
	}
	if err := Find(env(), "linux").Open("https://x.org"); !errors.Is(err, ErrNone) {
		t.Errorf("without a display: %v", err)
	}
	if err := Find(env("DISPLAY", ":0"), "linux").Open("https://x.org/$(id);x"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "xdg-open.got"))
	if err != nil || string(got) != "https://x.org/$(id);x\n" {
		t.Errorf("it got %q, %v", got, err)
	}
}

func TestSelectedReadsThePrimarySelection(t *testing.T) {
	dir := program(t, "xclip", `case "$*" in
"-selection primary -out") printf 'chosen\nelsewhere' ;;
"-selection primary -in") read line; echo "$line" > "$0.got" ;;
esac`)
	d := Find(env("DISPLAY", ":0"), "linux")
	if got, err := d.Selected(); got != "chosen\nelsewhere" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if err := d.Copy("chosen here\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "xclip.got")); err != nil || string(got) != "chosen here\n" {
		t.Errorf("the selection is %q, %v", got, err)
	}
	if _, err := Find(env(), "linux").Selected(); !errors.Is(err, ErrNone) {
		t.Errorf("without a display: %v", err)
	}
}
