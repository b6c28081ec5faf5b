package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
)

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// documentOf returns a valid document of a session in a state.
func documentOf(id session.ID, l session.Lifecycle) string {
	return fmt.Sprintf(`{"schema_version":1,"state":%q,"state_changed_at":"2026-05-04T10:00:00Z",`+
		`"updated_by":1,"session_id":%q,"workspace_id":"main"}`, l, id)
}

// damages are ways to put something else in the place of the session's document.
func damages(t *testing.T) map[string]func(*testing.T, string) {
	t.Helper()
	is := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) { t.Helper(); put(t, path, []byte(text)) }
	}
	good := documentOf(uuid.New(), session.LifecycleRunning)
	without := func(key string) func(*testing.T, string) {
		var m map[string]any
		if err := json.Unmarshal([]byte(good), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, key)
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return is(string(data))
	}
	return map[string]func(*testing.T, string){
		"empty":                 is(""),
		"one_byte":              is("{"),
		"nulls":                 is(strings.Repeat("\x00", 300)),
		"null":                  is("null"),
		"list":                  is("[]"),
		"no_keys":               is("{}"),
		"two_documents":         is(good + good),
		"deep":                  is(strings.Repeat(`{"a":`, 20000)),
		"another_session":       is(good),
		"no_session":            is(documentOf(session.ID{}, session.LifecycleRunning)),
		"unknown_state":         is(strings.Replace(good, "running", "zombie", 1)),
		"state_is_number":       is(strings.Replace(good, `"running"`, "3", 1)),
		"keys_in_capitals":      is(strings.ToUpper(good)),
		"schema_is_text":        is(strings.Replace(good, `"schema_version":1`, `"schema_version":"1"`, 1)),
		"schema_negative":       is(strings.Replace(good, `"schema_version":1`, `"schema_version":-1`, 1)),
		"pid_is_text":           is(strings.Replace(good, `"updated_by":1`, `"updated_by":"x"`, 1)),
		"without_state":         without("state"),
		"without_time":          without("state_changed_at"),
		"without_pid":           without("updated_by"),
		"without_session":       without("session_id"),
		"without_workspace":     without("workspace_id"),
		"workspace_with_escape": is(strings.Replace(good, `"main"`, `"\u001b[2J"`, 1)),
		"directory": func(t *testing.T, path string) {
			t.Helper()
			put(t, path, nil)
			if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
				t.Fatal(err)
			}
		},
		"fifo": func(t *testing.T, path string) {
			t.Helper()
			put(t, path, nil)
			if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
				t.Fatal(err)
			}
		},
		"100_megabytes": func(t *testing.T, path string) {
			t.Helper()
			put(t, path, nil)
			if err := os.Truncate(path, 100<<20); err != nil {
				t.Fatal(err)
			}
		},
		"link": func(t *testing.T, path string) {
			t.Helper()
			target := filepath.Join(t.TempDir(), "target")
			if err := errors.Join(os.Rename(path, target), os.Symlink(target, path)); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// F16: a damaged document, or one of another session, is never trusted.
func TestReadUntrusted(t *testing.T) {
	for name, damage := range damages(t) {
		t.Run(name, func(t *testing.T) {
			m := in(t, session.LifecycleRunning, Options{})
			damage(t, filepath.Join(m.dir, documentName))
			if r, err := Read(m.dir, m.id); !errors.Is(err, ErrUntrusted) || r.State != "" {
				t.Errorf("read: got %+v, %v; want ErrUntrusted", r, err)
			}
			if _, err := Open(m.dir, m.id, Options{Owner: true}); !errors.Is(err, ErrUntrusted) {
				t.Errorf("open: got %v, want ErrUntrusted", err)
			}
		})
	}
}

// F16: a document that is cut off anywhere counts as damaged.
func TestReadTruncated(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	good := strings.TrimSpace(bytesOf(t, m))
	for n := range len(good) {
		put(t, filepath.Join(m.dir, documentName), []byte(good[:n]))
		if _, err := Read(m.dir, m.id); !errors.Is(err, ErrUntrusted) {
			t.Fatalf("%d of %d bytes: got %v, want ErrUntrusted", n, len(good), err)
		}
	}
}

// S0-26: a newer document is refused and not changed, not even by the owner.
func TestNewerSchema(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{Owner: true})
	newer := strings.Replace(bytesOf(t, m), `"schema_version": 1`, `"schema_version": 2`, 1)
	put(t, filepath.Join(m.dir, documentName), []byte(newer))
	if err := m.Transition(session.Stopping, Change{}); !errors.Is(err, ErrNewer) {
		t.Errorf("got %v, want ErrNewer", err)
	}
	if _, err := Open(m.dir, m.id, Options{}); !errors.Is(err, ErrNewer) {
		t.Errorf("open: got %v, want ErrNewer", err)
	}
	if got := bytesOf(t, m); got != newer {
		t.Errorf("it was changed:\n%s", got)
	}
}

// S0-09, S0-26: documents without a version, which had working and idle as states, can be read, and
// are written in the current version.
func TestVersion0(t *testing.T) {
	for _, word := range []string{"working", "idle", "running"} {
		m := in(t, session.LifecycleRunning, Options{})
		old := strings.Replace(documentOf(m.id, session.Lifecycle(word)), `"schema_version":1,`, "", 1)
		put(t, filepath.Join(m.dir, documentName), []byte(old))
		if r, err := Read(m.dir, m.id); err != nil || r.State != session.LifecycleRunning {
			t.Errorf("%s: got %s, %v; want running", word, r.State, err)
		}
		if err := m.Transition(session.Completed, Change{}); err != nil {
			t.Error(err)
		}
		if got := bytesOf(t, m); !strings.Contains(got, `"schema_version": 1,`) {
			t.Errorf("%s: written as\n%s", word, got)
		}
	}
	if len(migrations) != schema {
		t.Errorf("%d migrations for schema %d", len(migrations), schema)
	}
}

// Keys that a later version of the same schema adds survive a write of this one.
func TestUnknownKeysAreKept(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	more := strings.Replace(documentOf(m.id, session.LifecycleRunning), "{", `{"mood":{"a":[1,2]},"STATE":"x",`, 1)
	put(t, filepath.Join(m.dir, documentName), []byte(more))
	if err := m.Transition(session.Completed, Change{}); err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal([]byte(bytesOf(t, m)), &got); err != nil {
		t.Fatal(err)
	}
	var mood bytes.Buffer
	if err := json.Compact(&mood, got["mood"]); err != nil || mood.String() != `{"a":[1,2]}` {
		t.Errorf("mood: got %s, %v", mood.String(), err)
	}
	if string(got["STATE"]) != `"x"` || string(got["state"]) != `"completed"` {
		t.Errorf("got STATE %s and state %s", got["STATE"], got["state"])
	}
}

// F21: modes are 0700 and 0600 under any umask.
func TestModes(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	m := in(t, session.LifecycleRunning, Options{})
	if err := WriteExitStatus(m.dir, session.Exit{}); err != nil {
		t.Fatal(err)
	}
	want := map[string]os.FileMode{".": 0o700, documentName: 0o600, lockName: 0o600, exitName: 0o600}
	for name, mode := range want {
		st, err := os.Stat(filepath.Join(m.dir, name))
		if err != nil || st.Mode().Perm() != mode {
			t.Errorf("%s: got %v, %v; want %v", name, st, err, mode)
		}
	}
}

// F20, F21: a directory that is a link, a file, or open to others is refused, and nothing is written
// into it.
func TestUnsafeDirectory(t *testing.T) {
	tests := map[string]func(t *testing.T, dir string) error{
		"link": func(t *testing.T, dir string) error {
			t.Helper()
			return os.Symlink(t.TempDir(), dir)
		},
		"file":         func(_ *testing.T, dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"group_writes": func(_ *testing.T, dir string) error { return errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o770)) },
		"all_write":    func(_ *testing.T, dir string) error { return errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o707)) },
		"other_owner": func(t *testing.T, dir string) error {
			t.Helper()
			if os.Getuid() != 0 {
				t.Skip("only root can give a directory away")
			}
			return errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, 65534, 65534))
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			dir, id := home(t)
			m := open(t, dir, id, Options{Owner: true})
			if err := prepare(t, dir); err != nil {
				t.Fatal(err)
			}
			err := m.Create(About{WorkspaceID: "main"})
			if name == "file" && errors.Is(err, syscall.ENOTDIR) {
				err = errUnsafe
			}
			if !errors.Is(err, errUnsafe) {
				t.Errorf("create: got %v, want ErrUnsafe", err)
			}
			if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
				t.Errorf("the directory contains %v, want nothing", entries)
			}
		})
	}
}

// F21: links in the place of files are never written through.
func TestLinksAreNotWrittenThrough(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	victim := filepath.Join(t.TempDir(), "victim")
	put(t, victim, []byte("precious"))
	for _, name := range []string{documentName, exitName, lockName} {
		path := filepath.Join(m.dir, name)
		if err := errors.Join(os.RemoveAll(path), os.Symlink(victim, path)); err != nil {
			t.Fatal(err)
		}
		_ = m.Transition(session.Failed, Change{})
		_ = WriteExitStatus(m.dir, session.Exit{Code: 1})
		got, err := os.ReadFile(victim)
		if err != nil || string(got) != "precious" {
			t.Fatalf("%s: victim became %q, %v", name, got, err)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(m.dir, documentName), []byte(documentOf(m.id, session.LifecycleRunning)))
	}
}

// Decoding any bytes gives an error or a record that can be written and read again.
func FuzzDecode(f *testing.F) {
	id := uuid.MustParse("c7b1e3d0-4a7e-4e5b-9f25-0d3a1c2b4e5f")
	f.Add([]byte(documentOf(id, session.LifecycleRunning)))
	f.Add([]byte(strings.Replace(documentOf(id, session.Failed), "{", `{"exit_code":1,"reason":"a\nb","x":[{}],`, 1)))
	f.Add([]byte(`{"state":"idle"}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decode(data)
		if err != nil {
			if !errors.Is(err, ErrUntrusted) && !errors.Is(err, ErrNewer) {
				t.Fatalf("got %v", err)
			}
			return
		}
		once, err := encode(r)
		if err != nil {
			// The only cause can be a time that no document can hold.
			return
		}
		again, err := decode(once)
		if err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		twice, err := encode(again)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("got\n%s\n%v, want\n%s", twice, err, once)
		}
	})
}
