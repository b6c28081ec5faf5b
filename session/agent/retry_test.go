package agent

import (
	"testing"
	"time"
)

// exit ends the agent's process.
func (s *story) exit(code int, signal string) func() {
	return func() { s.tab.Exited(code, signal, false, s.now) }
}

// fails makes a hook report that the agent cannot go on.
func (s *story) fails(message string) func() {
	return func() { s.tab.Report(Report{Source: Hook, State: Failed, Message: message}, s.now) }
}

// retries compares the plan with the wanted one: after which time, which try, or why not.
func (s *story) retries(in time.Duration, try int, why string) {
	s.t.Helper()
	r := s.tab.Resolve(s.now)
	got := r.Retry
	if in != 0 && (got.At.Sub(s.now) != in || r.Next.IsZero() || r.Next.Sub(s.now) > retryCheckInterval) {
		s.t.Errorf("next try in %v, next check in %v: want %v", got.At.Sub(s.now), r.Next.Sub(s.now), in)
	}
	if in == 0 && !got.At.IsZero() || got.Try != try || got.Why != why {
		s.t.Errorf("got %+v, want try %d, %q", got, try, why)
	}
}

// restart waits until the time of the next try, and starts the agent.
func (s *story) restart() {
	s.t.Helper()
	s.now = s.tab.Verdict().Retry.At
	if s.tab.TakeRetry(s.now.Add(-1)) || !s.tab.TakeRetry(s.now) || s.tab.TakeRetry(s.now) {
		s.t.Error("want exactly one try, and not before its time")
	}
	s.tab.Started()
	s.tab.Resolve(s.now)
}

func TestRetriesPauseLongerEachTimeAndEnd(t *testing.T) {
	s := newStory(t, "claude")
	s.tab.AllowRetries(3, time.Minute, true)
	for i, pause := range []time.Duration{time.Minute, 4 * time.Minute, 16 * time.Minute} {
		s.after(time.Second, "a crash", s.exit(1, ""), Failed, Exit)
		s.retries(pause, i+1, "")
		s.now = s.now.Add(time.Second)
		s.retries(pause-time.Second, i+1, "") // the time does not move
		s.restart()
	}
	s.after(time.Second, "a crash", s.exit(1, ""), Failed, Exit)
	s.retries(0, 4, "it was tried 3 times")

	s.tab.Started()
	s.after(time.Second, "a turn", s.hook(Working), Working, Hook)
	s.after(time.Second, "its end", s.hook(Done), Done, Hook)
	s.after(time.Second, "a crash", s.exit(0, "SIGSEGV"), Failed, Exit)
	s.retries(time.Minute, 1, "")
}

func TestRetriesAreOff(t *testing.T) {
	s := newStory(t, "claude")
	s.tab.AllowRetries(0, time.Minute, true)
	s.after(time.Second, "a crash", s.exit(1, ""), Failed, Exit)
	s.retries(0, 0, "")
}

func TestRetryAfterALimit(t *testing.T) {
	s := newStory(t, "claude")
	s.tab.AllowRetries(2, time.Minute, true)
	s.after(time.Second, "a limit", s.fails("You've hit your limit · resets 15:00"), Failed, Hook)
	s.retries(start.Add(3*time.Hour+afterLimit).Sub(s.now), 1, "")
	s.after(time.Second, "the title", s.title("✳ Claude Code"), Failed, Hook)
	s.retries(start.Add(3*time.Hour+afterLimit).Sub(s.now), 1, "")

	s.now = s.tab.Verdict().Retry.At
	s.tab.TakeRetry(s.now)
	s.retries(0, 1, "") // while it is being told
	s.after(3*time.Second, "what it said before comes late", s.status("state=done"), Done, Status)
	s.after(time.Second, "it goes on", s.status("state=working"), Working, Status)
	s.after(time.Second, "it goes on, says its hook", s.hook(Working), Working, Status)
	s.retries(0, 0, "")
	s.after(time.Second, "a limit without a time", s.fails("rate limit reached"), Failed, Hook)
	s.retries(40*time.Minute, 2, "")

	s.tab.NoteLine()
	s.retries(0, 2, "somebody has typed since")
	s.after(time.Hour, "its process ends", s.exit(1, ""), Failed, Exit)
	if v := s.tab.Verdict(); v.Kind != RateLimit || v.Message != "it has exited with code 1: rate limit reached" {
		t.Errorf("got %+v", v)
	}
	s.retries(10*time.Minute, 1, "") // typing resets the tries
}

func TestRetryRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		goesOn bool
		cannot string
		do     func(*story) func()
		from   Source
		why    string
	}{
		{"not logged in", true, "", func(s *story) func() { return s.fails("Invalid API key") }, Hook, "that would not help"},
		{"unknown reason", true, "", func(s *story) func() { return s.fails("Prompt is too long") }, Hook, "that would not help"},
		{"ended by Ctrl-C", true, "", func(s *story) func() { return s.exit(130, "") }, Exit, "that would not help"},
		{"ended by somebody", true, "", func(s *story) func() { return s.exit(143, "SIGTERM") }, Exit, "that would not help"},
		{"no message to send", false, "", func(s *story) func() { return s.fails("rate limit") }, Hook, "it still runs, and nothing says what to tell it"},
		{"unknown conversation", true, "its id is not known", func(s *story) func() { return s.exit(1, "") }, Exit, "its id is not known"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStory(t, "claude")
			s.tab.AllowRetries(3, 0, tt.goesOn)
			s.tab.CannotRetry(tt.cannot)
			s.after(time.Second, tt.name, tt.do(s), Failed, tt.from)
			s.retries(0, 1, tt.why)
		})
	}
}

func TestCancelRetry(t *testing.T) {
	s := newStory(t, "claude")
	s.tab.AllowRetries(3, 0, true)
	if s.tab.CancelRetry("no") {
		t.Error("no retry to cancel")
	}
	s.after(time.Second, "a crash", s.exit(1, ""), Failed, Exit)
	s.retries(DefaultPause, 1, "")
	if !s.tab.CancelRetry("it was cancelled") {
		t.Error("a retry to cancel")
	}
	s.now = s.now.Add(time.Hour)
	s.retries(0, 1, "it was cancelled")
	if s.tab.TakeRetry(s.now) {
		t.Error("a cancelled retry took place")
	}
	s.tab.AllowRetries(3, 0, true) // retries are allowed again
	s.retries(DefaultPause, 1, "")
}

// An error stays on the screen after it has been dealt with.
func TestErrorOnTheScreen(t *testing.T) {
	s := &story{t: t, now: start}
	codex, _ := Lookup("codex")
	s.tab.SetAgent(codex)
	const limit = "■ You've hit your usage limit. Upgrade to Pro or try\nagain at 2:29 PM.\n\n"
	screen := func(text string) func() { return func() { s.tab.Screen(text, s.now) } }
	s.after(0, "its title spins", s.title("⠋ proj"), Working, Title)
	s.after(time.Minute, "somebody writes of limits", screen("> is there a usage limit?\n"), Working, Title)
	s.after(time.Minute, "an error", screen(limit), Failed, Screen)
	want := Verdict{
		State: Failed, Kind: RateLimit, Message: "■ You've hit your usage limit. Upgrade to Pro or try again at 2:29 PM.",
		Source: Screen, Since: s.now, LimitEnds: time.Date(2026, 11, 22, 14, 29, 0, 0, time.UTC),
	}
	if v := s.tab.Verdict(); v != want {
		t.Errorf("got %+v, want %+v", v, want)
	}
	s.after(time.Second, "the title stops", s.title("proj"), Failed, Screen)
	s.after(time.Minute, "it works again", s.title("⠋ proj"), Working, Title)
	s.after(3*time.Second, "it works on", screen(limit+"more"), Working, Title)
	s.after(3*time.Second, "the same error again", screen(limit+"more\n"+limit), Failed, Screen)
	s.tab.Exited(1, "", false, s.now)
	s.tab.Started()
	s.after(time.Second, "it is started below the old errors", screen(limit+"more\n"+limit+"welcome"), Unknown, "")
	s.after(3*time.Second, "another error", screen(limit+"welcome\n"+limit+limit), Failed, Screen)
}
