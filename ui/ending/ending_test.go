package ending

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/health"
	"dormer/ui/attention"
)

// A narrow pane shows at least the cause.
func TestFooterKeepsTheCause(t *testing.T) {
	const cause = "too many open files"
	v := health.View{CanStart: true, Health: health.Status{Phase: health.Failed}, Reason: "start a host for session 0d3f: fork/exec /proc/self/exe: " + cause}
	footer := Texts(OfHealth(v, time.Now(), time.Now()), true)
	for _, wording := range footer[:2] {
		if !strings.Contains(wording, cause+"; Enter starts it") {
			t.Errorf("the footer is %q", wording)
		}
	}
	if short := footer[1]; len(short) > 72 {
		t.Errorf("%q is %d columns", short, len(short))
	}
}

// A pane whose host died while it was open shows when that was noticed, or else when the session
// was last active. Both fit into 80 columns.
func TestFooterSaysWhenTheHostWasLastSeen(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	seen := now.Add(-time.Hour)
	v := health.View{CanStart: true, Health: health.Status{Phase: health.Dead}, Reason: "its host is gone"}
	for says, lines := range map[string][]Line{
		"its host is gone; seen at 11:00:00":                                           OfHealth(v, seen, now),
		"it ran when its host or the machine went; last active at 11:00:00":            ofLost(seen, now),
		"it ran when its host or the machine went; last active on 2026-02-27 12:00:00": ofLost(now.Add(-48*time.Hour), now),
	} {
		fits := false
		for _, wording := range Texts(lines, true) {
			fits = fits || len(wording) <= 80 && strings.Contains(wording, ":00:00")
		}
		if lines[0].Says != says || !fits {
			t.Errorf("the footer is %q, want %q, with a time in 80 columns: %v", lines[0].Says, says, fits)
		}
	}
	if says := ofLost(time.Time{}, now)[0].Says; says != "it ran when its host or the machine went" {
		t.Errorf("without a time the footer is %q", says)
	}
}

func TestOfExit(t *testing.T) {
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.Local)
	tests := []struct {
		exit session.Exit
		want string
	}{
		{session.Exit{Code: 3, Started: start, Ended: start.Add(125 * time.Second)}, "✗ exited with code 3 at 12:02:05 after 2m 5s; Enter starts it again, x closes the pane"},
		{session.Exit{Signal: "SIGKILL", Started: start, Ended: start.Add(1200 * time.Millisecond)}, "✗ ended by SIGKILL at 12:00:01 after 1.2s; Enter starts it again, x closes the pane"},
		{session.Exit{Started: start, Ended: start.Add(3*time.Hour + time.Minute)}, "✓ exited with code 0 at 15:01:00 after 3h 1m; Enter starts it again, x closes the pane"},
	}
	for _, tt := range tests {
		lines := OfExit(tt.exit, false, start.Add(time.Hour), func(mark string) string { return mark })
		if got := Texts(lines, true)[0]; got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// A pane whose agent will continue by itself shows when, at any width, and which key cancels that.
func TestOfRetry(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.Local)
	exit := session.Exit{Code: 3, Started: now.Add(-time.Hour), Ended: now}
	v := agent.Verdict{State: agent.Failed, Kind: agent.Crash, Source: agent.Exit, Retry: agent.Retry{At: now.Add(42 * time.Second), Try: 1, Of: 3}}
	shown := func(mark string) string { return mark }
	lines := Texts(OfRetry(exit, v, now, shown), true)
	if want := "✗ exited with code 3 at 12:00:00; starts again in 42s (try 1 of 3); Enter: now, c cancels, x closes the pane"; lines[0] != want {
		t.Errorf("got %q, want %q", lines[0], want)
	}
	for _, line := range lines {
		if !strings.Contains(line, "starts again in 42s") {
			t.Errorf("%q does not show the time", line)
		}
	}
	v.Retry = agent.Retry{Try: 4, Of: 3, Why: "it was tried 3 times"}
	if got, want := Texts(OfRetry(exit, v, now, shown), true)[0], "✗ exited with code 3 at 12:00:00; not started again: it was tried 3 times; Enter starts it again, x closes the pane"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	v = agent.Verdict{State: agent.Failed, Kind: agent.RateLimit, Source: agent.Hook, Retry: agent.Retry{At: now.Add(3 * time.Hour), Try: 1, Of: 3}}
	if got, want := Texts(OfFailure(v, now, shown), true)[0], "✗ rate limit; it goes on at 15:00 (try 1 of 3); it does not if you type a line"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFailedStartShowsOnlyItsReason(t *testing.T) {
	for text, want := range map[string]string{
		`no room`:                             `no room`,
		`start "sh": no room`:                 `no room`,
		`start a host for session 1: no room`: `no room`,
		`start a host for session 1: start "sh -c \"a: b\"": no room`: `no room`,
		`start "a: b" again: directory /x is gone: make it`:           `directory /x is gone: make it`,
		`start the login shell: no room`:                              `no room`,
		`start again`:                                                 `start again`,
	} {
		if got := Reason(text); got != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// The footer of a pane that takes no keys names none.
func TestTextsWithoutKeys(t *testing.T) {
	for _, text := range Texts(OutOfReach("no permission"), false) {
		if strings.Contains(text, "Enter") {
			t.Errorf("the footer is %q", text)
		}
	}
}

// An agent that cannot resume shows the reason, even in 80 columns.
func TestAgentThatCannotResumeSaysWhy(t *testing.T) {
	const why = "codex has not said which conversation this was"
	k := health.Kept{Past: session.Past{Lifecycle: session.LifecycleRunning, Cannot: why}}
	lines := Texts(OfKept(k, false, time.Now(), func(mark string) string { return mark }), true)
	if want := "suspended: " + why + "; Enter begins a new conversation, x closes the pane"; lines[0] != want {
		t.Errorf("the footer is %q, want %q", lines[0], want)
	}
	fits := false
	for _, line := range lines {
		fits = fits || len(line) <= 80 && strings.Contains(line, why)
	}
	if !fits {
		t.Errorf("in 80 columns the reason is missing: %q", lines)
	}
}

// The end of a short command is reported only if commands are watched.
func TestAsks(t *testing.T) {
	began := time.Unix(100, 0)
	for _, tt := range []struct {
		exit    session.Exit
		watched bool
		why     attention.Reason
		text    string
	}{
		{session.Exit{Started: began, Ended: began.Add(12 * time.Second)}, false, attention.Finished, "finished after 12s"},
		{session.Exit{Started: began, Ended: began.Add(time.Second)}, false, attention.None, ""},
		{session.Exit{Started: began, Ended: began.Add(time.Second)}, true, attention.Finished, "finished after 1s"},
		{session.Exit{Started: began, Ended: began.Add(12 * time.Second), Code: 2}, false, attention.Failed, "exited with code 2 after 12s"},
	} {
		if why, text := Asks(tt.exit, false, 10*time.Second, tt.watched); why != tt.why || text != tt.text {
			t.Errorf("%+v: got %d %q, want %d %q", tt.exit, why, text, tt.why, tt.text)
		}
	}
}
