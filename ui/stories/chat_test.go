//go:build linux

package stories

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sys/unix"

	"dormer/session/chat"
	"dormer/ui/testing/drive"
)

// openChat opens a conversation in a tab and waits until its agent takes a prompt.
func openChat(t *testing.T) *story {
	t.Helper()
	s := open(t, withAgents(t))
	s.dormer("do", "tab.new", "--agent", "claude-chat")
	s.WaitText("Enter sends", "Shift-Tab mode")
	return s
}

// ask sends a prompt of one or several lines.
func (s *story) ask(steps ...string) {
	s.t.Helper()
	for i, step := range steps {
		if i > 0 {
			s.Press("alt+enter")
		}
		s.Type(step)
	}
	s.Press("enter")
}

// agentIs waits until dormer reports a state of the conversation's agent.
func (s *story) agentIs(state string) {
	s.t.Helper()
	eventually(s.t, "the agent is "+state, func() bool { return strings.Contains(s.dormer("agent", "list"), state) })
}

// gateFile returns the path of a file that an agent waits for, and a function that creates it.
func gateFile(t *testing.T) (path string, open func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "go")
	return path, func() {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Answers are streamed. A permission is answered by a key, by the mouse, or by cancelling the turn.
// The rest of dormer shows the agent's state.
func TestConversation(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	gate, pass := gateFile(t)
	s.ask("say the first half", "hold "+gate, "say and the **second** half")
	sc := s.WaitText("the first half", "working")
	if sc.Contains("the second half") {
		t.Errorf("the answer is complete too early\n%s", sc.Boxed())
	}
	s.agentIs("working")
	pass()
	s.WaitText("and the second half", "Enter sends")
	s.agentIs("done")

	s.ask("ask to delete one")
	s.WaitText("claude asks: to delete one", "1. Allow", "3. Reject", "a number or Enter answers")
	s.agentIs("blocked")
	s.Type("1")
	s.WaitText("Chosen: allow")

	s.ask("ask to delete two")
	sc = s.WaitText("claude asks: to delete two", "3. Reject")
	x, y, _ := sc.Find("3. Reject")
	s.Click(x+4, y)
	s.WaitText("Chosen: reject")

	s.ask("ask to delete three")
	s.WaitText("claude asks: to delete three")
	s.Press("esc")
	s.WaitText("to delete three: cancelled", "· cancelled")
	s.agentIs("idle")
}

// Nothing wakes an idle conversation, also after its agent has worked.
func TestIdleConversationSleeps(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.ask("say something")
	s.WaitText("▌ say something", "Enter sends")
	s.agentIs("done")
	var listed struct {
		Sessions []struct {
			Agent    string
			ChildPID int `json:"child_pid"`
		}
	}
	if err := json.Unmarshal([]byte(s.dormer("ps", "--json")), &listed); err != nil {
		t.Fatal(err)
	}
	for _, row := range listed.Sessions {
		if row.Agent != "" {
			eventually(t, "the conversation to sleep", func() bool {
				before := wakes(t, row.ChildPID)
				<-time.After(200 * time.Millisecond) // no event shows that nothing happens
				return wakes(t, row.ChildPID) == before
			})
			return
		}
	}
	t.Fatalf("no conversation in %+v", listed)
}

// wakes returns how often the threads of a process have gone to sleep.
func wakes(t *testing.T, pid int) (n int) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(tasks) == 0 {
		t.Fatalf("process %d is gone: %v", pid, err)
	}
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		_, after, _ := strings.Cut(string(text), "\nvoluntary_ctxt_switches:")
		var one int
		if _, err := fmt.Sscan(after, &one); err != nil {
			t.Fatal(err)
		}
		n += one
	}
	return n
}

// A conversation is in its pane and attached to other clients at the same time: they see the same,
// and they prompt and answer as the pane does.
func TestConversationSharedWithOtherClients(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	id, err := uuid.Parse(s.agents()["claude-chat"].ID)
	if err != nil {
		t.Fatal(err)
	}
	address := chat.Address(filepath.Join(s.Home(), "state", "sessions"), filepath.Join(s.Home(), "run"), id)
	others := make([]*chat.Client, 2)
	feeds := make([]<-chan chat.Event, 2)
	for i := range others {
		if others[i], err = chat.Dial(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		defer others[i].Close()
		if _, feeds[i], err = others[i].Subscribe(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
	// until reads a feed up to an event of a kind and returns its text and that event.
	until := func(feed <-chan chat.Event, kind chat.Kind) (text string, last chat.Event) {
		late := time.After(time.Minute)
		for {
			select {
			case e := <-feed:
				text += e.Text
				if e.Kind == kind {
					return text, e
				}
			case <-late:
				t.Fatalf("no %s after %q", kind, text)
			}
		}
	}
	if _, err := others[0].Prompt(t.Context(), "", "say to everybody\nask all of you"); err != nil {
		t.Fatal(err)
	}
	s.WaitText("▌ say to everybody", "claude asks: all of you")
	var asked chat.Event
	for _, feed := range feeds {
		var text string
		if text, asked = until(feed, chat.PermissionAsked); !strings.Contains(text, "to everybody\n") {
			t.Errorf("got %q", text)
		}
	}
	if err := others[1].Answer(t.Context(), asked.Request, "always"); err != nil {
		t.Fatal(err)
	}
	s.WaitText("all of you: Always allow", "Chosen: always")
	for _, feed := range feeds {
		if text, _ := until(feed, chat.TurnEnded); !strings.Contains(text, "Chosen: always") {
			t.Errorf("got %q", text)
		}
	}
	s.ask("say from the pane")
	for _, feed := range feeds {
		if text, _ := until(feed, chat.TurnEnded); !strings.Contains(text, "from the pane\n\n") {
			t.Errorf("got %q", text)
		}
	}
}

// An agent that was killed is restarted by a key and knows the conversation.
func TestConversationAgentIsRestarted(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.ask("say one")
	s.WaitText("▌ say one", "Enter sends")
	s.ask("say half of it", "die")
	s.WaitText("half of it", "the agent has ended: it was ended by a signal: killed", "Enter starts the agent again")
	s.agentIs("error")
	s.Press("enter")
	s.WaitText("claude continues the conversation", "Enter sends")
	s.ask("say two")
	s.WaitText("▌ say two", "Enter sends")
}

// The whole conversation is back after the program was killed in the middle of an answer, and after
// a reboot.
func TestConversationSurvivesKillAndReboot(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	gate, pass := gateFile(t)
	s.ask("say the beginning", "hold "+gate, "say the end")
	s.WaitText("the beginning", "working")
	eventually(t, "dormer knows the conversation", func() bool { return s.agents()["claude-chat"].Conversation != "" })
	conversation := s.agents()["claude-chat"].Conversation
	for _, r := range s.rows() {
		if len(r.Command) > 1 && r.Command[1] == "chat" {
			if err := unix.Kill(r.ChildPID, unix.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.WaitText("Enter starts it again")
	pass() // lets the earlier agent continue
	s.Press("enter")
	sc := s.WaitText("the beginning", "dormer was ended", "claude continues the conversation", "Enter sends")
	if sc.Count("the end") != 1 { // only in the prompt
		t.Errorf("the answer continued\n%s", sc.Boxed())
	}
	s.ask("say after the kill")
	s.WaitText("▌ say after the kill", "Enter sends")
	s.killAll()

	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("the beginning", "▌ say after the kill", "Enter sends")
	if got := r.agents()["claude-chat"].Conversation; got != conversation {
		t.Errorf("the conversation is %q, was %q", got, conversation)
	}
	r.ask("say after the reboot")
	r.WaitText("▌ say after the reboot", "Enter sends")
}

// S4: hostile output of an agent is made safe in its pane and in ps.
func TestConversationWithHostileAgent(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.ask("hostile")
	sc := s.WaitText("end of the hostile text", "before ^[]0;owned^G^[[2J^[[31mred")
	if sc.Contains("\u202e") {
		t.Errorf("%s", sc.Boxed())
	}
	s.ask("flood 20000")
	s.WaitText("19999 end of the flood")
	s.ask("lie")
	s.WaitText("end of the lies")
	if list := s.dormer("ps"); strings.Contains(list, "owned") {
		t.Error(list)
	}
}

// A prompt sent to a conversation from elsewhere goes to its socket: the draft in its pane stays,
// and a prompt that cannot be taken is refused in one sentence. F230.
func TestConversationDraftSurvivesPromptsFromElsewhere(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.Type("a draft")
	s.Press("alt+enter")
	s.Type("of two lines")
	s.WaitText("> a draft", "of two lines")
	id := s.agents()["claude-chat"].ID
	gate, pass := gateFile(t)

	s.dormer("agent", "prompt", id, "hold "+gate+"\nsay by the socket\nask to go on")
	if list := s.dormer("agent", "list"); !strings.Contains(list, "working") {
		t.Errorf("the agent is not working:\n%s", list)
	}
	if why := s.refused("agent", "prompt", id, "more"); !strings.Contains(why, "a turn runs: cancel it") {
		t.Error(why)
	}
	if why := s.refused("agent", "answer", id, "Allow"); !strings.Contains(why, "asks nothing just now") {
		t.Error(why)
	}
	pass()
	s.WaitText("▌ say by the socket", "claude asks: to go on", "> a draft", "of two lines")
	if why := s.refused("agent", "prompt", id, "more"); !strings.Contains(why, "the agent asks for permission (to go on): answer it first") {
		t.Error(why)
	}
	if said := s.dormer("agent", "explain", id); !strings.Contains(said, "2  Always allow") {
		t.Error(said)
	}
	if why := s.refused("agent", "answer", id, "4"); !strings.Contains(why, "the options are 1 Allow, 2 Always allow, 3 Reject") {
		t.Error(why)
	}
	s.dormer("agent", "answer", id, "always allow")
	s.WaitText("to go on: Always allow", "Chosen: always", "> a draft", "of two lines")
	if said := s.dormer("agent", "wait", id, "--state", "done", "--timeout", "1m"); !strings.Contains(said, "done") {
		t.Error(said)
	}
}

// The inbox answers a conversation although its pane has a draft. F230.
func TestInboxAnswersConversation(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.Type("a draft")
	s.WaitText("> a draft")
	id := s.agents()["claude-chat"].ID
	s.dormer("agent", "prompt", id, "ask to go on")
	s.WaitText("claude asks: to go on", "> a draft")
	s.Prefix("A")
	s.WaitText("1 Allow", "3 Reject")
	s.Press("down", "down", "down", "enter", "esc")
	s.WaitText("to go on: Reject", "Chosen: reject", "> a draft")
}

// A model is chosen by key, is shown, and is kept after the agent was killed and has loaded the
// conversation.
func TestConversationModelIsKept(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.WaitText("claude · Code · Big · Low", "Alt-M model")
	s.Press("alt+m")
	s.WaitText("choose a setting:", "Thought level")
	s.Press("enter")
	s.WaitText("Model:", "thinks long")
	s.Press("down", "enter")
	s.WaitText("claude · Code · Small · Low")
	s.Type("/model paid")
	s.Press("enter")
	s.WaitText("Model stays as it was: your plan does not have this model")
	s.ask("die")
	s.WaitText("Enter starts the agent again")
	s.Press("enter")
	s.WaitText("claude continues the conversation", "claude · Code · Small · Low", "Enter sends")

	id := s.agents()["claude-chat"].ID
	list := s.dormer("agent", "options", id)
	for _, want := range []string{"mode +\\* +code +Code", "mode +plan +Plan only +changes nothing", "model +\\* +small", "thought-level"} {
		if !regexp.MustCompile(want).MatchString(list) {
			t.Errorf("%q is not in\n%s", want, list)
		}
	}
	for _, want := range []string{`"schema": 1`, `"option": "model",\s+"name": "Model",\s+"category": "model",\s+"value": "small",\s+"values": \[\s+\{\s+"id": "big",\s+"name": "Big",\s+"description": "thinks long"`} {
		if got := s.dormer("agent", "options", id, "--json"); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	s.dormer("agent", "options", id, "model", "Big")
	s.dormer("agent", "options", id, "mode", "plan")
	s.WaitText("claude · Plan only · Big · Low")
}

// An agent with endless output is stopped by the limit of the transcript. A line and its state say
// so, also after a reboot, and the conversation up to there is kept. F311.
func TestConversationTranscriptLimit(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.ask("say the beginning")
	s.WaitText("▌ say the beginning", "Enter sends")
	s.ask("say more")
	s.WaitText("▌ say more", "Enter sends")
	for _, r := range s.rows() {
		if len(r.Command) > 1 && r.Command[1] == "chat" {
			if err := unix.Kill(r.ChildPID, unix.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.WaitText("Enter starts it again")
	transcript := filepath.Join(s.Home(), "state", "sessions", s.agents()["claude-chat"].ID, "transcript.jsonl")
	f, err := os.OpenFile(transcript, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("\n"), 256<<20-64<<10) // one long line, which is skipped
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	s.Press("enter")
	s.WaitText("claude continues the conversation", "Enter sends")
	s.ask("big 1000000", "say never")
	const why = "the agent has ended: the conversation has 256 MB, and no more is kept"
	s.WaitText(why, "Enter starts the agent again")
	s.agentIs("error")
	s.Type("what I wanted to say")
	s.Press("enter")
	s.WaitFor("a refusal, and the draft kept", func(sc drive.Screen) bool {
		return sc.Count("no more is kept") == 2 && sc.Contains("> what I wanted to say")
	})
	s.Press("ctrl+home")
	s.WaitText("▌ say the beginning")
	s.killAll()

	r := s.relaunch()
	r.Prefix("2")
	r.WaitText(why, "Enter starts the agent again")
	r.Press("ctrl+home")
	r.WaitText("▌ say the beginning")
	if st, err := os.Stat(transcript); err != nil || st.Size() > 256<<20+2<<20 {
		t.Errorf("the transcript has %d bytes, %v", st.Size(), err)
	}
}
