//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// open opens the workspace of the relay's user. The relay has to end before the program does,
// which looks for what is left of its home.
func (r *relayHome) open() *story {
	r.t.Helper()
	return open(r.t, drive.Options{Home: r.home, Dir: r.repo, Cols: 100})
}

// S2-01: a session of the relay is a tab of the workspace that is open: client and pane have the same
// conversation, and when the client stops it, the tab says so.
func TestRelaySessionIsATab(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	c := r.dial()
	id := c.begin("auth")
	s.WaitText("2 auth")
	if sc := s.Screen(); !sc.Contains("$") { // it opens in the background
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

	second := c.begin("auth") // the tab of the first one stays
	s.WaitText("3 auth")
	s.Prefix("3")
	s.WaitText("Enter sends")
	s.dormer("kill", second) // by the user: the client is told
	if m := c.expect("error"); m["code"] != "ended" || m["sessionId"] != second {
		t.Errorf("the error is %v", m)
	}
	c.expect("session:terminated")
}

// A session that is created while no program is open is a tab when the workspace is opened, with the
// conversation so far.
func TestRelaySessionIsThereWhenTheWorkspaceIsOpened(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	s.leave()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say while nobody looked")
	eventually(t, "it is in the workspace", func() bool {
		kept, _ := os.ReadFile(filepath.Join(r.home, "state", "relay", "sessions.json")) // until there is one, it is not
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

// The relay does not wait for a program that is stopped, which shows the session when it goes on.
func TestRelayDoesNotWaitForAStoppedProgram(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	defer r.stopRelay(syscall.SIGTERM)
	s := r.open()
	s.Signal(syscall.SIGSTOP)
	c := r.dial()
	c.say(c.begin("auth"), "say hello")
	eventually(t, "it is said that the tab is not there", func() bool { return len(r.events("session.not_shown")) > 0 })
	s.Signal(syscall.SIGCONT)
	s.WaitText("2 auth")
}
