package launch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/launch"
	"dormer/session/private"
	"dormer/session/wire"
)

// told waits for a notice that contains a text, and returns the notice.
func (s *testViewer) told(containing string) (text string) {
	s.t.Helper()
	s.Until("a notice says "+containing, func() bool {
		for _, e := range s.TakeEvents() {
			if n, ok := e.(wire.Notice); ok && strings.Contains(n.Text, containing) {
				text = n.Text
			}
		}
		return text != ""
	})
	return text
}

// kept reports whether the checkpoint of a session contains text.
func (h *home) kept(spec session.Spec, text string) bool {
	return strings.Contains(h.keptText(spec), text)
}

// limitFileSize limits the files that a host writes to a few bytes.
func limitFileSize(t *testing.T, h *home, spec session.Spec) (free func()) {
	t.Helper()
	pid := h.info(spec).HostPID
	set := func(size uint64) {
		limit := unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}
		if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
			t.Fatal(err)
		}
	}
	set(10)
	return func() { set(unix.RLIM_INFINITY) }
}

// fillUp fills the file system on which a home stores its sessions.
func fillUp(t *testing.T, h *home, _ session.Spec) (free func()) {
	t.Helper()
	filler := filepath.Join(h.o.Sessions, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	}
}

// F12: the checkpoint of a session cannot be written. The session goes on, its output is shown, the
// previous checkpoint stays readable, and one notice says so. The screen is saved as soon as possible,
// even if nothing more is printed.
func TestF12TheCheckpointCannotBeWritten(t *testing.T) {
	for _, c := range []struct {
		name  string
		mount bool
		spoil func(*testing.T, *home, session.Spec) func()
		says  string
	}{
		{"a limit on the size of files", false, limitFileSize, "file too large"},
		{"a full file system", true, fillUp, "no space left on device"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHome(t)
			h.t = t
			h.o.CheckpointEvery = 50 * time.Millisecond
			h.Provider = launch.New(h.o)
			if c.mount {
				if err := private.MakeDir(h.o.Sessions); err != nil {
					t.Fatal(err)
				}
				if err := unix.Mount("tmpfs", h.o.Sessions, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
					t.Skip("mounting needs root:", err)
				}
				t.Cleanup(func() {
					if err := unix.Unmount(h.o.Sessions, unix.MNT_DETACH); err != nil {
						t.Error(err)
					}
				})
			}
			spec := specOf(sh("echo ready; while read x; do clear; echo got $x; done")...)
			s := h.start(spec)
			await(t, "the screen is saved", func() bool { return h.kept(spec, "ready") })
			free := c.spoil(t, h, spec)
			s.Input([]byte("one\n"))
			if text := s.told("the last screen cannot be saved"); !strings.Contains(text, c.says) || !strings.Contains(text, h.o.Dir(spec.ID)) {
				t.Errorf("notice: %s", text)
			}
			s.Input([]byte("two\n"))
			s.Shows("got two")
			if !h.kept(spec, "ready") {
				t.Error("the saved screen is gone")
			}
			later := h.attach(spec)
			later.Shows("got two")
			later.leave()
			free()
			s.told("the last screen is saved again")
			await(t, "the screen is saved", func() bool { return h.kept(spec, "got two") })
			await(t, "no other file is left beside the checkpoint", func() bool {
				left, err := filepath.Glob(filepath.Join(h.o.Dir(spec.ID), ".*"))
				return err == nil && len(left) == 0
			})
			s.leave()
			if err := h.End(background, nameOf(spec), true); err != nil {
				t.Error(err)
			}
		})
	}
}

// A damaged checkpoint is set aside, and the session reports it at its start.
func TestDamagedCheckpointIsSetAside(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo precious; read x")...)
	dir := h.Dir(spec.ID)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "checkpoint"), []byte("dormer checkpoint 2\nsomething else"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := h.start(spec)
	s.Shows("precious")
	if text := s.told("damaged"); !strings.Contains(text, filepath.Join(dir, "checkpoint.damaged")) {
		t.Errorf("notice: %q", text)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "checkpoint.damaged")); err != nil || !strings.HasSuffix(string(data), "something else") {
		t.Errorf("the file set aside is %q, %v", data, err)
	}
	s.leave()
}
