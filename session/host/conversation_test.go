package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/private"
	"dormer/session/state"
)

// agentHost returns a host that was not started, for a session with an agent in a directory.
func agentHost(t *testing.T, name string) (*Host, session.Spec) {
	t.Helper()
	files, work := filepath.Join(t.TempDir(), "session"), t.TempDir()
	if err := private.MakeDir(files); err != nil {
		t.Fatal(err)
	}
	known, _ := agent.Lookup(name)
	spec := session.Spec{Known: known, Agent: session.Agent(name), Command: known.Command, Dir: work, Source: session.Source{Dir: work}, Prompt: "begin"}
	return &Host{spec: spec, opts: Options{dir: files}.withDefaults()}, spec
}

// launched returns the spec that the session is started with, and fails the test if it is refused.
func launched(t *testing.T, h *Host, spec session.Spec) session.Spec {
	t.Helper()
	got, notice, err := h.launchAgent(spec)
	if err != nil || notice != "" {
		t.Fatalf("%v %s", err, notice)
	}
	return got
}

// The setup of a session runs until it succeeds. Meanwhile the agent is not started and cannot be
// resumed; it gets its first prompt afterwards.
func TestASetupRunsBeforeTheAgent(t *testing.T) {
	h, spec := agentHost(t, "claude")
	if err := state.WriteSetup(h.opts.dir, "make ready"); err != nil {
		t.Fatal(err)
	}
	h.opts.Bin = filepath.Join(t.TempDir(), "bin")
	for range 2 { // again, as after a reboot
		begun := launched(t, h, spec)
		if n := len(begun.Command); n < 5 || begun.Command[n-1] != "begin" || begun.Command[1] != "--session-id" {
			t.Errorf("started as %q", begun.Command)
		}
		argv, err := h.setUpFirst(begun.Command)
		file := filepath.Join(h.opts.dir, "setup")
		if want := slices.Concat([]string{filepath.Join(h.opts.Bin, "dormer"), SetupCommand, file, "make ready"}, begun.Command); err != nil || !slices.Equal(argv, want) {
			t.Errorf("the setup runs as %q, %v, want %q", argv, err, want)
		}
		if why := state.CannotResume(h.opts.dir, spec.Known); why != "its setup has not finished, and runs first" {
			t.Errorf("notice: %q", why)
		}
	}
	if err := os.Remove(filepath.Join(h.opts.dir, "setup")); err != nil {
		t.Fatal(err)
	}
	again := launched(t, h, spec)
	if argv, err := h.setUpFirst(again.Command); err != nil || !slices.Equal(argv, again.Command) || argv[1] != "--resume" {
		t.Errorf("after the setup, started as %q, %v", argv, err)
	}
	if why := state.CannotResume(h.opts.dir, spec.Known); why != "" {
		t.Errorf("cannot be resumed: %s", why)
	}
}

func TestAnAgentGetsItsFirstPromptOnce(t *testing.T) {
	h, spec := agentHost(t, "claude")
	first := launched(t, h, spec)
	kept, err := state.ReadConversation(h.opts.dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"claude", "--session-id", kept.ID, "--", "begin"}; !slices.Equal(first.Command, want) {
		t.Errorf("first start: got %q, want %q", first.Command, want)
	}
	if kept.Dir != spec.Dir || kept.Agent != "claude" {
		t.Errorf("saved %+v", kept)
	}
	spec.Dir = "/" // the agent has changed its directory
	again := launched(t, h, spec)
	if want := []string{"claude", "--resume", kept.ID}; !slices.Equal(again.Command, want) || again.Dir != kept.Dir {
		t.Errorf("second start: got %q in %s, want %q in %s", again.Command, again.Dir, want, kept.Dir)
	}
	if why := state.CannotResume(h.opts.dir, spec.Known); why != "" {
		t.Errorf("cannot be resumed: %s", why)
	}
}

// An agent whose directory is gone is not started in another one, and the data of its conversation
// stays.
func TestAnAgentWhoseDirectoryHasGone(t *testing.T) {
	h, spec := agentHost(t, "claude")
	launched(t, h, spec)
	kept, _ := state.ReadConversation(h.opts.dir)
	if err := os.Remove(spec.Dir); err != nil {
		t.Fatal(err)
	}
	_, _, err := h.launchAgent(spec)
	if err == nil || !strings.Contains(err.Error(), "make it again") {
		t.Errorf("error: %v", err)
	}
	if now, _ := state.ReadConversation(h.opts.dir); now != kept {
		t.Errorf("saved %+v, want %+v", now, kept)
	}
}

func TestAConversationThatCannotBeSaved(t *testing.T) {
	h, spec := agentHost(t, "claude")
	if err := os.Mkdir(filepath.Join(h.opts.dir, "agent.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	got, notice, err := h.launchAgent(spec)
	if err != nil || len(got.Command) < 3 || !strings.HasPrefix(notice, "claude may not go on with this conversation later: ") {
		t.Errorf("started as %q, error %v, notice %q", got.Command, err, notice)
	}
}

// told is a watcher that records the conversations to save.
type told struct {
	unwatched
	kept []agent.Conversation
}

func (w *told) conversationChanged(c agent.Conversation) { w.kept = append(w.kept, c) }

func TestReportsAboutAConversation(t *testing.T) {
	h, spec := agentHost(t, "codex")
	var seen told
	h.opts.watcher = &seen
	if !h.takeConversation(agent.Report{Source: agent.Hook, ID: "any"}) || len(seen.kept) > 0 {
		t.Error("an agent that dormer did not start has a conversation")
	}
	launched(t, h, spec)
	if why := state.CannotResume(h.opts.dir, spec.Known); why != "codex has not said which conversation this was" {
		t.Errorf("reason: %q", why)
	}
	for _, r := range []agent.Report{
		{Source: agent.Hook, State: agent.Done, ID: "0199"},
		{Source: agent.Hook, State: agent.Done, ID: "0199"}, // nothing new
	} {
		if !h.takeConversation(r) {
			t.Errorf("%+v is not taken as a report about it", r)
		}
	}
	if h.takeConversation(agent.Report{Source: agent.Hook, State: agent.Done, ID: "child"}) {
		t.Error("a report of another agent is taken as one about it")
	}
	if len(seen.kept) != 1 || seen.kept[0].ID != "0199" {
		t.Errorf("saved %+v", seen.kept)
	}
}

func TestDamagedConversationDataIsNotUsed(t *testing.T) {
	h, spec := agentHost(t, "claude")
	for text, why := range map[string]string{
		`nonsense`: "the directory of the conversation of claude is not known",
		`{"agent":"claude","id":"--model","dir":"/","heard":true,"said":true}`: "claude has not said which conversation this was",
		`{"agent":"claude","id":"a","dir":"/","words":-1,"said":true}`:         "",
	} {
		if err := os.WriteFile(filepath.Join(h.opts.dir, "agent.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := state.CannotResume(h.opts.dir, spec.Known); got != why {
			t.Errorf("%s: got %q, want %q", text, got, why)
		}
	}
}
