package state

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// S0-24.
func TestFormatDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour:                        "0s",
		0:                                 "0s",
		999 * time.Millisecond:            "0s",
		45 * time.Second:                  "45s",
		time.Minute:                       "1m 0s",
		135 * time.Second:                 "2m 15s",
		185 * time.Second:                 "3m 5s",
		15*time.Minute + 23*time.Second:   "15m 23s",
		time.Hour - 1:                     "59m 59s",
		2*time.Hour + 3*time.Minute + 1e9: "2h 3m",
		76 * time.Hour:                    "3d 4h",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

// S0-09, S0-19, S0-24: idle is shown beside running, by the kind of session.
func TestText(t *testing.T) {
	shell := DefaultIdleTimes().After(session.Source{}, session.NoAgent)
	build := DefaultIdleTimes().After(session.Source{Command: []string{"make"}}, session.NoAgent)
	agent := DefaultIdleTimes().After(session.Source{Command: []string{"claude"}}, "claude")
	tests := []struct {
		name      string
		state     session.Lifecycle
		quiet     time.Duration
		threshold time.Duration
		want      string
	}{
		{"shell_idle", session.LifecycleRunning, 135 * time.Second, shell, "running (idle 2m 15s)"},
		{"shell_at_threshold", session.LifecycleRunning, 30 * time.Second, shell, "running (idle 30s)"},
		{"shell_busy", session.LifecycleRunning, 29 * time.Second, shell, "running"},
		{"build_silent", session.LifecycleRunning, 299 * time.Second, build, "running"},
		{"build_idle", session.LifecycleRunning, 300 * time.Second, build, "running (idle 5m 0s)"},
		{"agent_idle", session.LifecycleRunning, 31 * time.Second, agent, "running (idle 31s)"},
		{"ended", session.Completed, time.Hour, shell, "completed"},
		{"clock_set_back", session.LifecycleRunning, -time.Hour, shell, "running"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Record{State: tt.state, Activity: Activity{LastActivityAt: start}}
			if got := r.Text(start.Add(tt.quiet), tt.threshold); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	for command, want := range map[string]time.Duration{
		"bash": shell, "/usr/bin/python3.12": shell, "python3 -i": shell, "psql": shell,
		"python3 serve.py": build, "sh -c sleep": build, "node -e 1": build, "make": build,
	} {
		if got := DefaultIdleTimes().After(session.Source{Command: strings.Fields(command)}, session.NoAgent); got != want {
			t.Errorf("%s is idle after %v, want %v", command, got, want)
		}
	}
	ahead := Record{State: session.LifecycleRunning, Activity: Activity{LastActivityAt: start.Add(time.Hour)}}
	if idle, _ := ahead.IdleFor(start, shell); idle != 0 {
		t.Errorf("F38: after the clock was set back it is idle for %v", idle)
	}
	if got := (Record{State: session.LifecycleRunning}).Text(start, shell); got != "running" {
		t.Errorf("no activity yet: got %q, want running", got)
	}
}

// S0-24: IN STATUS counts from the last transition, TOTAL TIME from the start to the end.
func TestTimes(t *testing.T) {
	r := Record{State: session.LifecycleRunning, CreatedAt: start, StateChangedAt: start.Add(time.Minute)}
	now := start.Add(10 * time.Minute)
	if in, total := r.InStatus(now), r.Total(now); in != 9*time.Minute || total != 10*time.Minute {
		t.Errorf("running: got %v of %v, want 9m of 10m", in, total)
	}
	r.State = session.Failed
	if in, total := r.InStatus(now), r.Total(now); in != 9*time.Minute || total != time.Minute {
		t.Errorf("failed: got %v of %v, want 9m of 1m", in, total)
	}
}
