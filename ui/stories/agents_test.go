//go:build linux

package stories

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// withAgents are options with which the fake coding agents are found.
func withAgents(t testing.TB) drive.Options {
	t.Helper()
	return drive.Options{Cols: 120, Rows: 30, Env: []string{"PATH=" + drive.Agents(t) + ":" + os.Getenv("PATH"), "CLAUDECODE=1"}}
}

// agentRow is what ps says of an agent.
type agentRow struct{ ID, Agent, Conversation, State string }

// agents are the sessions with an agent, by its name.
func (s *story) agents() map[string]agentRow {
	s.t.Helper()
	var listed struct{ Sessions []agentRow }
	if err := json.Unmarshal([]byte(s.dormer("ps", "--json")), &listed); err != nil {
		s.t.Fatal(err)
	}
	all := map[string]agentRow{}
	for _, row := range listed.Sessions {
		if row.Agent != "" {
			all[row.Agent] = row
		}
	}
	return all
}

// openAgent opens an agent in a tab, and waits until it has done what it was asked.
func (s *story) openAgent(name string) {
	s.t.Helper()
	asked := "begin with " + name
	if name == "aider" { // it takes no prompt
		s.dormer("do", "tab.new", "--agent", name)
		s.WaitText("aider startup")
		s.Type(asked + "\n")
	} else {
		s.dormer("do", "tab.new", "--agent", name, "--prompt", asked)
	}
	s.WaitText("did: " + asked)
}

// S4-26, S4-28: five agents go on with their conversations after the machine was switched off, and
// none is asked its first prompt again.
func TestAgentsResumeAfterReboot(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	for _, name := range drive.AgentNames {
		s.openAgent(name)
	}
	var before map[string]agentRow
	eventually(t, "each says which conversation it has", func() bool {
		before = s.agents()
		for _, name := range drive.AgentNames {
			if before[name].Conversation == "" && name != "aider" { // which has no ids
				return false
			}
		}
		return len(before) == len(drive.AgentNames)
	})
	if sc := s.Screen(); sc.Contains("inherited") {
		t.Errorf("an agent has inherited what another one set\n%s", sc.Boxed())
	}
	s.killAll()

	r := s.relaunch()
	for i, name := range drive.AgentNames {
		r.Prefix(string(rune('2' + i)))
		sc := r.WaitText(name+" resume "+before[name].Conversation, "before: begin with "+name)
		if n := strings.Count(sc.Text(), "before: "); n != 1 {
			t.Errorf("%s has been told %d things before\n%s", name, n, sc.Boxed())
		}
		if want := filepath.Base(s.Dir()); !sc.Contains(want) {
			t.Errorf("%s is not in its directory %s\n%s", name, want, sc.Boxed())
		}
	}
	r.Type("ask rm x\n") // aider, which has the focus, works as before
	r.WaitText("Do you want to proceed?")
	after := r.agents()
	for name, was := range before {
		if now := after[name]; now.Conversation != was.Conversation || now.ID != was.ID {
			t.Errorf("%s has %+v, had %+v", name, now, was)
		}
	}
}

// With agents.resume = "ask" an agent waits for Enter, and then goes on.
func TestAgentWaitsForEnterToResume(t *testing.T) {
	t.Parallel()
	s := begin(t, withAgents(t))
	s.prompt("the first shell", anywhere)
	s.configure("[agents]\nresume = \"ask\"\n")
	s.openAgent("claude")
	id := s.agents()["claude"].Conversation
	s.killAll()
	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("it ran when its host or the machine went", "Enter starts it again")
	r.Press("enter")
	r.WaitText("claude resume "+id, "before: begin with claude")
}

// An agent that has not said which conversation it has waits, and says why; a new one does not get
// the first prompt.
func TestAgentWithoutConversationIDIsNotResumed(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.dormer("do", "tab.new", "--agent", "codex", "--prompt", "ask first")
	s.WaitText("Do you want to proceed?")
	s.agents() // it is on disk by then that the agent runs
	s.killAll()
	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("suspended: codex has not said which conversation this was")
	r.WaitText("Enter begins a new conversation")
	r.Press("enter")
	sc := r.WaitText("codex startup")
	if sc.Contains("before: ") {
		t.Errorf("it goes on with something\n%s", sc.Boxed())
	}
	r.Type("hello\n")
	sc = r.WaitText("did: hello")
	if strings.Count(sc.Text(), "Do you want to proceed?") > 1 {
		t.Errorf("it was asked the first prompt again\n%s", sc.Boxed())
	}
}

// An agent that clears its conversation goes on with the new one. What it, or another program in
// its session, says besides changes nothing.
func TestOnlyTheAgentChangesItsConversationID(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.openAgent("claude")
	id := s.agents()["claude"].Conversation
	s.Type("hostile\n")
	s.Type("subagent\n")
	s.WaitText("did: subagent")
	if got := s.agents()["claude"].Conversation; got != id {
		t.Fatalf("the conversation is %q, was %q", got, id)
	}
	s.Type("/clear\n")
	s.WaitText("claude clear " + id + "-2")
	s.Type("on\n")
	s.WaitText("did: on")
	eventually(t, "the other conversation is kept", func() bool { return s.agents()["claude"].Conversation == id+"-2" })
	s.killAll()
	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("claude resume "+id+"-2", "before: on")
}

// The first prompt is not typed over the question whether a directory is trusted.
func TestFirstPromptWaitsForDirectoryTrust(t *testing.T) {
	t.Parallel()
	o := withAgents(t)
	o.Env = append(o.Env, "FAKE_TRUST=1")
	s := open(t, o)
	s.dormer("do", "tab.new", "--agent", "claude", "--prompt", "go on")
	sc := s.WaitText("Do you trust the files in this folder?")
	if sc.Contains("did: ") {
		t.Errorf("it was asked before\n%s", sc.Boxed())
	}
	s.Press("enter")
	s.WaitText("did: go on")
}

// An agent that is done is listed as not seen until its pane was looked at.
func TestFinishedAgentIsUnseenUntilItsPaneIsViewed(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.name("one")
	s.openAgent("claude")
	s.focus("one", "1")
	s.dormer("agent", "prompt", s.agents()["claude"].ID, "go on")
	lists := func(want bool) func() bool {
		return func() bool { return strings.Contains(s.dormer("agent", "list"), "done, not seen") == want }
	}
	eventually(t, "it is done, and nobody has seen that", lists(true))
	s.Prefix("2")
	s.WaitText("did: go on")
	eventually(t, "it was seen", lists(false))
}
