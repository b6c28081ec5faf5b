package lifecycle

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
	"dormer/session/health"
	"dormer/ui/config"
	"dormer/workspace"
)

var (
	id     = session.ID{1}
	now    = time.Unix(1000, 0)
	before = time.Unix(900, 0)
)

func check(t *testing.T, name string, got, want workspace.Action) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// A session that ran before a reboot starts again as its record or the configuration says.
func TestReturns(t *testing.T) {
	ran := health.Kept{Past: session.Past{Lifecycle: session.LifecycleRunning}}
	command := session.Source{Command: []string{"make"}}
	for _, tt := range []struct {
		name   string
		r      workspace.Record
		k      health.Kept
		change func(*config.Config)
		want   bool
	}{
		{name: "a_shell", k: ran, want: true},
		{name: "a_shell_that_waits", k: ran, change: func(c *config.Config) { c.Panes.Restore = config.RestoreAsk }},
		{name: "a_command", r: workspace.Record{Source: command}, k: ran},
		{name: "a_command_that_may", r: workspace.Record{Source: command, Restart: session.RestartAlways}, k: ran, want: true},
		{name: "what_has_ended", k: health.Kept{Past: session.Past{Lifecycle: session.Stopped}}},
	} {
		c := config.Default()
		if tt.change != nil {
			tt.change(&c)
		}
		if got := RestartsWhenShown(tt.k, tt.r, c); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestSpec(t *testing.T) {
	r := workspace.Record{
		ID: id, Name: "build", Source: session.Source{Dir: "/src", Command: []string{"make"}}, Restart: session.RestartAlways,
		NoHistory: true, Prompt: "go", Setup: "make deps", Env: []string{"A=1"}, Agent: "nobody",
	}
	c := config.Default()
	c.Panes.Integration = false
	got := Spec(session.Spec{ID: id, Dir: "/src"}, r, c, []string{"A=0", "B=2"}, false)
	if got.ID != id || got.Dir != "/src" || got.Name != "build" || got.Source.Command[0] != "make" || got.Prompt != "go" || got.Setup != "make deps" {
		t.Errorf("got %+v", got)
	}
	if got.Restart != session.RestartAlways || !got.NoHistory || !got.PlainShell || got.Known.Name != "" {
		t.Errorf("got %+v", got)
	}
	if !slices.Contains(got.Env, "A=1") || !slices.Contains(got.Env, "B=2") || slices.Contains(got.Env, "A=0") {
		t.Errorf("the environment is %q", got.Env)
	}
}

func TestProvided(t *testing.T) {
	for _, tt := range []struct {
		name   string
		by     session.Provider
		direct bool
		want   workspace.Action
	}{
		{"by_its_host", session.Hosted, false, nil},
		{"by_the_program", session.Direct, true, nil},
		{"now_by_the_program", session.Hosted, true, workspace.SessionProvided{Session: id, Provider: session.Direct}},
		{"now_by_a_host", session.Direct, false, workspace.SessionProvided{Session: id, Provider: session.Hosted}},
	} {
		check(t, tt.name, Provided(id, workspace.Record{Provider: tt.by}, tt.direct), tt.want)
	}
}

func TestResumed(t *testing.T) {
	resumed := workspace.SessionResumed{Session: id}
	check(t, "active", Resumed(id, workspace.Record{Disposition: session.DispositionActive}), nil)
	check(t, "suspended", Resumed(id, workspace.Record{Disposition: session.Suspended}), resumed)
	check(t, "idle", Resumed(id, workspace.Record{Disposition: session.DispositionActive, Idled: true}), resumed)
}

// A suspended session keeps the time in its record; a running one becomes suspended.
func TestLost(t *testing.T) {
	suspend := func(at time.Time) workspace.Action {
		return workspace.SuspendSessions{Sessions: []session.ID{id}, At: at}
	}
	for _, tt := range []struct {
		name  string
		r     workspace.Record
		k     health.Kept
		shell bool
		want  workspace.Action
	}{
		{"ended", workspace.Record{}, health.Kept{Past: session.Past{Lifecycle: session.Stopped}}, true, nil},
		{"ran", workspace.Record{}, health.Kept{Past: session.Past{Lifecycle: session.LifecycleRunning}, LastSeen: before}, false, suspend(before)},
		{"ran_until_now", workspace.Record{}, health.Kept{Past: session.Past{Lifecycle: session.LifecycleRunning}}, false, suspend(now)},
		{"unknown_command", workspace.Record{}, health.Kept{}, false, nil},
		{"unknown_shell", workspace.Record{}, health.Kept{}, true, suspend(now)},
		{"suspended_command", workspace.Record{Disposition: session.Suspended, LastActive: before}, health.Kept{}, false, suspend(before)},
		{"suspended_but_ended", workspace.Record{Disposition: session.Suspended, LastActive: before}, health.Kept{Past: session.Past{Lifecycle: session.Stopped}}, false, nil},
	} {
		if !tt.shell {
			tt.r.Source.Command = []string{"make"}
		}
		check(t, tt.name, Lost(id, Kept(tt.k, tt.r), tt.r, now), tt.want)
	}
}

func TestLeaving(t *testing.T) {
	temporary, direct, over, hosted := session.ID{2}, session.ID{3}, session.ID{4}, session.ID{5}
	s := workspace.State{Sessions: map[session.ID]workspace.Record{temporary: {Lifetime: session.Temporary}, direct: {}, over: {}, hosted: {}}}
	is := func(of ...session.ID) func(session.ID) bool {
		return func(id session.ID) bool {
			for _, o := range of {
				if o == id {
					return true
				}
			}
			return false
		}
	}
	got, _ := Leaving(s, is(direct, over), is(over), now).(workspace.SuspendSessions)
	if len(got.Sessions) != 2 || !is(got.Sessions...)(temporary) || !is(got.Sessions...)(direct) || got.At != now {
		t.Errorf("suspended are %+v", got)
	}
	check(t, "without_direct_ones", Leaving(s, nil, is(over), now), workspace.SuspendSessions{Sessions: []session.ID{temporary}, At: now})
}

func TestEnded(t *testing.T) {
	area := session.Size{Rows: 22, Cols: 80}
	exit := func(code int, took time.Duration) session.Exit {
		return session.Exit{Code: code, Started: now.Add(-took), Ended: now}
	}
	gone := workspace.SessionEnded{Session: id, Area: area}
	closed := workspace.ClosePane{Session: id, At: now, Area: area}
	for _, tt := range []struct {
		name string
		end  End
		want workspace.Action
	}{
		{"shell", End{Exit: exit(0, time.Second), Shell: true}, gone},
		{"shell_at_once", End{Exit: exit(0, minShellTime), Shell: true}, nil},
		{"shell_with_a_code", End{Exit: exit(1, time.Second), Shell: true}, nil},
		{"shell_with_input_and_exit_code", End{Exit: exit(1, time.Second), Shell: true, Keyed: true}, closed},
		{"command", End{Exit: exit(0, time.Second)}, nil},
		{"passing", End{Exit: exit(0, 0), Passing: true}, gone},
		{"passing_with_a_code", End{Exit: exit(1, time.Second), Passing: true}, nil},
	} {
		tt.end.Area, tt.end.At = area, now
		check(t, tt.name, Ended(id, tt.end, config.Default().Panes), tt.want)
	}
}
