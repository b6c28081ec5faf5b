//go:build linux

package stories

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dormer/ui/testing/drive"
)

// relayHome is a home with a repository, served by the relay.
type relayHome struct {
	t                    testing.TB
	home, repo, fake     string
	url, token           string
	relay                *exec.Cmd
	ended                chan struct{}
	log                  *relayLog
	tls                  *tls.Config
	serveFlags, extraEnv []string
}

// relayLog collects the relay's standard error.
type relayLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *relayLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *relayLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newRelay creates a home and a repository and starts nothing. The fake agent plays every role.
func newRelay(t testing.TB, configuration string) *relayHome {
	t.Helper()
	r := &relayHome{t: t, home: t.TempDir(), fake: filepath.Join(t.TempDir(), "fakeacp"), log: &relayLog{}}
	r.repo = filepath.Join(t.TempDir(), "repo")
	program, err := os.ReadFile(filepath.Join(drive.Agents(t), "claude-agent-acp"))
	if err != nil {
		t.Fatal(err)
	}
	drive.Install(t, r.fake, program)
	for _, dir := range []string{r.repo, filepath.Join(r.home, "config"), filepath.Join(r.home, "user")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	text := fmt.Sprintf("[agents.fake]\ncommand = [%q]\nacp = [%q]\n[relay.roles]\nauth = \"fake\"\ndb = \"fake\"\ntests = \"fake\"\nfourth = \"fake\"\nmain = \"fake\"\n%s", r.fake, r.fake, configuration)
	if err := os.WriteFile(filepath.Join(r.home, "config", "config.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"-c", "user.name=n", "-c", "user.email=n@e", "commit", "-q", "--allow-empty", "-m", "first"}} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", r.repo}, args...)...)
		cmd.Env = r.env()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	t.Cleanup(r.end)
	r.token = strings.TrimSpace(r.dormer("token", "new", "--name", "test"))
	return r
}

func (r *relayHome) env() []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(r.home, "user"), "DORMER_HOME=" + r.home, "SHELL=/bin/bash", "LANG=C.UTF-8",
	}, r.extraEnv...)
}

// dormer runs a dormer command and returns its standard output.
func (r *relayHome) dormer(args ...string) string {
	r.t.Helper()
	cmd := exec.Command(drive.Build(r.t), args...)
	cmd.Dir, cmd.Env = r.repo, r.env()
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("dormer %s: %v\n%s", strings.Join(args, " "), err, wrong.String())
	}
	return string(out)
}

// serve starts the relay and waits until it listens.
func (r *relayHome) serve() *relayHome { return r.serveAt("127.0.0.1:0") }

// serveAt is like serve, on an address.
func (r *relayHome) serveAt(address string) *relayHome {
	r.t.Helper()
	r.relay = exec.Command(drive.Build(r.t), append([]string{"serve", "--listen", address}, r.serveFlags...)...)
	r.relay.Dir, r.relay.Env, r.relay.Stderr = r.repo, r.env(), r.log
	out, err := r.relay.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.relay.Start(); err != nil {
		r.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
			r.url = address
			break
		}
	}
	if r.url == "" {
		_ = r.relay.Wait()
		r.t.Fatalf("the relay does not listen: %s", r.log)
	}
	cmd := r.relay
	ended := make(chan struct{})
	r.ended = ended
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	}()
	return r
}

// stopRelay ends the relay by a signal.
func (r *relayHome) stopRelay(by syscall.Signal) {
	r.t.Helper()
	if r.ended == nil {
		return
	}
	_ = r.relay.Process.Signal(by)
	select {
	case <-r.ended:
	case <-time.After(drive.Patience):
		r.t.Errorf("the relay does not end: %s", r.log)
		_ = r.relay.Process.Kill()
		<-r.ended
	}
	r.ended = nil
}

// end ends the relay and everything it has started.
func (r *relayHome) end() {
	r.stopRelay(syscall.SIGTERM)
	drive.EndHosts(r.home)
	for _, pid := range append(drive.Hosts(r.home), drive.Processes(r.home)...) {
		if !drive.WaitGone(pid) {
			r.t.Errorf("process %d is left: %s", pid, drive.CommandLine(pid))
		}
	}
}

// relayClient is a WebSocket to the relay.
type relayClient struct {
	r *relayHome
	*websocket.Conn
}

type message = map[string]any

func (r *relayHome) dial() *relayClient {
	r.t.Helper()
	c, err := r.tryDial()
	if err != nil {
		r.t.Fatalf("dial: %v\n%s", err, r.log)
	}
	return c
}

func (r *relayHome) tryDial() (*relayClient, error) {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: r.tls}}
	options := &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"Authorization": {"Bearer " + r.token}}}
	c, _, err := websocket.Dial(context.Background(), r.url+"/ws", options) //nolint:bodyclose // the connection owns it
	if err != nil {
		return nil, err
	}
	c.SetReadLimit(4 << 20)
	r.t.Cleanup(func() { _ = c.CloseNow() })
	return &relayClient{r, c}, nil
}

func (c *relayClient) send(m message) {
	c.r.t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		c.r.t.Fatal(err)
	}
	if err := c.Write(context.Background(), websocket.MessageText, data); err != nil {
		c.r.t.Fatalf("send: %v\n%s", err, c.r.log)
	}
}

func (c *relayClient) next() (message, error) {
	ctx, cancel := context.WithTimeout(context.Background(), drive.Patience)
	defer cancel()
	_, data, err := c.Read(ctx)
	if err != nil {
		return nil, err
	}
	var m message
	return m, json.Unmarshal(data, &m)
}

// expect reads a message and checks its type.
func (c *relayClient) expect(kind string) message {
	c.r.t.Helper()
	m, err := c.next()
	if err != nil || m["type"] != kind {
		c.r.t.Fatalf("got %v (%v), want %s\n%s", m, err, kind, c.r.log)
	}
	return m
}

// begin creates a session and waits until it is ready.
func (c *relayClient) begin(agentID string) string {
	c.r.t.Helper()
	c.send(message{"type": "session:create", "agentId": agentID})
	id := c.expect("session:created")["sessionId"].(string)
	c.expect("session:ready")
	return id
}

// say sends a message and returns the answer.
func (c *relayClient) say(id, text string) message {
	c.r.t.Helper()
	c.send(message{"type": "agent:message", "sessionId": id, "content": text})
	return c.expect("agent:response")
}

// agents returns the processes of the fake agents, by working directory.
func (r *relayHome) agents() map[string]int {
	all := map[string]int{}
	for _, pid := range drive.Processes(r.home) {
		if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); err == nil && strings.HasPrefix(drive.CommandLine(pid), r.fake) {
			all[filepath.Base(dir)] = pid
		}
	}
	return all
}

// events returns the relay's log entries with a name.
func (r *relayHome) events(name string) (found []message) {
	for line := range strings.Lines(r.log.String()) {
		var e message
		if json.Unmarshal([]byte(line), &e) == nil && e["event"] == name {
			found = append(found, e)
		}
	}
	return found
}

// S2-01, S2-05, S2-06, S2-11, S2-12, S2-16, S2-19, S2-22, S2-24, S2-30, S2-31, S2-32, S2-33, S2-38:
// the message flow of the specification, with a real agent process in its own worktree.
func TestRelayFlow(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	c.send(message{"type": "session:create", "agentId": "auth"})
	created := c.expect("session:created")
	id := created["sessionId"].(string)
	if created["agentId"] != "auth" {
		t.Errorf("created: %v", created)
	}
	if ready := c.expect("session:ready"); ready["sessionId"] != id {
		t.Errorf("ready: %v", ready)
	}
	worktree := filepath.Join(r.repo, "agent", "auth")
	pid := r.agents()["auth"]
	if pid == 0 {
		t.Errorf("no agent works in %s", worktree)
	}
	if head, err := exec.CommandContext(t.Context(), "git", "-C", worktree, "symbolic-ref", "--short", "HEAD").Output(); strings.TrimSpace(string(head)) != "auth" {
		t.Errorf("%s is on branch %s (%v)", worktree, head, err)
	}
	if response := c.say(id, "say it works\nwrite made.txt by the agent"); !strings.HasPrefix(response["content"].(string), "it works") || response["sessionId"] != id {
		t.Errorf("response: %v", response)
	}
	c.send(message{"type": "session:stop", "sessionId": id})
	if ended := c.expect("session:terminated"); ended["sessionId"] != id {
		t.Errorf("terminated: %v", ended)
	}
	if pid != 0 && drive.Alive(pid) {
		t.Error("the agent runs after session:terminated")
	}
	if text, err := os.ReadFile(filepath.Join(worktree, "made.txt")); err != nil || len(text) == 0 {
		t.Errorf("the agent's file is gone: %v", err)
	}
	for event, member := range map[string]string{"session.created": "agentId", "session.ready": "worktreeDir", "session.message_sent": "messageCount", "session.terminated": "reason"} {
		eventually(t, event+" is logged", func() bool { return len(r.events(event)) > 0 })
		if found := r.events(event); len(found) != 1 || found[0]["sessionId"] != id || found[0][member] == nil || found[0]["level"] != "INFO" {
			t.Errorf("%s: %v", event, found)
		}
	}
	again := c.begin("auth") // in the existing worktree
	if again == id || r.agents()["auth"] == 0 {
		t.Errorf("the second session has the id %s", again)
	}
}

// pythonFlow plays the flow with another WebSocket implementation.
const pythonFlow = `
import asyncio, json, sys, websockets
async def main(url, token):
    async with websockets.connect(url, extra_headers={"Authorization": "Bearer " + token}) as ws:
        async def ask(message, *types):
            await ws.send(json.dumps(message))
            got = []
            for wanted in types:
                m = json.loads(await ws.recv())
                assert m["type"] == wanted, m
                got.append(m)
            return got
        created, ready = await ask({"type": "session:create", "agentId": "auth"}, "session:created", "session:ready")
        id = created["sessionId"]
        response, = await ask({"type": "agent:message", "sessionId": id, "content": "say hello"}, "agent:response")
        assert response["content"].strip() == "hello", response
        await ask({"type": "session:stop", "sessionId": id}, "session:terminated")
        await ws.send("x" * (1 << 21))
        try:
            await ws.recv()
        except websockets.ConnectionClosed as e:
            assert e.code == 1009, e
        print("all is well")
asyncio.run(main(*sys.argv[1:]))
`

// S2-28: a client with another WebSocket implementation plays the flow, and is disconnected for a
// message of more than 1 MB.
func TestRelayFlowFromPython(t *testing.T) {
	t.Parallel()
	python := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.CommandContext(t.Context(), name, "-c", "import websockets").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("python3 has no module websockets: apt-get install python3-websockets")
	}
	r := newRelay(t, "").serve()
	cmd := exec.CommandContext(t.Context(), python, "-c", pythonFlow, strings.Replace(r.url, "http", "ws", 1)+"/ws", r.token)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "all is well") {
		t.Errorf("%v\n%s\n%s", err, out, r.log)
	}
}

// S2-14, S2-15, S2-17: failures of git, agents and processes report their reasons and leave no
// process.
func TestRelayFailures(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "broken = \"broken\"\n[agents.broken]\ncommand = [\"x\"]\nacp = [\"/nowhere/agent\"]\n").serve()
	c := r.dial()
	fails := func(agentID, code, reason string) {
		t.Helper()
		c.send(message{"type": "session:create", "agentId": agentID})
		id := c.expect("session:created")["sessionId"]
		e := c.expect("error")
		if e["code"] != code || !strings.HasPrefix(e["message"].(string), reason) || e["sessionId"] != id {
			t.Errorf("%s: the error is %v", agentID, e)
		}
		if m := c.expect("session:terminated"); m["reason"] != e["message"] {
			t.Errorf("%s: terminated: %v", agentID, m)
		}
	}
	fails("main", "worktree_failed", "worktree failed: ") // the branch is checked out in the repository
	fails("broken", "acp_spawn_failed", "acp spawn failed: ")

	id := c.begin("auth")
	if m := c.say(id, "die"); m["stopReason"] != "lost" {
		t.Errorf("the turn of a dead agent ends with %v", m)
	}
	if err := os.Remove(r.fake); err != nil {
		t.Fatal(err)
	}
	c.send(message{"type": "agent:message", "sessionId": id, "content": "say x"})
	for reason := ""; ; { // first the refusal of the message, then the end of the session
		m, err := c.next()
		if err != nil {
			t.Fatal(err)
		}
		if m["type"] == "session:terminated" {
			if !strings.HasPrefix(m["reason"].(string), "send failed: ") || m["reason"] != reason {
				t.Errorf("terminated: %v after %q", m, reason)
			}
			break
		}
		if m["type"] == "error" {
			reason = m["message"].(string)
		}
	}
	if left := r.agents(); len(left) != 0 || len(drive.Hosts(r.home)) > 3 {
		t.Errorf("sessions are left: %v", left)
	}
}

// A message that cannot be taken is refused. Neither the session nor its agent ends.
func TestRelayRefusedMessages(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	pid := r.agents()["auth"]
	for _, text := range []string{" ", strings.Repeat("x", 1<<20-100)} {
		c.send(message{"type": "agent:message", "sessionId": id, "content": text})
		if m := c.expect("error"); m["code"] != "refused" {
			t.Errorf("%.3q: %v", text, m)
		}
	}
	if m := c.say(id, "say x"); m["stopReason"] != "end_turn" {
		t.Errorf("the message after them ended with %v", m["stopReason"])
	}
	if now := r.agents()["auth"]; now != pid {
		t.Errorf("the agent is process %d, was %d", pid, now)
	}
}

// S2-20: with on_disconnect = "end" the agent ends with its client; by default it runs on.
func TestRelayClientDisconnects(t *testing.T) {
	t.Parallel()
	for policy, stays := range map[string]bool{"keep": true, "end": false, "1ms": false} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			r := newRelay(t, "[relay]\non_disconnect = \""+policy+"\"\n").serve()
			c := r.dial()
			id := c.begin("auth")
			pid := r.agents()["auth"]
			_ = c.CloseNow()
			if stays {
				d := r.dial()
				d.send(message{"type": "session:attach", "sessionId": id})
				if m := d.expect("session:attached"); m["state"] != "ACTIVE" || !drive.Alive(pid) {
					t.Errorf("attached: %v", m)
				}
				d.say(id, "say x")
				return
			}
			if !drive.WaitGone(pid) {
				t.Fatal("the agent still runs")
			}
			eventually(t, "the end is logged", func() bool { return len(r.events("session.terminated")) == 1 })
			if e := r.events("session.terminated")[0]; e["reason"] != "client disconnected" {
				t.Errorf("logged: %v", e)
			}
		})
	}
}

// S2-37, S2-39: the relay is killed in the middle of a turn. The agent is not affected, and the
// next relay continues the conversation where the client was.
func TestRelayKilledAndBack(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	first := c.say(id, "say one")
	pid := r.agents()["auth"]
	hold := filepath.Join(r.home, "go-on")
	c.send(message{"type": "agent:message", "sessionId": id, "content": "say two\nhold " + hold + "\nsay three"})
	d := r.dial()
	d.send(message{"type": "session:attach", "sessionId": id, "from": first["seq"], "updates": true})
	d.expect("session:attached")
	d.expect("agent:update") // the message has arrived
	r.stopRelay(syscall.SIGKILL)
	if err := os.WriteFile(hold, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r.serve()
	c = r.dial()
	c.send(message{"type": "session:attach", "sessionId": id, "from": first["seq"]})
	if m := c.expect("session:attached"); m["state"] != "ACTIVE" || m["agentId"] != "auth" {
		t.Errorf("attached: %v", m)
	}
	if m := c.expect("agent:response"); strings.Join(strings.Fields(m["content"].(string)), " ") != "two three" {
		t.Errorf("the turn without a relay ended with %v", m)
	}
	if m := c.say(id, "say four"); strings.TrimSpace(m["content"].(string)) != "four" {
		t.Errorf("response: %v", m)
	}
	if now := r.agents()["auth"]; now != pid {
		t.Errorf("the agent is process %d, was %d", now, pid)
	}
	c.send(message{"type": "session:stop", "sessionId": id})
	c.expect("session:terminated")
	if drive.Alive(pid) {
		t.Error("the agent still runs")
	}
}

// S4-07, S4-08, S4-32: the agent is killed. Its session stays active, and the next message starts
// the agent again, which loads its conversation.
func TestRelayAgentKilledAndLoaded(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say one")
	pid := r.agents()["auth"]
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	seen := r.dial() // a message sent before the conversation has noticed is lost with its turn
	seen.send(message{"type": "session:attach", "sessionId": id, "updates": true})
	seen.expect("session:attached")
	for kind := any(nil); kind != "ended"; {
		m, err := seen.next()
		if err != nil {
			t.Fatal(err)
		}
		if event, is := m["event"].(message); is {
			kind = event["kind"]
		}
	}
	if m := c.say(id, "say two"); strings.TrimSpace(m["content"].(string)) != "two" {
		t.Errorf("response: %v", m)
	}
	if now := r.agents()["auth"]; now == pid || now == 0 {
		t.Errorf("the agent is process %d, was %d", now, pid)
	}
	d := r.dial()
	d.send(message{"type": "session:attach", "sessionId": id})
	d.expect("session:attached")
	for _, want := range []string{"one", "two"} {
		if m := d.expect("agent:response"); strings.TrimSpace(m["content"].(string)) != want {
			t.Errorf("the conversation has %v, want %s", m, want)
		}
	}
	if text := transcriptOf(t, r.home, id); !strings.Contains(text, `"loaded":true`) {
		t.Errorf("the agent has not loaded its conversation: %s", text)
	}
}

// A full conversation whose process was killed refuses the next message, and its session stays. F343.
func TestRelayFullConversation(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	c.say(id, "say one")
	var listed struct {
		Sessions []struct {
			ChildPID int `json:"child_pid"`
		}
	}
	if err := json.Unmarshal([]byte(r.dormer("ps", "--json")), &listed); err != nil || len(listed.Sessions) != 1 {
		t.Fatalf("ps lists %v (%v)", listed, err)
	}
	pid := listed.Sessions[0].ChildPID
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the process has ended", func() bool { return !drive.Alive(pid) })
	f, err := os.OpenFile(filepath.Join(r.home, "state", "sessions", id, "transcript.jsonl"), os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("\n"), 256<<20) // one long line, which is skipped
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // by a process that is started again, and by one that runs
		c.send(message{"type": "agent:message", "sessionId": id, "content": "say two"})
		if m := c.expect("error"); m["code"] != "refused" || !strings.Contains(m["message"].(string), "256 MB") {
			t.Fatalf("the message: %v", m)
		}
	}
	if _, m := r.ask("GET", "/sessions/"+id, ""); m["state"] != "ACTIVE" {
		t.Errorf("the session is %v", m)
	}
}

func transcriptOf(t *testing.T, home, id string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(home, "state", "sessions", id, "transcript.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// S2-26, S2-36: three sessions run; a fourth one and a second one of the same agent are refused;
// one is stopped, and the others are not affected.
func TestRelayThreeSessions(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	ids := map[string]string{}
	for _, agentID := range []string{"auth", "db", "tests"} {
		ids[agentID] = c.begin(agentID)
	}
	for agentID, code := range map[string]string{"fourth": "too_many_sessions"} {
		c.send(message{"type": "session:create", "agentId": agentID})
		if e := c.expect("error"); e["code"] != code {
			t.Errorf("%s: %v", agentID, e)
		}
	}
	before := r.agents()
	c.send(message{"type": "session:stop", "sessionId": ids["db"]})
	c.expect("session:terminated")
	c.send(message{"type": "session:create", "agentId": "auth"})
	if e := c.expect("error"); e["code"] != "agent_in_use" {
		t.Errorf("a second session of auth: %v", e)
	}
	after := r.agents()
	if after["auth"] != before["auth"] || after["tests"] != before["tests"] || after["db"] != 0 || before["auth"] == 0 {
		t.Errorf("agents were %v, are %v", before, after)
	}
	for _, agentID := range []string{"auth", "tests"} {
		c.say(ids[agentID], "say still here")
	}
}

// S2-27: many messages through three sessions at the same time: none is lost, duplicated or out of
// order.
func TestRelayManyMessages(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	const each = 40
	var all sync.WaitGroup
	failed := make(chan error, 3)
	for _, agentID := range []string{"auth", "db", "tests"} {
		c := r.dial()
		c.send(message{"type": "session:create", "agentId": agentID, "updates": true})
		id := c.expect("session:created")["sessionId"].(string)
		c.expect("session:ready")
		all.Go(func() { failed <- c.exchange(id, each) })
	}
	all.Wait()
	for range 3 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	eventually(t, "all exchanges are counted", func() bool { return len(r.events("session.message_sent")) == 3*each })
}

// exchange sends messages, each after the previous answer, and checks every event.
func (c *relayClient) exchange(id string, count int) error {
	last := 0.0
	for n := range count {
		data, _ := json.Marshal(message{"type": "agent:message", "sessionId": id, "content": fmt.Sprintf("say %d", n)})
		if err := c.Write(context.Background(), websocket.MessageText, data); err != nil {
			return err
		}
		for {
			m, err := c.next()
			if err != nil {
				return err
			}
			seq, _ := m["seq"].(float64)
			if seq != last+1 {
				return fmt.Errorf("message %d: event %v after %v: %v", n, seq, last, m)
			}
			last = seq
			if m["type"] == "agent:response" {
				if got := strings.TrimSpace(m["content"].(string)); got != fmt.Sprint(n) {
					return fmt.Errorf("message %d got the answer %q", n, got)
				}
				break
			}
		}
	}
	return nil
}

// Revoking a token closes its connections at once; the session goes on.
func TestRelayTokenIsRevoked(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c := r.dial()
	id := c.begin("auth")
	r.dormer("token", "revoke", "test")
	if _, err := c.next(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("the connection ended with %v", err)
	}
	if c, err := r.tryDial(); err == nil {
		t.Errorf("a revoked token could connect: %v", c)
	}
	r.token = strings.TrimSpace(r.dormer("token", "new", "--name", "other"))
	d := r.dial()
	d.send(message{"type": "session:attach", "sessionId": id})
	d.expect("session:attached")
}

// ask sends an HTTP request.
func (r *relayHome) ask(method, path, body string) (int, message) {
	r.t.Helper()
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+r.token)
	q.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Transport: &http.Transport{TLSClientConfig: r.tls}}).Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var m message
	_ = json.NewDecoder(answer.Body).Decode(&m) // m stays empty if the answer is not JSON
	return answer.StatusCode, m
}

// S4-29, S4-31, S1-26: over HTTP, a session with an agent is created, prompted, listed as by ps,
// and cancelled.
func TestRelayByHTTP(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	status, made := r.ask("POST", "/sessions", `{"agentId": "auth"}`)
	id, _ := made["sessionId"].(string)
	if status != http.StatusCreated || id == "" {
		t.Fatalf("create: %d %v\n%s", status, made, r.log)
	}
	var shown message
	eventually(t, "the session is active", func() bool {
		_, shown = r.ask("GET", "/sessions/"+id, "")
		return shown["state"] == "ACTIVE"
	})
	if shown["lifecycle"] != "running" || shown["status"] != "active" || shown["worktreeDir"] != filepath.Join(r.repo, "agent", "auth") {
		t.Errorf("the session is %v", shown)
	}
	var listed struct {
		Sessions []struct{ ID, Name, State string }
	}
	if err := json.Unmarshal([]byte(r.dormer("ps", "--json")), &listed); err != nil || len(listed.Sessions) != 1 || listed.Sessions[0].ID != id || listed.Sessions[0].Name != "auth" {
		t.Errorf("ps lists %v (%v)", listed, err)
	}
	if status, m := r.ask("POST", "/sessions/"+id+"/prompt", `{"text": "say hello"}`); status != http.StatusAccepted || m["seq"].(float64) < 1 {
		t.Errorf("prompt: %d %v", status, m)
	}
	eventually(t, "the prompt is answered", func() bool {
		_, m := r.ask("GET", "/sessions/"+id, "")
		return m["messageCount"] == 1.0
	})
	pid := r.agents()["auth"]
	if status, _ := r.ask("POST", "/sessions/"+id+"/cancel", `{}`); status != http.StatusConflict || !drive.Alive(pid) {
		t.Errorf("cancel without confirmation: %d", status)
	}
	if status, m := r.ask("POST", "/sessions/"+id+"/cancel", `{"confirm": true}`); status != http.StatusOK || m["status"] != "cancelled" || m["sessionId"] != id || drive.Alive(pid) {
		t.Errorf("cancel: %d %v", status, m)
	}
	if _, m := r.ask("GET", "/sessions", ""); len(m["sessions"].([]any)) != 0 {
		t.Errorf("listed after that: %v", m)
	}
	if _, m := r.ask("GET", "/sessions?archived=true", ""); len(m["sessions"].([]any)) != 1 {
		t.Errorf("archived: %v", m)
	}
}

// A relay that would disturb another one does not start. A relay that others could reach requires
// TLS, and serves it.
func TestRelayBeyondThisMachine(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	refused := func(want string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), drive.Build(t), append([]string{"serve"}, args...)...)
		cmd.Dir, cmd.Env = r.repo, r.env()
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !strings.Contains(string(out), want) {
			t.Errorf("serve %v: %v\n%s", args, err, out)
		}
	}
	refused("another relay of yours is running", "--listen", "127.0.0.1:0")
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0"} {
		refused("give --cert and --key", "--listen", address)
	}
	refused("belong together", "--cert", "x")
	r.stopRelay(syscall.SIGTERM)

	cert, key, pool := certificateFor(t, "relay.example")
	r.serveFlags, r.url = []string{"--cert", cert, "--key", key}, ""
	r.tls = &tls.Config{RootCAs: pool, ServerName: "relay.example"}
	r.serve()
	if !strings.HasPrefix(r.url, "https://") {
		t.Fatalf("it listens on %s", r.url)
	}
	c := r.dial()
	c.begin("auth")
	if status, _ := r.ask("GET", "/sessions", ""); status != http.StatusOK {
		t.Errorf("GET /sessions: %d", status)
	}
}

// certificateFor makes a certificate for a name and returns its files and a pool that contains it.
func certificateFor(t *testing.T, name string) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err1 := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	secret, err2 := x509.MarshalPKCS8PrivateKey(private)
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	err3 := os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	err4 := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)
	made, err5 := x509.ParseCertificate(der)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(made)
	return cert, key, pool
}
