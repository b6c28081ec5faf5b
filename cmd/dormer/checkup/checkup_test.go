package checkup_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/cmd/dormer/checkup"
	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/workspace"
)

// said returns a section as text.
func said(t *testing.T, s checkup.Section) (text string, problems int) {
	t.Helper()
	var b strings.Builder
	problems, err := checkup.Write(&b, []checkup.Section{s})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Findings {
		if f.Level == checkup.Problem && f.Do == "" {
			t.Errorf("%q does not say what to do", f.What)
		}
	}
	return b.String(), problems
}

func TestDirectories(t *testing.T) {
	tests := []struct {
		name     string
		arrange  func(dir string) error
		problems int
		says     string
	}{
		{"not_there_yet", func(string) error { return nil }, 0, "does not exist yet"},
		{"private", func(dir string) error { return os.Mkdir(dir, 0o700) }, 0, "ok"},
		{"readable_by_others_is_tightened", func(dir string) error { return os.Mkdir(dir, 0o755) }, 0, "ok"},
		{"writable_by_others", func(dir string) error { return errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o777)) }, 1, "chmod 700"},
		{"symbolic_link", func(dir string) error { return os.Symlink("/tmp", dir) }, 1, "move it away"},
		{"file_in_the_place_of_a_socket", func(dir string) error {
			name := session.HostName(session.Source{Dir: "/src"}, uuid.New())
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, name+".sock"), nil, 0o600))
		}, 1, "move it away"},
		{"file", func(dir string) error { return os.WriteFile(dir, nil, 0o600) }, 1, "move it away"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			if err := tt.arrange(dir); err != nil {
				t.Fatal(err)
			}
			text, problems := said(t, checkup.Directories(t.TempDir(), dir))
			if problems != tt.problems || !strings.Contains(text, tt.says) {
				t.Errorf("%d problems, want %d with %q:\n%s", problems, tt.problems, tt.says, text)
			}
		})
	}
}

func TestWorkspaces(t *testing.T) {
	home := t.TempDir()
	paths, err := persist.FindPaths(func(name string) string {
		if name == "DORMER_HOME" {
			return home
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"blog", "deaf", "work"} {
		if err := os.MkdirAll(filepath.Join(home, "state", "workspaces", name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lock := fmt.Sprintf(`{"pid": %d, "host": "elsewhere", "since": "2026-11-21T12:00:00Z"}`, 4711)
	if err := os.WriteFile(filepath.Join(home, "state", "workspaces", "work", "lock"), []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	lock = fmt.Sprintf(`{"pid": %d, "host": %q, "since": "2026-11-21T12:00:00Z"}`, os.Getpid(), host)
	if err := os.WriteFile(filepath.Join(home, "state", "workspaces", "deaf", "lock"), []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	text, problems := said(t, checkup.Workspaces(paths, func(dir string) (workspace.State, error) {
		if filepath.Base(dir) == "blog" {
			return workspace.State{}, errors.New("its document cannot be read: it is empty")
		}
		return workspace.New("work"), nil
	}, func(name string) error { return errors.New(name + " does not answer") }))
	if problems != 2 {
		t.Errorf("%d problems, want 2", problems)
	}
	for _, want := range []string{
		"problem  blog: its document cannot be read: it is empty\n",
		"-> open it with dormer --workspace blog, which sets unreadable documents aside and deletes nothing",
		fmt.Sprintf("problem  deaf: the command line cannot reach dormer %d: deaf does not answer\n", os.Getpid()),
		fmt.Sprintf("-> if it is stopped, kill -CONT %d lets it go on", os.Getpid()),
		"ok       work: tabs 0, sessions 0, earlier documents 0, open in another dormer: pid 4711 on elsewhere, since",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not have %q:\n%s", want, text)
		}
	}
}

func TestSessions(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	info := &wire.InfoReply{HostVersion: "1.0", ChildPID: 1, Started: now.Add(-time.Hour)}
	entry := func(change func(*catalogue.Entry)) catalogue.Listing {
		e := &catalogue.Entry{ID: uuid.New(), Host: "h", Info: info, State: &state.Record{State: session.LifecycleRunning}}
		change(e)
		return catalogue.Listing{Entries: []*catalogue.Entry{e}}
	}
	old := *info
	old.HostVersion = "0.9"
	tests := []struct {
		name     string
		listing  catalogue.Listing
		unlisted error
		removed  []host.Process
		problems int
		says     string
	}{
		{"well", entry(func(*catalogue.Entry) {}), nil, nil, 0, "1 with a host, 1 in all"},
		{"silent", entry(func(e *catalogue.Entry) { e.Info, e.Err = nil, socket.ErrSilent }), nil, nil, 1, "its host does not answer"},
		{"older_host", entry(func(e *catalogue.Entry) { e.Info = &old }), nil, nil, 0, "its host is dormer 0.9, and this is 1.0"},
		{"state_cannot_be_believed", entry(func(e *catalogue.Entry) { e.State, e.StateErr = nil, state.ErrUntrusted }), nil, nil, 1, "move it away"},
		{"nothing_kept", entry(func(e *catalogue.Entry) { e.State, e.StateErr = nil, fs.ErrNotExist }), nil, nil, 1, "nothing of it is on disk"},
		{"stale_socket", catalogue.Listing{Stale: []string{"h"}}, nil, nil, 1, "dormer gc removes it"},
		{"removed", catalogue.Listing{}, nil, []host.Process{{PID: 4711, Name: "h"}}, 1, "-> kill -USR1 4711 makes its socket again: dormer ps lists the session then, dormer attach shows it; kill 4711 ends it"},
		{"removed_and_found_again", entry(func(*catalogue.Entry) {}), nil, []host.Process{{PID: 4711, Name: "h"}}, 0, "1 with a host, 1 in all"},
		{"no_list", catalogue.Listing{}, errors.New("list sessions: it is no directory: move it away"), nil, 1, "-> move it away"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, problems := said(t, checkup.Sessions(tt.listing, tt.unlisted, tt.removed, "1.0", now))
			if problems != tt.problems || !strings.Contains(text, tt.says) {
				t.Errorf("%d problems, want %d with %q:\n%s", problems, tt.problems, tt.says, text)
			}
		})
	}
}
