//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"dormer/session/chat"
	"dormer/ui/testing/drive"
)

// open opens the workspace of the relay's user. The relay must end before the program does, because
// the program's end checks for processes left in its home.
func (r *relayHome) open() *story {
	r.t.Helper()
	return open(r.t, drive.Options{Home: r.home, Dir: r.repo, Cols: 100})
}

// S2-01: a relay session is a tab of the open workspace. Client and pane share the conversation,
// and the tab shows when the client stops it.
func TestRelaySessionIsATab(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	c := r.dial()
	id := c.begin("auth")
	s.WaitText("2 auth")
	if sc := s.Screen(); !sc.Contains("$") { // the tab opens in the background
		t.Errorf("the tab has taken the focus\n%s", sc.Boxed())
	}
	s.Prefix("2")
	s.WaitText("Enter sends")
	c.say(id, "say by the client")
	s.WaitText("by the client", "Enter sends")
	s.Type("say by the pane")
	s.Press("enter")
	if m := c.expect("agent:response"); strings.TrimSpace(m["content"].(string)) != "by the pane" {
		t.Errorf("the client got %v", m)
	}
	c.send(message{"type": "session:stop", "sessionId": id})
	c.expect("session:terminated")
	s.WaitText("stopped on request", "Enter starts it again")

	second := c.begin("auth") // the first session's tab stays
	s.WaitText("3 auth")
	s.Prefix("3")
	s.WaitText("Enter sends")
	s.dormer("kill", second) // by the user; the client is notified
	if m := c.expect("error"); m["code"] != "ended" || m["sessionId"] != second {
		t.Errorf("the error is %v", m)
	}
	c.expect("session:terminated")
}

// A session created while no program is open becomes a tab when the workspace is opened, with the
// conversation so far.
func TestRelaySessionOpensWithTheWorkspace(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	s.leave()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say while nobody looked")
	eventually(t, "it is in the workspace", func() bool {
		kept, _ := os.ReadFile(filepath.Join(r.home, "state", "relay", "sessions.json")) // may not exist yet
		return strings.Contains(string(kept), `"shown": true`)
	})
	s = s.relaunch()
	s.WaitText("2 auth")
	s.Prefix("2")
	s.WaitText("while nobody looked", "Enter sends")
	s.leave()
	c.say(id, "say it still runs")
	s = s.relaunch()
	s.WaitText("it still runs")
}

// S4-05, S4-27: an archived conversation leaves its tab and cannot be resumed until its user brings
// it back; then the client continues it.
func TestRelayArchivedConversation(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say what was said")
	s.WaitText("2 auth")
	resume := func(status int, member string, want any) {
		t.Helper()
		if got, m := r.ask("POST", "/sessions/"+id+"/resume", "{}"); got != status || m[member] != want {
			t.Errorf("resume: %d %v, want %d and %s %v", got, m, status, member, want)
		}
	}
	if status, m := r.ask("POST", "/sessions/"+id+"/archive", "{}"); status != 200 || m["status"] != "archived" {
		t.Fatalf("archive: %d %v", status, m)
	}
	c.expect("session:terminated")
	s.WaitGone("2 auth")
	resume(409, "code", "refused")
	s.dormer("unarchive", id)
	eventually(t, "the document has it back", func() bool {
		_, m := r.ask("GET", "/sessions/"+id, "")
		return m["status"] == "active" && m["agentId"] == "auth"
	})
	resume(200, "status", "active")
	d := r.dial()
	d.send(message{"type": "session:attach", "sessionId": id})
	d.expect("session:attached")
	if m := d.expect("agent:response"); strings.TrimSpace(m["content"].(string)) != "what was said" {
		t.Errorf("the conversation has %v", m)
	}
	d.say(id, "say and it goes on")
	s.WaitText("2 auth")
	s.Prefix("2")
	s.WaitText("and it goes on", "Enter sends")
}

// The relay does not wait for a stopped program, which shows the session when it continues.
func TestRelayDoesNotWaitForAStoppedProgram(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	s.Signal(syscall.SIGSTOP)
	c := r.dial()
	c.say(c.begin("auth"), "say hello")
	eventually(t, "the notice that there is no tab", func() bool { return len(r.events("session.not_shown")) > 0 })
	s.Signal(syscall.SIGCONT)
	s.WaitText("2 auth")
}

// The process of a conversation is killed: the session stays active, and the next message starts it
// again with its agent. The test failed once: the new process took the previous process's end in
// the transcript for its own.
func TestRelayConversationKilledAndBack(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say before")
	conversation := r.conversation()
	if syscall.Kill(conversation, syscall.SIGKILL) != nil || !drive.WaitGone(conversation) {
		t.Fatalf("the conversation, process %d, still runs", conversation)
	}
	if m := c.say(id, "say after"); strings.TrimSpace(m["content"].(string)) != "after" {
		t.Errorf("the answer is %v", m)
	}
	if e := r.events("session.terminated"); len(e) != 0 {
		t.Errorf("the session was terminated: %v", e)
	}
}

// The conversation is killed in the middle of a turn, and the client, which does not know whether
// its message was taken, sends it again. The message is in the transcript once, and the client
// learns how its turn ended. F310.
func TestRelayMessageIsSentAgain(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c, seen := r.dial(), r.dial()
	id := c.begin("auth")
	sent := message{"type": "agent:message", "sessionId": id, "messageId": "mine", "content": "say one\nhold " + filepath.Join(r.home, "never")}
	c.send(sent)
	seen.send(message{"type": "session:attach", "sessionId": id, "updates": true})
	seen.expect("session:attached")
	for kind := any(nil); kind != "answer"; {
		kind = seen.expect("agent:update")["event"].(message)["kind"]
	}
	conversation := r.conversation()
	if syscall.Kill(conversation, syscall.SIGKILL) != nil || !drive.WaitGone(conversation) {
		t.Fatalf("the conversation, process %d, still runs", conversation)
	}
	c.send(sent)
	if m := c.expect("agent:response"); m["stopReason"] != "lost" || strings.TrimSpace(m["content"].(string)) != "one" {
		t.Errorf("the turn ended with %v", m)
	}
	eventually(t, "the next message is taken", func() bool {
		c.send(message{"type": "agent:message", "sessionId": id, "content": "say two"})
		m, err := c.next()
		if err != nil || m["type"] != "agent:response" && m["code"] != "not_ready" { // the agent is still starting
			t.Fatalf("%v, %v", m, err)
		}
		return m["type"] == "agent:response" && strings.TrimSpace(m["content"].(string)) == "two"
	})
	if n := strings.Count(transcriptOf(t, r.home, id), `"text":"say one`); n != 1 {
		t.Errorf("the transcript has the message %d times", n)
	}
}

// S2-15: the agent runs, but nobody can connect to its conversation because the socket was removed,
// until the conversation is killed.
func TestRelayCannotAttach(t *testing.T) {
	t.Parallel()
	gate, pass := gateFile(t)
	r := newRelay(t, "slow = \"slow\"\n")
	config := filepath.Join(r.home, "config", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	waits := fmt.Sprintf("while ! test -e '%s'; do sleep 0.05; done; exec '%s'", gate, r.fake)
	text = fmt.Appendf(text, "[agents.slow]\ncommand = [\"x\"]\nacp = [\"/bin/sh\", \"-c\", %q]\n", waits)
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := r.serve().dial()
	c.send(message{"type": "session:create", "agentId": "slow"})
	id := c.expect("session:created")["sessionId"].(string)
	key, err := uuid.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	socket := chat.Address(filepath.Join(r.home, "state", "sessions"), filepath.Join(r.home, "run"), key)
	eventually(t, "the conversation listens", func() bool {
		_, err := os.Stat(socket)
		return err == nil
	})
	pid := r.conversation()
	connections := func() int { // the kernel lists the socket by its first name
		all, err := os.ReadFile("/proc/net/unix")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(all), fmt.Sprintf("/.%d.new\n", pid))
	}
	eventually(t, "the relay waits for the agent", func() bool { return connections() == 2 }) // the listener's and the relay's
	if err := os.Remove(socket); err != nil {
		t.Fatal(err)
	}
	pass()
	eventually(t, "the relay knows that the agent runs", func() bool { return connections() == 1 })
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	e := c.expect("error")
	if e["code"] != "attach_failed" || !strings.HasPrefix(e["message"].(string), "attach failed: ") || e["sessionId"] != id {
		t.Errorf("the error is %v", e)
	}
	if m := c.expect("session:terminated"); m["reason"] != e["message"] {
		t.Errorf("terminated: %v", m)
	}
}

// S2-17: a client stops reading, and its session ends with it. The test failed at times: a
// connection closed by a failed write was taken for one closed by the client.
func TestRelayCannotWrite(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "[relay]\non_disconnect = \"end\"\n").serve()
	c := r.dial()
	c.send(message{"type": "session:create", "agentId": "auth", "updates": true})
	id := c.expect("session:created")["sessionId"].(string)
	c.expect("session:ready")
	pid := r.agents()["auth"]
	c.send(message{"type": "agent:message", "sessionId": id, "content": strings.Repeat("big 900000\n", 40)})
	eventually(t, "the end of the session is logged", func() bool { return len(r.events("session.terminated")) == 1 })
	if e := r.events("session.terminated")[0]; !strings.HasPrefix(e["reason"].(string), "write failed: ") || e["sessionId"] != id {
		t.Errorf("logged: %v", e)
	}
	if !drive.WaitGone(pid) {
		t.Error("the agent still runs")
	}
}

// conversation returns the process of the only conversation.
func (r *relayHome) conversation() int {
	r.t.Helper()
	for _, pid := range drive.Processes(r.home) {
		if strings.Contains(drive.CommandLine(pid), "chat --agent") {
			return pid
		}
	}
	r.t.Fatal("no conversation runs")
	return 0
}
