package catalogue_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// now is the current time in all tests.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// world is the sessions of a separate user.
type world struct {
	catalogue.Places
	t testing.TB
}

func newWorld(t testing.TB) *world {
	t.Helper()
	// The names of sockets must be short, and test directories have long names.
	runtime, err := os.MkdirTemp("/tmp", "cat")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(runtime); err != nil {
			t.Error(err)
		}
	})
	sessions := t.TempDir()
	hosts := launch.New(host.SpawnOptions{Runtime: runtime, Sessions: sessions, Version: "test"})
	return &world{catalogue.Places{Runtime: runtime, Sessions: sessions, Hosts: hosts, Spec: host.ReadSpec, Locked: host.Held, Strays: hosts.Strays}, t}
}

// id returns a session's id that differs from others in its first digit.
func id(n int) session.ID {
	return uuid.MustParse(fmt.Sprintf("%x0000000-0000-4000-8000-00000000000%x", n, n))
}

// source is the source of the sessions of these tests.
func source(at session.ID) session.Source {
	return session.Source{Kind: session.Floating, Dir: "/src/" + at.String()}
}

func hostName(at session.ID) string { return session.HostName(source(at), at) }

// host serves requests as a host does. It replies info, and does what a script does with other messages.
func (w *world) host(info wire.InfoReply, script func(wire.Conn, wire.Message)) {
	w.t.Helper()
	w.hostAs(hostName(info.ID), info, script)
}

func (w *world) hostAs(name string, info wire.InfoReply, script func(wire.Conn, wire.Message)) {
	w.t.Helper()
	l, err := socket.Listen(w.Runtime, name)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c, info, script)
		}
	}()
}

func serve(c io.ReadWriteCloser, info wire.InfoReply, script func(wire.Conn, wire.Message)) {
	conn, _, err := wire.Receive(c, wire.Welcome{Version: info.HostVersion, Session: info.ID, PID: info.HostPID})
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	for {
		m, err := conn.Receive()
		if err != nil {
			return
		}
		if _, ok := m.(wire.Info); ok {
			_ = conn.Send(info)
		} else if script != nil {
			script(conn, m)
		}
	}
}

// silent listens as a host that takes connections and never answers.
func (w *world) silent(name string) {
	w.t.Helper()
	l, err := socket.Listen(w.Runtime, name)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = l.Close() })
}

// stale leaves the socket of a killed host.
func (w *world) stale(name string) {
	w.t.Helper()
	path, err := socket.Path(w.Runtime, name)
	if err != nil {
		w.t.Fatal(err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		w.t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// state writes the state.json of a session: the states that it went through, each with its time.
func (w *world) state(at session.ID, workspace string, steps ...step) {
	w.t.Helper()
	clock := steps[0].at
	m, err := state.Open(filepath.Join(w.Sessions, at.String()), at, state.Options{Now: func() time.Time { return clock }})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
	if err := m.Create(state.About{WorkspaceID: workspace}); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range steps {
		clock = s.at
		if err := m.Transition(s.to, state.Change{Exit: s.exit}); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		w.t.Fatal(err)
	}
}

type step struct {
	to   session.Lifecycle
	at   time.Time
	exit *session.Exit
}

// running are the steps of a session that has been running since a time.
func running(since time.Time) []step {
	return []step{{session.Starting, since, nil}, {session.LifecycleRunning, since, nil}}
}

func (w *world) list(tracked ...catalogue.Tracked) catalogue.Listing {
	w.t.Helper()
	l, err := w.List(w.t.Context(), tracked)
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

func (w *world) only(tracked ...catalogue.Tracked) *catalogue.Entry {
	w.t.Helper()
	l := w.list(tracked...)
	if len(l.Entries) != 1 {
		w.t.Fatalf("got %d sessions, want 1: %+v", len(l.Entries), l.Entries)
	}
	return l.Entries[0]
}

func ago(d time.Duration) time.Time { return now.Add(-d) }

// Each combination of sources gives the right entry.
//
// S0-22.
func TestList(t *testing.T) {
	at := id(1)
	tracked := catalogue.Tracked{ID: at, Workspace: "work", Name: "api", Dir: "/src", Disposition: session.DispositionActive}
	dead := &session.Exit{Code: 3, Ended: ago(time.Minute)}
	answers := wire.InfoReply{ID: at, HostPID: 7, ChildPID: 8, Started: ago(time.Hour), LastOutput: ago(time.Second)}
	exited := answers
	exited.Exit = dead
	tests := []struct {
		name      string
		arrange   func(*world)
		tracked   []catalogue.Tracked
		lifecycle session.Lifecycle
		runtime   session.RuntimeStatus
		listed    bool
		trouble   string
	}{
		{"host_state_and_document", func(w *world) { w.host(answers, nil); w.state(at, "work", running(ago(time.Hour))...) },
			[]catalogue.Tracked{tracked}, session.LifecycleRunning, session.Running, true, ""},
		{"host_only", func(w *world) { w.host(answers, nil) }, nil, session.LifecycleRunning, session.Running, true, ""},
		{"child_exited_state_not_yet_written", func(w *world) { w.host(exited, nil); w.state(at, "", running(ago(time.Hour))...) },
			nil, session.Failed, session.Exited, true, ""},
		{"child_started_again_after_the_end", func(w *world) {
			w.host(answers, nil)
			w.state(at, "", append(running(ago(time.Hour)), step{session.Failed, ago(time.Minute), dead})...)
		}, nil, session.LifecycleRunning, session.Running, true, ""},
		{"child_runs_state_not_yet_written", func(w *world) { w.host(answers, nil); w.state(at, "", step{session.Starting, ago(0), nil}) },
			nil, session.LifecycleRunning, session.Running, true, ""},
		{"child_is_being_ended", func(w *world) {
			w.host(answers, nil)
			w.state(at, "", append(running(ago(time.Hour)), step{session.Stopping, ago(0), nil})...)
		}, nil, session.Stopping, session.Running, true, ""},
		{"silent_host", func(w *world) { w.silent(hostName(at)); w.state(at, "", running(ago(time.Hour))...) },
			nil, session.LifecycleRunning, session.Unhealthy, true, "not answering"},
		{"host_gone_reboot", func(w *world) { w.stale(hostName(at)); w.state(at, "work", running(ago(time.Hour))...) },
			[]catalogue.Tracked{tracked}, session.Failed, session.Exited, true, ""},
		{"host_gone_untracked", func(w *world) { w.state(at, "work", running(ago(time.Hour))...) },
			nil, session.Failed, session.Exited, false, ""},
		{"document_only", func(*world) {}, []catalogue.Tracked{tracked}, session.Failed, session.Exited, true, ""},
		{"archived", func(*world) {}, []catalogue.Tracked{{ID: at, Disposition: session.Archived}}, session.Failed, session.Exited, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			tt.arrange(w)
			e := w.only(tt.tracked...)
			if e.ID != at || e.Lifecycle() != tt.lifecycle || e.Runtime() != tt.runtime || e.Listed(false) != tt.listed || e.Problem() != tt.trouble {
				t.Errorf("got %s %s %s listed %v trouble %q, want %s %s listed %v trouble %q",
					e.ID, e.Lifecycle(), e.Runtime(), e.Listed(false), e.Problem(), tt.lifecycle, tt.runtime, tt.listed, tt.trouble)
			}
		})
	}
}

// A list shows the same end of a session before and after it is in state.json. The test was red before:
// a session that ended while it was starting had no reason, and a stopped one had failed.
func TestTheEndOfASessionIsListedBeforeItIsWritten(t *testing.T) {
	runs := running(ago(time.Hour))
	starts := runs[:1]
	stops := append(runs[:2:2], step{session.Stopping, ago(time.Second), nil})
	tests := []struct {
		name    string
		command []string
		exit    session.Exit
		written []step
		end     session.Lifecycle
		reason  string
	}{
		{"code", []string{"sh"}, session.Exit{Code: 3}, starts, session.Failed, "command exited with code 3"},
		{"signal", []string{"sh"}, session.Exit{Signal: "SIGSEGV"}, starts, session.Failed, "command ended by SIGSEGV"},
		{"shell", nil, session.Exit{Code: 3}, starts, session.Failed, "shell process exited"},
		{"clean", []string{"sh"}, session.Exit{}, runs, session.Completed, ""},
		{"it_ran", []string{"sh"}, session.Exit{Code: 3}, runs, session.Failed, "command exited with code 3"},
		{"stopped", []string{"sh"}, session.Exit{Signal: "SIGHUP"}, stops, session.Stopped, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			exit := tt.exit
			exit.Started, exit.Ended = ago(time.Hour), now
			list := func(steps []step) catalogue.Row {
				w := newWorld(t)
				w.host(wire.InfoReply{ID: id(1), HostPID: 7, ChildPID: 8, Started: ago(time.Hour), Command: tt.command, Exit: &exit}, nil)
				w.state(id(1), "", steps...)
				return w.list().Rows(now, catalogue.Filter{All: true})[0]
			}
			early, late := list(tt.written), list(append(slices.Clone(tt.written), step{tt.end, now, &exit}))
			late.Reason = tt.reason // only hosts write it
			if early.State != tt.end || !reflect.DeepEqual(early, late) {
				t.Errorf("before it is written: %+v\nafter: %+v", early, late)
			}
		})
	}
}

// S1-01, S1-26: a list writes the verdict on a session whose host is gone, unless somebody holds its
// lock, because the host may listen elsewhere. A lost session can be restored nevertheless.
func TestListWritesTheVerdict(t *testing.T) {
	for _, held := range []bool{false, true} {
		w := newWorld(t)
		w.Locked = func(string) bool { return held }
		w.state(id(1), "work", running(ago(time.Hour))...)
		dir := filepath.Join(w.Sessions, id(1).String())
		e := w.only()
		r, err := state.Read(dir, id(1))
		if err != nil || r.Lost() == held || e.Lifecycle() != session.Failed {
			t.Errorf("lock held %v: got %s, on disk %s (%s), %v", held, e.Lifecycle(), r.State, r.Reason, err)
		}
		if past := state.Past(dir, id(1)); !past.Lost() {
			t.Errorf("lock held %v: past: %+v", held, past)
		}
	}
}

// S1-23: an ended session stays as it is, whatever happens to its host, and is never suspended.
func TestEndedSessionsAreNeverSuspended(t *testing.T) {
	code := &session.Exit{Code: 3, Started: ago(time.Hour), Ended: ago(time.Minute)}
	for _, tt := range []struct {
		to   session.Lifecycle
		exit *session.Exit
		want string
	}{
		{session.Completed, &session.Exit{Started: ago(time.Hour), Ended: ago(time.Minute)}, "completed 1m 0s 59m 0s"},
		{session.Failed, code, "failed (exit 3) 1m 0s 59m 0s"},
		{session.Failed, &session.Exit{Signal: "SIGSEGV", Started: ago(time.Hour), Ended: ago(time.Minute)}, "failed (SIGSEGV) 1m 0s 59m 0s"},
		{session.Orphaned, nil, "orphaned 1m 0s 59m 0s"},
	} {
		w := newWorld(t)
		w.state(id(1), "work", append(running(ago(time.Hour)), step{tt.to, ago(time.Minute), tt.exit})...)
		var tracked []catalogue.Tracked
		if tt.to != session.Orphaned {
			tracked = []catalogue.Tracked{{ID: id(1), Workspace: "work", Disposition: session.DispositionActive}}
		}
		var table strings.Builder
		if err := w.list(tracked...).WriteTable(&table, now, catalogue.Filter{All: true}, 0); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(table.String()), " "); !strings.HasSuffix(got, tt.want) {
			t.Errorf("want %s, got\n%s", tt.want, table.String())
		}
	}
}

// A host that claims to be another session's is not believed.
func TestListDistrustsALyingHost(t *testing.T) {
	w := newWorld(t)
	w.hostAs(hostName(id(1)), wire.InfoReply{ID: id(2), ChildPID: 9}, nil)
	e := w.only()
	if e.Info != nil || e.Err == nil || !strings.HasPrefix(id(1).String(), e.Key()) {
		t.Errorf("got %+v", e)
	}
}

// S0-24, S1-09, S1-10: a list of a hundred sessions, many of them silent, takes no longer than one of
// a single silent session.
func TestListAsksAllAtOnce(t *testing.T) {
	w := newWorld(t)
	const answering, silent = 60, 40
	for n := range answering {
		at := uuid.New()
		w.host(wire.InfoReply{ID: at, ChildPID: n + 1}, nil)
	}
	for range silent {
		w.silent(hostName(uuid.New()))
	}
	began := time.Now()
	l := w.list()
	if took := time.Since(began); took > 2*catalogue.HostTimeout {
		t.Errorf("the list took %s", took)
	}
	quiet := 0
	for _, e := range l.Entries {
		if e.Problem() != "" {
			quiet++
		}
	}
	if len(l.Entries) != answering+silent || quiet != silent {
		t.Errorf("got %d sessions, %d of them silent", len(l.Entries), quiet)
	}
}

func TestListNamesStaleSockets(t *testing.T) {
	w := newWorld(t)
	w.stale(hostName(id(3)))
	l := w.list()
	if len(l.Entries) != 0 || len(l.Stale) != 1 || l.Stale[0] != hostName(id(3)) {
		t.Fatalf("got %+v", l)
	}
	if err := w.RemoveSocket(l.Stale[0]); err != nil {
		t.Fatal(err)
	}
	if again := w.list(); len(again.Stale) != 0 {
		t.Errorf("still there: %v", again.Stale)
	}
}

func TestFind(t *testing.T) {
	twins := []session.ID{
		uuid.MustParse("abcd0000-0000-4000-8000-000000000001"),
		uuid.MustParse("abce0000-0000-4000-8000-000000000002"),
	}
	w := newWorld(t)
	w.host(wire.InfoReply{ID: twins[0], ChildPID: 1, Name: "build"}, nil)
	w.host(wire.InfoReply{ID: twins[1], ChildPID: 1, Name: "test"}, nil)
	w.host(wire.InfoReply{ID: id(1), ChildPID: 1, Name: "test"}, nil)
	w.host(wire.InfoReply{ID: id(4), ChildPID: 1, Name: "ab"}, nil)
	l := w.list(catalogue.Tracked{ID: id(2), Name: "build", Workspace: "work"}, catalogue.Tracked{ID: id(3), Name: "docs", Workspace: "work"},
		catalogue.Tracked{ID: id(5), Name: "100", Workspace: "work"})
	tests := []struct{ word, want, wrong string }{
		{"abcd", "abcd0000", ""},
		{"ABCE0", "abce0000", ""},
		{"build", "abcd0000", ""}, // the running one
		{"1", "10000000", ""},
		{"abc", "", `"abc" is more than one session (abcd0000-0000-4000-8000-000000000001, abce0000-0000-4000-8000-000000000002): give more of the id`},
		{"ab", "40000000", ""},                     // its name, and the beginning of other ids
		{"100", "", `session "100" lost its host`}, // not the running one whose id begins with it
		{"test", "", "more than one session"},
		{"nope", "", `there is no session "nope": dormer ps --all lists them`},
		{"", "", "there is no session"},
		{"docs", "", `session "docs" lost its host: workspace work shows it and can start it again`},
	}
	for _, tt := range tests {
		t.Run(tt.word, func(t *testing.T) {
			e, err := l.Find(tt.word)
			if err == nil {
				err = e.NotLive(tt.word)
			}
			switch {
			case err != nil && (tt.wrong == "" || !strings.Contains(err.Error(), tt.wrong)):
				t.Errorf("got error %q, want %q", err, tt.wrong)
			case err == nil && !strings.HasPrefix(e.Key(), tt.want+"-"):
				t.Errorf("got %s, want %s", e.Key(), tt.want)
			}
		})
	}
}

func TestShortIDsTellSessionsApart(t *testing.T) {
	w := newWorld(t)
	l := w.list(
		catalogue.Tracked{ID: uuid.MustParse("abcdabcd-0000-4000-8000-000000000001")},
		catalogue.Tracked{ID: uuid.MustParse("abcdabcd-0100-4000-8000-000000000002")},
		catalogue.Tracked{ID: uuid.MustParse("11111111-0100-4000-8000-000000000002")},
	)
	var got []string
	for _, e := range l.Entries {
		got = append(got, e.Short())
	}
	if want := []string{"11111111", "abcdabcd-00", "abcdabcd-01"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
