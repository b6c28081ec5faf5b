//go:build linux

package stories

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"dormer/session/agent"
	"dormer/ui/testing/drive"
)

// realAgents names the variable with the directory of real coding agents, such as
// node_modules/.bin after npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli
// opencode-ai. They are started without credentials, in a home of their own.
const realAgents = "DORMER_REAL_AGENTS"

// realAgent returns the directory and the program of a real agent. It skips the test if the agent
// is not installed.
func realAgent(t *testing.T, name string) (dir, program string) {
	t.Helper()
	dir = os.Getenv(realAgents)
	if dir == "" {
		t.Skipf("%s names no directory of real agents", realAgents)
	}
	program = filepath.Join(dir, name)
	if _, err := os.Stat(program); err != nil {
		t.Skipf("it is not installed: %v", err)
	}
	return dir, program
}

// The real agents have the flags that the catalogue lists for them.
func TestRealAgentsHaveTheFlags(t *testing.T) {
	for _, name := range drive.AgentNames {
		t.Run(name, func(t *testing.T) {
			_, program := realAgent(t, name)
			known, _ := agent.Lookup(name)
			help := helpOf(t, program, "--help")
			if name == "codex" {
				help += helpOf(t, program, "resume", "--help")
			}
			for _, list := range [][]string{known.New, known.Resume, known.Prompt} {
				for _, word := range list {
					word, _, _ = strings.Cut(word, "=")
					if word == "--" || strings.Contains(word, "{") {
						continue
					}
					if !regexp.MustCompile(`(^|[\s,])` + regexp.QuoteMeta(word) + `\b`).MatchString(help) {
						t.Errorf("its help does not have %s:\n%s", word, help)
					}
				}
			}
		})
	}
}

func helpOf(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm-256color"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// Real agents without credentials, in a directory that is not trusted, wait for the user, and
// dormer shows that.
func TestRealAgentsWait(t *testing.T) {
	for name, want := range map[string]string{"claude": "blocked", "codex": "blocked", "gemini": "blocked"} {
		t.Run(name, func(t *testing.T) {
			dir, _ := realAgent(t, name)
			s := openReal(t, dir, silentAPI(t, new(atomic.Int64)))
			s.dormer("do", "tab.new", "--agent", name, "--prompt", "-say hello")
			eventually(t, name+" waits", func() bool { return s.stateOf(name) == want })
		})
	}
}

// Real Claude Code gets its first prompt, and resumes its conversation after everything was killed
// without getting the prompt again.
func TestRealClaudeResumes(t *testing.T) {
	dir, _ := realAgent(t, "claude")
	var asked atomic.Int64
	s := openReal(t, dir, silentAPI(t, &asked))
	s.trustHere()
	s.dormer("do", "tab.new", "--agent", "claude", "--prompt", "-say hello")
	s.WaitText("hello there")
	eventually(t, "claude is done", func() bool { return s.stateOf("claude") == "done" })
	id := s.agents()["claude"].Conversation
	s.killAll()
	before := asked.Load()
	r := s.relaunch()
	r.Prefix("2")
	r.WaitText("started again")
	eventually(t, "claude waits at its prompt", func() bool { return r.stateOf("claude") == "idle" })
	if got := r.agents()["claude"].Conversation; got != id || id == "" {
		t.Errorf("the conversation is %q, was %q", got, id)
	}
	args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", r.Children()[r.agents()["claude"].ID]))
	if !strings.Contains(string(args), "--resume\x00"+id) {
		t.Errorf("it was started with %q", args)
	}
	if n := asked.Load(); n != before {
		t.Errorf("it made %d requests after that", n-before)
	}
}

// Real opencode reports the id of its conversation.
func TestRealOpencodeReportsItsID(t *testing.T) {
	dir, _ := realAgent(t, "opencode")
	s := openReal(t, dir, silentAPI(t, new(atomic.Int64)))
	s.dormer("do", "tab.new", "--agent", "opencode", "--prompt", "-say hello")
	eventually(t, "it has an id", func() bool { return strings.HasPrefix(s.agents()["opencode"].Conversation, "ses_") })
}

// Real opencode speaks the Agent Client Protocol with dormer; before its first prompt it needs
// neither a network nor credentials.
func TestRealOpencodeStartsAConversation(t *testing.T) {
	dir, _ := realAgent(t, "opencode")
	s := openReal(t, dir, silentAPI(t, new(atomic.Int64)))
	s.dormer("do", "tab.new", "--agent", "opencode-chat")
	s.WaitText("opencode", "Enter sends")
	eventually(t, "it has an id", func() bool { return strings.HasPrefix(s.agents()["opencode-chat"].Conversation, "ses_") })
	s.Type("/")
	s.WaitText("/init")
}

// openReal opens a workspace in which real agents are on PATH and use an API at an address.
func openReal(t *testing.T, dir, api string) *story {
	t.Helper()
	o := drive.Options{Cols: 120, Rows: 40, Env: []string{
		"PATH=" + dir + ":" + os.Getenv("PATH"), "ANTHROPIC_BASE_URL=" + api, "ANTHROPIC_AUTH_TOKEN=none",
	}}
	s := open(t, o)
	s.settleClaude("{}")
	return s
}

// settleClaude writes the settings of Claude Code, including those of directories.
func (s *story) settleClaude(projects string) {
	s.t.Helper()
	settings := `{"hasCompletedOnboarding":true,"theme":"dark","projects":` + projects + `}`
	if err := os.WriteFile(filepath.Join(s.Home(), "user", ".claude.json"), []byte(settings), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// trustHere makes Claude Code trust the directory of the tests.
func (s *story) trustHere() {
	s.t.Helper()
	here, err := os.Getwd()
	if err != nil {
		s.t.Fatal(err)
	}
	trusted, _ := json.Marshal(map[string]any{here: map[string]any{"hasTrustDialogAccepted": true}, drive.Root(): map[string]any{"hasTrustDialogAccepted": true}})
	s.settleClaude(string(trusted))
}

// stateOf returns the state of the agent with a name.
func (s *story) stateOf(name string) string {
	s.t.Helper()
	var listed struct {
		Agents []struct{ Agent, State string }
	}
	if err := json.Unmarshal([]byte(s.dormer("agent", "list", "--json")), &listed); err != nil {
		s.t.Fatal(err)
	}
	for _, a := range listed.Agents {
		if a.Agent == name {
			return a.State
		}
	}
	return ""
}

// silentAPI serves an API for Claude Code that answers every request with a greeting, and counts
// the requests.
func silentAPI(t *testing.T, asked *atomic.Int64) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, "/v1/messages") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{}"))
			return
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "text/event-stream")
		for _, event := range []string{
			`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"none","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hello there"}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`,
			`{"type":"message_stop"}`,
		} {
			var kind struct{ Type string }
			_ = json.Unmarshal([]byte(event), &kind)
			_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind.Type, event)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}
