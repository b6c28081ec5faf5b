package catalogue_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/host"
	"dormer/session/private"
	"dormer/session/state"
	"dormer/session/wire"
)

// Which sessions are orphans or expired, and which are not. S4-21, S4-23, S4-24, S4-30: a session
// without a pane is removed by its age, or stays.
//
// S3-15, S3-58.
func TestLeftovers(t *testing.T) {
	const day = 24 * time.Hour
	at := id(1)
	quiet := wire.InfoReply{ID: at, ChildPID: 1, Started: ago(3 * day), LastOutput: ago(2 * day), Workspace: "work"}
	with := func(change func(*wire.InfoReply)) wire.InfoReply {
		info := quiet
		change(&info)
		return info
	}
	old := running(ago(3 * day))
	ended := func(when time.Time) []step { return append(old, step{session.Completed, when, nil}) }
	tracked := []catalogue.Tracked{{ID: at, Workspace: "work"}}
	put := func(is session.Disposition, last time.Duration, placed bool) []catalogue.Tracked {
		return []catalogue.Tracked{{ID: at, Workspace: "work", Disposition: is, LastActive: ago(last), Placed: placed}}
	}
	tests := []struct {
		name    string
		arrange func(*world)
		tracked []catalogue.Tracked
		grace   time.Duration
		want    string
	}{
		{"quiet_and_unknown_to_all_workspaces", func(w *world) { w.host(quiet, nil); w.state(at, "work", old...) }, nil, day, "orphan"},
		{"known_to_a_workspace", func(w *world) { w.host(quiet, nil); w.state(at, "work", old...) }, tracked, day, ""},
		{"made_by_the_command_line", func(w *world) { w.host(quiet, nil); w.state(at, "", old...) }, nil, day, ""},
		{"no_state_of_its_own", func(w *world) { w.host(quiet, nil) }, nil, day, ""},
		{"within_the_grace_time", func(w *world) {
			w.host(with(func(i *wire.InfoReply) { i.LastOutput = ago(time.Hour) }), nil)
			w.state(at, "work", old...)
		}, nil, day, "waiting"},
		{"within_the_grace_time_but_asked_for", func(w *world) {
			w.host(with(func(i *wire.InfoReply) { i.LastOutput = ago(time.Hour) }), nil)
			w.state(at, "work", old...)
		}, nil, 0, "orphan"},
		{"somebody_is_attached", func(w *world) {
			w.host(with(func(i *wire.InfoReply) { i.Clients = 1 }), nil)
			w.state(at, "work", old...)
		}, nil, 0, "waiting"},
		{"ends_by_itself", func(w *world) {
			w.host(with(func(i *wire.InfoReply) { i.Deadline = now.Add(time.Minute) }), nil)
			w.state(at, "work", old...)
		}, nil, 0, ""},
		{"host_is_silent", func(w *world) { w.silent(hostName(at)); w.state(at, "work", old...) }, nil, 0, ""},
		{"ended_long_ago", func(w *world) {
			w.state(at, "work", append(running(ago(9*day)), step{session.Completed, ago(8 * day), nil})...)
		}, nil, day, "ended"},
		{"ended_lately", func(w *world) { w.state(at, "work", ended(ago(day))...) }, nil, day, ""},
		{"ended_long_ago_and_known", func(w *world) {
			w.state(at, "work", append(running(ago(9*day)), step{session.Completed, ago(8 * day), nil})...)
		}, tracked, day, ""},
		{"suspended_without_a_pane_for_long", func(*world) {}, put(session.Suspended, 8*day, false), 0, "expired"}, // S4-21
		{"suspended_without_a_place", func(*world) {}, put(session.Suspended, 6*day, false), 0, ""},
		{"suspended_for_long_with_a_pane", func(*world) {}, put(session.Suspended, 80*day, true), 0, ""},
		{"suspended_for_long_and_alive", func(w *world) { w.host(quiet, nil); w.state(at, "work", old...) }, put(session.Suspended, 80*day, false), 0, ""},
		{"cannot_be_resumed_for_long", func(*world) {}, put(session.Broken, 25*time.Hour, false), 0, "expired"}, // S4-23
		{"cannot_go_on", func(*world) {}, put(session.Broken, 23*time.Hour, false), 0, ""},
		{"archived_for_long", func(*world) {}, put(session.Archived, 800*day, false), 0, ""}, // S4-24
		{"suspended_nobody_knows_when", func(*world) {}, []catalogue.Tracked{{ID: at, Workspace: "work", Disposition: session.Suspended}}, 0, ""},
		{"not_found_from_here", func(w *world) { w.state(at, "work", running(ago(90*day))...) }, nil, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			tt.arrange(w)
			if got := kinds(w.list(tt.tracked...).Leftovers(now, tt.grace)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// S4-22: a suspended agent that can be resumed is kept for 30 days, any other as long as other
// sessions.
func TestResumableAgentsAreKeptLonger(t *testing.T) {
	const day = 24 * time.Hour
	claude, _ := agent.Lookup("claude")
	tests := []struct {
		name string
		c    agent.Conversation
		age  time.Duration
		want string
	}{
		{"can_go_on", agent.Conversation{Agent: "claude", ID: "a", Dir: "/", PromptSent: true}, 29 * day, ""},
		{"can_go_on_for_long", agent.Conversation{Agent: "claude", ID: "a", Dir: "/", PromptSent: true}, 31 * day, "expired"},
		{"has_no_id", agent.Conversation{Agent: "claude", Dir: "/", PromptSent: true}, 8 * day, "expired"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			dir := filepath.Join(w.Sessions, id(1).String())
			if err := private.MakeDir(dir); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(host.SaveSpec(dir, session.Spec{ID: id(1), Agent: "claude", Known: claude}), state.WriteConversation(dir, tt.c)); err != nil {
				t.Fatal(err)
			}
			of := catalogue.Tracked{ID: id(1), Workspace: "work", Agent: "claude", Disposition: session.Suspended, LastActive: ago(tt.age)}
			if got := kinds(w.list(of).Leftovers(now, 0)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The session of a running program may not be in its document yet.
func TestOrphansWithViewersAreNotOffered(t *testing.T) {
	for clients, want := range []int{1, 0} {
		w := newWorld(t)
		w.host(wire.InfoReply{ID: id(1), Clients: clients}, nil)
		w.state(id(1), "work", running(ago(time.Minute))...)
		if got := len(w.list().Orphans()); got != want {
			t.Errorf("with %d clients %d offered, want %d", clients, got, want)
		}
	}
}

// Only running orphans are offered.
func TestOrphansThatHaveEndedAreNotOffered(t *testing.T) {
	w := newWorld(t)
	w.host(wire.InfoReply{ID: id(1), Workspace: "work", Exit: &session.Exit{Code: 1}}, nil)
	if got := len(w.list().Orphans()); got != 0 {
		t.Errorf("%d offered, want none", got)
	}
}

// A session whose state could not be written, as on a full disk, is offered and not ended.
func TestOrphanWithoutStateIsOfferedOnly(t *testing.T) {
	for workspace, want := range map[string]int{"work": 1, "": 0} {
		w := newWorld(t)
		w.host(wire.InfoReply{ID: id(1), Workspace: workspace}, nil)
		l := w.list()
		if got := len(l.Orphans()); got != want {
			t.Errorf("workspace %q: %d offered, want %d", workspace, got, want)
		}
		if got := kinds(l.Leftovers(now, 0)); got != "" {
			t.Errorf("workspace %q: gc takes it for %s", workspace, got)
		}
	}
}

func kinds(l catalogue.Leftovers) string {
	var all []string
	for range l.Expired {
		all = append(all, "expired")
	}
	for range l.Orphans {
		all = append(all, "orphan")
	}
	for range l.Waiting {
		all = append(all, "waiting")
	}
	for range l.Ended {
		all = append(all, "ended")
	}
	return strings.Join(all, " ")
}

// A start that was interrupted by kill -9 leaves an empty directory. It is not a session, and is
// removed once no start can be using it; one that a workspace knows stays.
func TestAnEmptyDirectoryIsNoSession(t *testing.T) {
	w := newWorld(t)
	dir := filepath.Join(w.Sessions, id(1).String())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	made := func(d time.Duration) catalogue.Listing {
		t.Helper()
		if err := os.Chtimes(dir, ago(d), ago(d)); err != nil {
			t.Fatal(err)
		}
		return w.list()
	}
	if l := made(time.Minute); len(l.Entries) != 0 || len(l.Leftovers(now, 0).Unused) != 0 {
		t.Errorf("while it may start: %+v", l)
	}
	if l := w.list(catalogue.Tracked{ID: id(1), Workspace: "work"}); len(l.Entries) != 1 || len(l.Unused) != 0 {
		t.Errorf("in a workspace: %+v", l)
	}
	old := made(2 * time.Hour)
	if left := old.Leftovers(now, 0).Unused; len(left) != 1 || left[0].ID != id(1) {
		t.Fatalf("removed %+v, want %+v", left, old)
	}
	kept := filepath.Join(dir, "host.log")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := w.RemoveUnused(id(1)); err == nil {
		t.Error("it was removed although it was no longer empty")
	}
	if l := made(2 * time.Hour); len(l.Entries) != 1 {
		t.Errorf("not empty: %+v", l)
	}
	if err := errors.Join(os.Remove(kept), w.RemoveUnused(id(1)), w.RemoveUnused(id(1))); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it still exists: %v", err)
	}
}

// An orphan that somebody has begun to use is not ended.
func TestEndOrphanLeavesUsedSessions(t *testing.T) {
	w := newWorld(t)
	asked := make(chan wire.Message, 1)
	w.host(wire.InfoReply{ID: id(1), Clients: 1}, func(_ wire.Conn, m wire.Message) { asked <- m })
	if err := w.EndOrphan(t.Context(), &catalogue.Entry{ID: id(1), Host: hostName(id(1))}); err == nil {
		t.Error("no error")
	}
	select {
	case m := <-asked:
		t.Errorf("it was sent %T", m)
	default:
	}
	w.host(wire.InfoReply{ID: id(2)}, func(c wire.Conn, m wire.Message) {
		asked <- m
		_ = c.Close()
	})
	if err := w.EndOrphan(t.Context(), &catalogue.Entry{ID: id(2), Host: hostName(id(2))}); err != nil {
		t.Fatal(err)
	}
	if end, ok := (<-asked).(wire.End); !ok || end.Forget {
		t.Errorf("it was sent %#v, want its end without its directory", end)
	}
}

func TestForget(t *testing.T) {
	w := newWorld(t)
	w.state(id(1), "work", append(running(ago(time.Hour)), step{session.Completed, ago(time.Hour), nil})...)
	if err := w.Forget(id(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(w.Sessions, id(1).String())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its directory: %v", err)
	}
	w.state(id(2), "work", running(ago(time.Hour))...)
	if err := w.Forget(id(2)); err == nil {
		t.Error("a running session was forgotten")
	}
}
