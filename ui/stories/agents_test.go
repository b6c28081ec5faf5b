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

// withAgents returns options that put the fake coding agents on PATH.
func withAgents(t testing.TB) drive.Options {
	t.Helper()
	return drive.Options{Cols: 120, Rows: 30, Env: []string{"PATH=" + drive.Agents(t) + ":" + os.Getenv("PATH"), "CLAUDECODE=1"}}
}

// agentRow is the part of ps --json about an agent.
type agentRow struct{ ID, Agent, Conversation, State string }

// agents returns the sessions that run an agent, by the agent's name.
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

// openAgent opens an agent in a new tab and waits until it has answered its first prompt.
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

// S4-26, S4-28: five agents resume their conversations after a reboot. None gets its first prompt
// again.
func TestAgentsResumeAfterReboot(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	for _, name := range drive.AgentNames {
		s.openAgent(name)
	}
	var before map[string]agentRow
	eventually(t, "each agent to report its conversation", func() bool {
		before = s.agents()
		for _, name := range drive.AgentNames {
			if before[name].Conversation == "" && name != "aider" { // has no conversation ids
				return false
			}
		}
		return len(before) == len(drive.AgentNames)
	})
	if sc := s.Screen(); sc.Contains("inherited") {
		t.Errorf("an agent inherited CLAUDECODE\n%s", sc.Boxed())
	}
	s.killAll()

	r := s.relaunch()
	for i, name := range drive.AgentNames {
		r.Prefix(string(rune('2' + i)))
		sc := r.WaitText(name+" resume "+before[name].Conversation, "before: begin with "+name)
		if n := strings.Count(sc.Text(), "before: "); n != 1 {
			t.Errorf("%s has had %d prompts before\n%s", name, n, sc.Boxed())
		}
		if want := filepath.Base(s.Dir()); !sc.Contains(want) {
			t.Errorf("%s is not in its directory %s\n%s", name, want, sc.Boxed())
		}
	}
	r.Type("ask rm x\n") // aider has the focus and works as before
	r.WaitText("Do you want to proceed?")
	after := r.agents()
	for name, was := range before {
		if now := after[name]; now.Conversation != was.Conversation || now.ID != was.ID {
			t.Errorf("%s has %+v, had %+v", name, now, was)
		}
	}
}

// With agents.resume = "ask" an agent waits for Enter and then resumes.
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

// An agent that has not reported its conversation id waits and says why. A new one does not get the
// first prompt.
func TestAgentWithoutConversationIDIsNotResumed(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.dormer("do", "tab.new", "--agent", "codex", "--prompt", "ask first")
	s.WaitText("Do you want to proceed?")
	s.agents() // waits until the document says that the agent runs
	s.killAll()
	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("suspended: codex has not said which conversation this was")
	r.WaitText("Enter begins a new conversation")
	r.Press("enter")
	sc := r.WaitText("codex startup")
	if sc.Contains("before: ") {
		t.Errorf("it resumed a conversation\n%s", sc.Boxed())
	}
	r.Type("hello\n")
	sc = r.WaitText("did: hello")
	if strings.Count(sc.Text(), "Do you want to proceed?") > 1 {
		t.Errorf("it got the first prompt again\n%s", sc.Boxed())
	}
}

// An agent that clears its conversation resumes the new one. Other reports, by it or by other
// programs in its session, change nothing.
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

// The first prompt is not typed into the question whether to trust the directory.
func TestFirstPromptWaitsForDirectoryTrust(t *testing.T) {
	t.Parallel()
	o := withAgents(t)
	o.Env = append(o.Env, "FAKE_TRUST=1")
	s := open(t, o)
	s.dormer("do", "tab.new", "--agent", "claude", "--prompt", "go on")
	sc := s.WaitText("Do you trust the files in this folder?")
	if sc.Contains("did: ") {
		t.Errorf("it got the prompt too early\n%s", sc.Boxed())
	}
	s.Press("enter")
	s.WaitText("did: go on")
}

// A finished agent is listed as unseen until its pane has been viewed.
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
	eventually(t, "it to be done and unseen", lists(true))
	s.Prefix("2")
	s.WaitText("did: go on")
	eventually(t, "it to be seen", lists(false))
}
