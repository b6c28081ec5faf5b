package launch_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dormer/session/host"
)

// F36: directories, arguments and variables reach the child byte for byte.
func TestBytesOfAnyKindReachTheChild(t *testing.T) {
	h := newHome(t)
	odd := filepath.Join(h.o.Sessions, "..", "a\xff\nb")
	if err := os.MkdirAll(odd, 0o700); err != nil {
		t.Fatal(err)
	}
	spec := specOf("/bin/sh", "-c", `printf '%s|' "$ODD" "$1" "${PWD##*/}" | od -An -c | tr -d ' '; read x`, "sh", "c\xfed")
	spec.Dir, spec.Env = filepath.Clean(odd), append(spec.Env, "ODD=e\xf0f")
	s := h.start(spec)
	s.Shows(`e360f|c376d|a377\nb|`)
	s.leave()
	await(t, "its spec is saved", func() bool {
		kept, err := host.ReadSpec(h.Dir(spec.ID))
		return err == nil && kept.Dir == spec.Dir && slices.Equal(kept.Command, spec.Command) && slices.Contains(kept.Env, "ODD=e\xf0f")
	})
}

// F46: a host goes on although its log, its directory and the reader of the log are gone, and ends its
// child on request.
func TestHostWithoutItsDirectory(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; while read x; do echo got $x; done")...)
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	await(t, "its files are written", func() bool {
		_, err := os.Stat(filepath.Join(h.Dir(spec.ID), "spec.json"))
		return err == nil
	})
	// The host may be writing there.
	await(t, "its directory is gone", func() bool { return os.RemoveAll(h.Dir(spec.ID)) == nil })
	kill(t, info.HostPID, syscall.SIGPIPE)
	s.Input([]byte("this\n"))
	s.Shows("got this")
	again := h.attach(spec)
	again.Shows("got this")
	again.leave()
	kill(t, info.HostPID, syscall.SIGTERM)
	awaitGone(t, info.HostPID)
	if lives(info.ChildPID) {
		t.Error("the child is alive")
	}
	if e := s.Exit(); !strings.HasPrefix(e.Signal, "SIG") {
		t.Errorf("the child ended with %+v", e)
	}
	s.leave()
}
