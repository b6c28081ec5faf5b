package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dormer/session"
)

// disk is a disk that can be full.
type disk struct{ full atomic.Bool }

func fullDisk() *disk {
	d := &disk{}
	d.full.Store(true)
	return d
}

func (d *disk) write(dir, name string, data []byte) error {
	if d.full.Load() {
		return syscall.ENOSPC
	}
	return writeFile(dir, name, data)
}

// S0-20: if the disk is full, the owner goes on, reports it, and writes the current state by itself as
// soon as it can. Observers are notified once.
func TestOwnerOnFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &lines{}
		m := in(t, session.LifecycleRunning, Options{Owner: true, Logger: log})
		d := fullDisk()
		m.write = d.write
		told := 0
		m.Observe(func(_, _ Record) { told++ })
		before := bytesOf(t, m)
		for _, to := range []session.Lifecycle{session.Stopping, session.Stopped} {
			if err := m.Transition(to, Change{}); !errors.Is(err, errUnsaved) || !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s: got %v, want ErrUnsaved for ENOSPC", to, err)
			}
		}
		if err := m.Transition(session.LifecycleRunning, Change{}); !errors.Is(err, ErrTransition) {
			t.Errorf("from stopped: got %v, want ErrTransition", err)
		}
		time.Sleep(time.Minute)
		if r, err := m.Load(); err != nil || r.State != session.Stopped || !m.Unsaved() {
			t.Errorf("in memory: got %s, %v, unsaved %v; want stopped", r.State, err, m.Unsaved())
		}
		if got := bytesOf(t, m); got != before {
			t.Errorf("on disk: got\n%s\nwant\n%s", got, before)
		}
		d.full.Store(false)
		time.Sleep(lastRetry)
		synctest.Wait()
		if r, err := Read(m.dir, m.id); err != nil || r.State != session.Stopped || m.Unsaved() {
			t.Errorf("after: got %s, %v, unsaved %v; want stopped on disk", r.State, err, m.Unsaved())
		}
		if told != 2 {
			t.Errorf("observers were notified %d times, want 2", told)
		}
		if !log.contain("not saved yet") || !log.contain("is saved now") {
			t.Errorf("log: got %q", log.text)
		}
	})
}

// A manager that does not own the session changes nothing if it cannot write.
func TestOthersOnFullDisk(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	m.write = fullDisk().write
	err := m.Transition(session.Stopping, Change{})
	if !errors.Is(err, syscall.ENOSPC) || errors.Is(err, errUnsaved) || m.State() != session.LifecycleRunning {
		t.Errorf("got %v in %s, want ENOSPC in running", err, m.State())
	}
}

// An unsaved state does not overwrite a transition by another process.
func TestUnsavedGivesWay(t *testing.T) {
	log := &lines{}
	m := in(t, session.LifecycleRunning, Options{Owner: true, Logger: log})
	d := fullDisk()
	m.write = d.write
	if err := m.Transition(session.Stopping, Change{}); !errors.Is(err, errUnsaved) {
		t.Fatal(err)
	}
	if err := open(t, m.dir, m.id, Options{}).Transition(session.Orphaned, Change{}); err != nil {
		t.Fatal(err)
	}
	d.full.Store(false)
	if err := m.Flush(); err != nil {
		t.Error(err)
	}
	r, err := Read(m.dir, m.id)
	if err != nil || r.State != session.Orphaned || m.State() != session.Orphaned || m.Unsaved() {
		t.Errorf("got %s on disk, %v, %s in memory; want orphaned", r.State, err, m.State())
	}
	if !log.contain("gives way") {
		t.Errorf("log: got %q", log.text)
	}
}

// F13: a session runs even if its state directory cannot be made; when it can be made, the document is
// written with everything that happened.
func TestCreateWithoutDirectory(t *testing.T) {
	dir, id := home(t)
	parent := filepath.Dir(dir)
	if err := os.Remove(parent); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(parent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Open(dir, id, Options{Owner: true})
	if errors.Is(err, syscall.ENOTDIR) {
		m, err = &Manager{dir: dir, id: id, o: Options{Owner: true}.withDefaults(), write: writeFile}, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Create(About{WorkspaceID: "main"}); !errors.Is(err, errUnsaved) {
		t.Fatalf("create: got %v, want ErrUnsaved", err)
	}
	if err := m.Transition(session.Starting, Change{}); !errors.Is(err, errUnsaved) {
		t.Errorf("transition: got %v, want ErrUnsaved", err)
	}
	if err := os.Remove(parent); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if r, err := Read(dir, id); err != nil || r.State != session.Starting || r.CreatedAt.IsZero() {
		t.Errorf("got %+v, %v; want starting", r, err)
	}
}

// F16: the owner trusts its own memory: it sets a damaged document aside, without deleting it, and
// writes a new one. Others get an error and change nothing. Anything but a regular file stays, and the
// state is written once it was moved away.
func TestDamagedUnderARunningSession(t *testing.T) {
	for name, damage := range damages(t) {
		t.Run(name, func(t *testing.T) {
			m := in(t, session.LifecycleRunning, Options{Owner: true})
			other := open(t, m.dir, m.id, Options{})
			path := filepath.Join(m.dir, documentName)
			damage(t, path)
			if err := other.Transition(session.Stopping, Change{}); !errors.Is(err, ErrUntrusted) {
				t.Errorf("other: got %v, want ErrUntrusted", err)
			}
			if got := other.State(); got != session.LifecycleRunning {
				t.Errorf("other: got %s", got)
			}
			was, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			err = m.Transition(session.Completed, Change{})
			if !was.Mode().IsRegular() {
				if is, statErr := os.Lstat(path); !errors.Is(err, errUnsaved) || statErr != nil || !os.SameFile(was, is) {
					t.Errorf("owner: got %v, want ErrUnsaved; the file became %v, %v", err, is, statErr)
				}
				if err := os.Rename(path, path+".corrupt-by-hand"); err != nil {
					t.Fatal(err)
				}
				err = m.Flush()
			}
			if err != nil {
				t.Errorf("owner: %v", err)
			}
			if r, err := Read(m.dir, m.id); err != nil || r.State != session.Completed {
				t.Errorf("got %s, %v; want completed", r.State, err)
			}
			names, err := os.ReadDir(m.dir)
			if err != nil || !slices.ContainsFunc(names, func(e fs.DirEntry) bool {
				return strings.HasPrefix(e.Name(), documentName+".corrupt-")
			}) {
				t.Errorf("nothing was set aside: %v, %v", names, err)
			}
		})
	}
}

// A deleted document is written again from the owner's memory.
func TestDeletedUnderARunningSession(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{Owner: true})
	if err := os.RemoveAll(m.dir); err != nil {
		t.Fatal(err)
	}
	if err := m.Transition(session.Completed, Change{}); !errors.Is(err, errUnsaved) {
		t.Errorf("got %v, want ErrUnsaved", err)
	}
	if err := m.Flush(); err != nil {
		t.Error(err)
	}
	if r, err := Read(m.dir, m.id); err != nil || r.State != session.Completed || r.WorkspaceID != "main" {
		t.Errorf("got %+v, %v", r, err)
	}
}
