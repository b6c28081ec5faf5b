//go:build linux

package stories

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormer/ui/testing/drive"
)

// mcpClient is a client of a "dormer mcp" that runs on pipes.
type mcpClient struct {
	t      testing.TB
	server *exec.Cmd
	*mcp.ClientSession
	updated chan string
}

// mcpCommand returns "dormer mcp" as an agent in a session would start it.
func (s *story) mcpCommand(session string) *exec.Cmd {
	cmd := exec.Command(drive.Build(s.t), "mcp")
	cmd.Dir = s.Dir()
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(s.Home(), "user"), "DORMER_HOME=" + s.Home(), "SHELL=/bin/bash", "LANG=C.UTF-8",
		"DORMER_SESSION_ID=" + session, "DORMER_WORKSPACE=default",
	}
	cmd.Stderr = os.Stderr
	return cmd
}

// serveMCP starts a server as an agent in a session would.
func (s *story) serveMCP(session string) *mcpClient {
	s.t.Helper()
	c := &mcpClient{t: s.t, server: s.mcpCommand(session), updated: make(chan string, 100)}
	client := mcp.NewClient(&mcp.Implementation{Name: "story"}, &mcp.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { c.updated <- r.Params.URI },
	})
	var err error
	if c.ClientSession, err = client.Connect(context.Background(), &mcp.CommandTransport{Command: c.server}, nil); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

// mcpAnswer has the members of the tools' answers.
type mcpAnswer struct {
	Session, Text, Output, Mark, Line, State, Done, Note string
	Happened                                             bool
	ExitCode                                             *int `json:"exit_code"`
	TimedOut                                             bool `json:"timed_out"`
	Sessions                                             []struct {
		ID, Name       string
		Mine, Yourself bool
	}
}

// try calls a tool and returns its answer or the reason of its refusal.
func (c *mcpClient) try(ctx context.Context, tool string, args map[string]any) (a mcpAnswer, refused string) {
	c.t.Helper()
	r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return a, err.Error()
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return a, text
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		c.t.Errorf("%s answers %s: %v", tool, text, err)
	}
	return a, ""
}

type with = map[string]any

// call calls a tool that must not refuse.
func (c *mcpClient) call(tool string, args with) mcpAnswer {
	c.t.Helper()
	a, refused := c.try(c.t.Context(), tool, args)
	if refused != "" {
		c.t.Fatalf("%s %v: %s", tool, args, refused)
	}
	return a
}

// refused calls a tool that must refuse with a text.
func (c *mcpClient) refused(tool string, args with, want string) {
	c.t.Helper()
	if a, got := c.try(c.t.Context(), tool, args); !strings.Contains(got, want) || got == "" {
		c.t.Errorf("%s %v: got %+v %q, want %q", tool, args, a, got, want)
	}
}

// run runs a command that must exit with a code, and returns its output.
func (c *mcpClient) run(session, command string, code int) string {
	c.t.Helper()
	a := c.call("run", with{"session": session, "command": command})
	if a.ExitCode == nil || *a.ExitCode != code || a.TimedOut {
		c.t.Errorf("%s: got %+v, want code %d", command, a, code)
	}
	return a.Output
}

// sessionCalled returns the id of the document's session with a title or name.
func (s *story) sessionCalled(name string) string {
	s.t.Helper()
	for _, r := range s.Document().Sessions {
		if r.Name == name || r.Title == name {
			return r.ID
		}
	}
	s.t.Fatalf("no session is called %s", name)
	return ""
}

// S1-26: an agent uses dormer's tools: it opens a shell in a background tab, runs commands and gets
// their exit codes, reads new output, waits, and types. It is refused access to sessions of others
// until that is granted, and again after the grant is revoked. Killing a server keeps the sessions,
// and the next server may use them. A closed tab is reopened with its process.
func TestMCPAgentUsesDormer(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{Cols: 120}))
	s.name("one")
	s.newTab(2, "other")
	s.goTo("one")
	s.WaitDocument("the titles", func(d drive.Document) bool {
		names := map[string]bool{}
		for _, r := range d.Sessions {
			names[r.Title] = true
		}
		return names["one"] && names["other"]
	})
	one, other := s.sessionCalled("one"), s.sessionCalled("other")
	c := s.serveMCP(one)
	if err := c.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "dormer://sessions"}); err != nil {
		t.Fatal(err)
	}

	work := c.call("open", with{"name": "work"}).Session
	if uri := <-c.updated; uri != "dormer://sessions" {
		t.Errorf("%s has changed", uri)
	}
	s.WaitFor("the tab behind", func(sc drive.Screen) bool { return hasTab(sc, "work") && activeTab(sc) == "1 one" })
	for _, r := range c.call("list", nil).Sessions {
		if r.Mine != (r.ID == work) || r.Yourself != (r.ID == one) {
			t.Errorf("the list has %+v", r)
		}
	}
	if out := c.run("work", "echo out; (exit 3)", 3); out != "out\n" {
		t.Errorf("the output is %q", out)
	}
	c.run("work", "cd / && here=there", 0)
	if out := c.run(work, "pwd; echo $here", 0); out != "/\nthere\n" {
		t.Errorf("the output is %q", out)
	}
	pid := strings.TrimSpace(c.run(work, "echo $$", 0))

	mark := c.call("read", with{"session": work}).Mark
	c.run(work, "echo new$((40+2))", 0)
	if text := c.call("read", with{"session": work, "since": mark}).Text; !strings.Contains(text, "new42") || strings.Contains(text, "there") {
		t.Errorf("the output after the mark is %q", text)
	}
	if text := c.call("read", with{"session": work, "part": "last_command"}).Text; text != "new42" {
		t.Errorf("the last command printed %q", text)
	}
	c.call("send_text", with{"session": work, "text": "read x; echo got$x", "enter": true})
	c.call("wait", with{"session": work, "until": "output", "pattern": "read x", "from_start": true})
	c.refused("run", with{"session": work, "command": "ls"}, "its shell is running a command")
	c.refused("prompt_agent", with{"session": work, "text": "ls"}, "a shell is in the foreground, and would run the prompt as a command")
	c.call("send_keys", with{"session": work, "keys": []string{"4", "2", "Enter"}})
	if a := c.call("wait", with{"session": work, "until": "output", "pattern": "^got[0-9]+$", "from_start": true}); a.Line != "got42" {
		t.Errorf("got %+v", a)
	}
	if !c.call("wait", with{"session": work, "until": "prompt"}).Happened {
		t.Error("no prompt is reported")
	}
	if a := c.call("run", with{"session": work, "command": "cat", "timeout_seconds": 1}); !a.TimedOut {
		t.Errorf("got %+v", a)
	}
	c.refused("run", with{"session": work, "command": "ls"}, "cat is in the foreground, and no shell")
	c.call("send_keys", with{"session": work, "keys": []string{"ctrl+c"}, "expect": "cat"})
	c.call("wait", with{"session": work, "until": "prompt"})

	// A cancelled wait ends, and the server goes on.
	cancelled, cancel := context.WithCancel(t.Context())
	ended := make(chan string, 1)
	go func() {
		_, why := c.try(cancelled, "wait", with{"session": work, "until": "exited", "timeout_seconds": 600})
		ended <- why
	}()
	c.call("list", nil)
	cancel()
	if why := <-ended; why == "" {
		t.Error("the wait was not cancelled")
	}

	// The agent may only read sessions that it did not open.
	c.refused("run", with{"session": other, "command": "ls"}, "dormer grant add "+one[:8]+" "+other[:8])
	c.refused("send_text", with{"session": one, "text": "x"}, "may only look at it")
	if text := c.call("read", with{"session": other}).Text; !strings.Contains(text, "$") {
		t.Errorf("the other session shows %q", text)
	}
	if out := c.run(work, fmt.Sprintf("'%s' grant add %s --all", drive.Build(t), one[:8]), 1); !strings.Contains(out, "only the user can give grants") {
		t.Errorf("a session opened by an agent can grant access: %s", out)
	}
	if out := s.dormer("grant", "add", one[:8], other[:8], "--for", "10m"); !strings.Contains(out, "may act on "+other[:8]) {
		t.Errorf("the grant prints %q", out)
	}
	if out := c.run(other, "echo granted", 0); out != "granted\n" {
		t.Errorf("the output is %q", out)
	}
	if list := s.dormer("grant", "list"); !strings.Contains(list, "opened it") || !strings.Contains(list, "granted ") {
		t.Errorf("the grants are\n%s", list)
	}
	s.dormer("grant", "revoke", one[:8], other[:8])
	c.refused("run", with{"session": other, "command": "ls"}, "may only look at it")

	// After the server is killed its sessions remain, and the next server may use them.
	if err := c.server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c = s.serveMCP(one)
	s.dormer("do", "--target", work[:8], "tab.close")
	s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "work") })
	c.refused("undo", with{"session": other}, "may only look at it")
	if a := c.call("undo", nil); !strings.Contains(a.Done, "work") {
		t.Errorf("undo prints %q", a.Done)
	}
	s.WaitFor("the tab", func(sc drive.Screen) bool { return hasTab(sc, "work") })
	if again := strings.TrimSpace(c.run(work, "echo $$", 0)); again != pid {
		t.Errorf("the shell is %s, was %s", again, pid)
	}
	if a := c.call("run", with{"session": work, "command": "exit 4"}); !strings.Contains(a.Note, "exited with code 4") {
		t.Errorf("got %+v", a)
	}
}

// An agent makes worktrees with agents in them, prompts them, and reads their changes.
func TestMCPAgentPromptsAnother(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	c := s.serveMCP(s.Document().Sessions[0].ID)
	made := c.call("worktree_create", with{"branch": "fix", "repo": dir, "agent": "claude", "prompt": "begin"})
	if made.Session == "" || !strings.Contains(made.Note, "made worktree") {
		t.Fatalf("got %+v", made)
	}
	c.call("wait", with{"session": made.Session, "until": "output", "pattern": "did: begin", "from_start": true})
	start := exec.CommandContext(t.Context(), drive.Build(t), "new", "--detached", "--name", "given", "--agent", "claude", "--mcp")
	start.Env = append(s.mcpCommand("").Env, "PATH="+drive.Agents(t)+":"+os.Getenv("PATH"))
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	given := s.rowOf("given")
	if argv := drive.CommandLine(given.ChildPID); !strings.Contains(argv, `"args":["mcp"]`) || !strings.Contains(argv, `"DORMER_SESSION_ID":"`+given.ID) {
		t.Errorf("%s was started as %s", given.ID, argv)
	}
	if argv := drive.CommandLine(s.rowOf("fix").ChildPID); strings.Contains(argv, "mcp") {
		t.Errorf("an agent got an MCP server without a request: %s", argv)
	}
	c.refused("run", with{"session": made.Session, "command": "ls"}, "no shell")
	c.call("prompt_agent", with{"session": made.Session, "text": "ask rm it"})
	if a := c.call("wait", with{"session": made.Session, "until": "state", "states": []string{"blocked"}}); !a.Happened || !strings.HasPrefix(a.State, "blocked") {
		t.Errorf("got %+v", a)
	}
	c.refused("prompt_agent", with{"session": made.Session, "text": "go on"}, "the agent is blocked")
	if err := os.WriteFile(filepath.Join(dir, "agent", "fix", "new.txt"), []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text := c.call("worktree_diff", with{"worktree": "fix", "repo": dir}).Text; !strings.Contains(text, "+hello") {
		t.Errorf("the diff is %q", text)
	}
}

// A client that floods and sends invalid messages is refused, and the server ends with its input.
// The session goes on.
func TestMCPHostileClient(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{}))
	s.name("one")
	one := s.Document().Sessions[0].ID
	c := s.serveMCP(one)
	sink := c.call("open", with{"command": []string{"sh", "-c", "stty raw -echo; echo ready; head -c 1048576 | wc -c; exec cat >/dev/null"}}).Session
	c.call("wait", with{"session": sink, "until": "output", "pattern": "ready", "from_start": true})
	c.call("send_text", with{"session": sink, "text": strings.Repeat("x", 1<<20)})
	if a := c.call("wait", with{"session": sink, "until": "output", "pattern": "1048576", "from_start": true}); !a.Happened {
		t.Error("the input of one megabyte did not arrive")
	}
	ended := make(chan string)
	const calls = 300
	for range calls {
		go func() {
			_, why := c.try(t.Context(), "wait", with{"session": sink, "until": "output", "pattern": "never", "timeout_seconds": 2})
			ended <- why
		}()
	}
	refused := 0
	for range calls {
		switch why := <-ended; {
		case strings.Contains(why, "64 calls are running"):
			refused++
		case why != "":
			t.Errorf("one of many waits failed: %s", why)
		}
	}
	if refused == 0 {
		t.Error("no call was refused")
	}
	if len(c.call("list", nil).Sessions) < 2 {
		t.Error("the sessions are gone")
	}

	raw := s.mcpCommand(one)
	in, err := raw.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := raw.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"liar","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run","arguments":{"session":"` + one + `","command":"touch /tmp/x"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":`, // invalid JSON gets an answer, and the server goes on
		`{"jsonrpc":"2.0","id":4,"method":"ping"}`,
	} {
		if _, err := fmt.Fprintln(in, line); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, `"id"`) && !answers.Scan() {
			t.Errorf("there is no answer to %s", line)
		}
		for id, want := range map[string]string{`"id":2`: "may only look at it", `"id":3`: "-32700", `"id":4`: `"result":{}`} {
			if answer := answers.Text(); strings.Contains(line, id) && !strings.Contains(answer, want) {
				t.Errorf("%s is answered: %s", line, answer)
			}
		}
	}
	_ = in.Close()
	_ = raw.Wait() // it exits
	s.WaitText("$")
	if len(c.call("list", nil).Sessions) < 2 {
		t.Error("the sessions are gone")
	}
}

// A program with a token uses the tools over the relay. It may use the sessions that it has opened,
// in the name of its token, until the token is revoked. A read-only token only reads.
func TestRelayServesMCP(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serve()
	c, err := r.mcp(r.token)
	if err != nil {
		t.Fatal(err)
	}
	mine := c.call("open", with{"name": "mine", "command": []string{"cat"}}).Session
	r.dormer("new", "--detached", "--name", "other", "--", "cat")
	const other = "other"
	c.call("send_text", with{"session": mine, "text": "hello", "enter": true})
	if !c.call("wait", with{"session": mine, "until": "output", "pattern": "hello", "from_start": true}).Happened {
		t.Error("the input is not shown")
	}
	c.refused("send_text", with{"session": other, "text": "hello"}, "dormer grant add test ")
	r.dormer("grant", "add", "test", "other")
	c.call("send_text", with{"session": other, "text": "granted", "enter": true})
	if !c.call("wait", with{"session": other, "until": "output", "pattern": "granted", "from_start": true}).Happened {
		t.Error("the input is not shown")
	}

	looker, err := r.mcp(strings.TrimSpace(r.dormer("token", "new", "--name", "looker", "--read-only")))
	if err != nil {
		t.Fatal(err)
	}
	if a := looker.call("read", with{"session": "mine"}); !strings.Contains(a.Text, "hello") {
		t.Errorf("a read-only token reads %q", a.Text)
	}
	looker.refused("send_text", with{"session": mine, "text": "x"}, "unknown tool")
	looker.refused("open", with{"command": []string{"cat"}}, "unknown tool")
	looker.refused("worktree_diff", with{"directory": "/"}, "unknown tool")

	r.dormer("token", "revoke", "test")
	if _, err := r.mcp(r.token); err == nil {
		t.Error("a revoked token can start an MCP session")
	}
	c.refused("list", nil, "")
	if a := looker.call("read", with{"session": "mine"}); !strings.Contains(a.Text, "hello") {
		t.Errorf("the session did not outlive its token: %q", a.Text)
	}
}

// mcp starts an MCP session at the relay with a token.
func (r *relayHome) mcp(token string) (*mcpClient, error) {
	r.t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "story"}, nil).Connect(r.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: r.url + "/mcp", HTTPClient: &http.Client{Transport: withToken(token)}, MaxRetries: -1,
	}, nil)
	if err == nil {
		r.t.Cleanup(func() { _ = session.Close() })
	}
	return &mcpClient{t: r.t, ClientSession: session}, err
}

// withToken adds a token to each request.
type withToken string

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(w))
	return http.DefaultTransport.RoundTrip(r)
}
