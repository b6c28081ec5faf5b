package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/private"
	"dormer/session/state"
)

// agentFiles is the subdirectory of a session's directory for files that launching its agent needs.
const agentFiles = "agent"

// launchAgent returns the spec to start for a session that runs a coding agent: with its
// conversation, or the first prompt of a new one, and with hooks. The conversation is on disk
// before the agent starts; if it cannot be written, notice says so. Other sessions are returned
// unchanged.
func (h *Host) launchAgent(spec session.Spec) (started session.Spec, notice string, err error) {
	if spec.Known.Name == "" {
		return spec, "", nil
	}
	h.mu.Lock()
	c, goOn := h.conversation, h.continuePrompt
	h.continuePrompt = ""
	h.mu.Unlock()
	if lines, _ := h.setup(); lines != "" {
		c = agent.Conversation{} // the agent has not been started yet
	}
	if c.Started() { // agents look for a conversation where it began
		spec.Dir, spec.Source.Dir = c.Dir, c.Dir
	}
	if spec.Dir, _, err = startDir(spec); err != nil {
		return spec, "", fmt.Errorf("%w: %s needs the directory of its conversation, which is kept: make it again", err, spec.Known.Name)
	}
	files := h.agentDir()
	l := spec.Known.Launch(agent.Options{
		Command: spec.Command, Conversation: c, ID: uuid.NewString(), Prompt: spec.Prompt, ContinuePrompt: goOn, Dir: spec.Dir,
		Files: files, Program: hookProgram(h.opts.Bin), Env: environ(spec, h.opts.Version, "", spec.Dir),
	})
	for name, content := range l.Files {
		err = errors.Join(err, private.Replace(filepath.Join(files, name), []byte(content)))
	}
	if !c.Started() {
		l.Conversation.Retry = spec.Retry
	}
	if h.opts.dir != "" {
		err = errors.Join(err, state.WriteConversation(h.opts.dir, l.Conversation))
	}
	if err != nil {
		notice = fmt.Sprintf("%s may not go on with this conversation later: %v", spec.Known.Name, err)
	}
	h.mu.Lock()
	h.conversation = l.Conversation
	h.mu.Unlock()
	spec.Command, spec.Env = l.Argv, append(slices.Clip(spec.Env), l.Env...)
	return spec, notice, nil
}

// agentDir makes the directory for the agent's files; empty if there is none.
func (h *Host) agentDir() string {
	if h.opts.dir == "" {
		return ""
	}
	dir := filepath.Join(h.opts.dir, agentFiles)
	if private.MakeDir(dir) != nil {
		return ""
	}
	return dir
}

// hookProgram returns the path of this program under its name, for hooks to call; empty if there is
// none.
func hookProgram(bin string) string {
	running, _ := os.Executable()
	running = strings.TrimSuffix(running, " (deleted)") // by now another version has this path
	if filepath.Base(running) == programName && executable(running) {
		return running
	}
	if bin == "" || installProgram(bin) != nil {
		return ""
	}
	return filepath.Join(bin, programName)
}

// takeConversation keeps a report's news of the agent's conversation. It returns false for a report
// of another agent, such as a subagent, which must be ignored. The lock is held.
func (h *Host) takeConversation(r agent.Report) (mine bool) {
	if !h.conversation.Started() {
		return true // the agent was not started by dormer
	}
	next, mine := h.conversation.After(r)
	if next != h.conversation {
		h.conversation = next
		h.opts.watcher.conversationChanged(next)
	}
	return mine
}
