//go:build linux

package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dormer/session/agent"
	"dormer/ui/testing/drive"
)

// realAgents names the variable with the directory of real coding agents, such as
// node_modules/.bin after npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli
// opencode-ai. They are started without credentials, in a home of their own.
const realAgents = "DORMER_REAL_AGENTS"

// realAgent is the directory and the program of a real agent; the test is skipped where it is not
// there.
func realAgent(t *testing.T, name string) (dir, program string) {
	t.Helper()
	dir = os.Getenv(realAgents)
	if dir == "" {
		t.Skipf("%s names no directory of real agents", realAgents)
	}
	program = filepath.Join(dir, name)
	if _, err := os.Stat(program); err != nil {
		t.Skipf("it is not there: %v", err)
	}
	return dir, program
}

// The real agents have the flags that the catalogue gives them.
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
