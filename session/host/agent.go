package host

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/session/proc"
	"dormer/session/vt"
	"dormer/session/wire"
)

const (
	// screenDelay is the delay after output until the screen is compared with an agent's patterns,
	// so that output that arrives in several pieces is compared once, as a whole.
	screenDelay = 100 * time.Millisecond
	// screenInterval is the least time between two comparisons while an agent keeps printing. A
	// state must be right within 200 ms of the output that shows it.
	screenInterval = 150 * time.Millisecond
	// maxPrompt bounds the text of a prompt, in bytes.
	maxPrompt = 256 << 10
)

// agentWatch holds the host's knowledge of the agent in its session. The host's lock guards it. A
// timer runs only when the state may change with time, or when the screen is to be compared.
type agentWatch struct {
	agent.Table
	next       *time.Timer // of [Host.resolveAgent]
	screen     *time.Timer // of [Host.readAgentScreen]
	screenRead time.Time   // when it was last called
	dirty      bool        // a report was not judged yet
}

// setAgent sets the agent that runs: the one for which the session was started, or the one whose
// program is in the foreground. The lock is held.
func (h *Host) setAgent() {
	name := string(h.spec.Agent)
	a := h.spec.Known
	switch {
	case a.Name != "":
	case name != "":
		if a, _ = agent.Lookup(name); a.Name == "" {
			a.Name = name
		}
	default:
		a, _ = agent.Running(h.foreground.program, h.spec.Agents)
	}
	h.agent.SetAgent(a)
}

// resolveAgent determines the agent's state and tells the viewers if it has changed. The lock is held.
func (h *Host) resolveAgent(now time.Time) agent.Resolution {
	a := &h.agent
	a.dirty = false
	before := a.Verdict()
	r := a.Resolve(now)
	if a.next != nil {
		a.next.Stop()
	}
	if !r.Next.IsZero() && !h.ending {
		a.next = time.AfterFunc(r.Next.Sub(now), h.agentTimerFired)
	}
	if at := r.Retry.At; !at.IsZero() && !now.Before(at) && !h.ending {
		go func() { _ = h.retryAgent(now) }() // the verdict says why if it fails
	}
	if !h.ending {
		h.noteRetry(!r.Retry.At.IsZero())
	}
	if v := a.Verdict(); v != before {
		if v.State != before.State || !v.Since.Equal(before.Since) {
			h.missed.agent = !h.hasViewers() && isFinished(v.State)
		}
		h.broadcast(wire.AgentState{Verdict: v})
		h.tellWatchers(wire.AgentState{Verdict: v})
	}
	return r
}

// agentTimerFired is called by a timer.
func (h *Host) agentTimerFired() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.resolveAgent(time.Now())
}

// agentOutput handles changes that output has made. The lock is held.
func (h *Host) agentOutput(now time.Time) {
	a := &h.agent
	if !h.shell.prompt {
		a.dirty = a.Title(h.term.Title(), now) || a.dirty
		a.dirty = a.Progress(progressState(h.term.Progress()), now) || a.dirty
		a.dirty = a.NoteOutput(now) || a.dirty
	}
	if a.dirty {
		h.resolveAgent(now)
	}
	if a.Verdict().State != "" && h.exit == nil && h.run.tty.foreground() != h.foreground.group {
		h.checkForegroundSoon()
	}
	if a.LooksAtScreen() && a.screen == nil && !h.shell.prompt {
		a.screen = time.AfterFunc(max(screenDelay, screenInterval-now.Sub(a.screenRead)), h.readAgentScreen)
	}
}

// progressState returns the state that a progress report means; empty for none.
func progressState(p grid.Progress) agent.State {
	switch p.State {
	case grid.ProgressGoing, grid.ProgressUnknown, grid.ProgressPaused:
		return agent.Working
	case grid.ProgressFailed:
		return agent.Failed
	case grid.NoProgress:
	}
	return ""
}

// readAgentScreen compares the screen with the patterns of the agent.
func (h *Host) readAgentScreen() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.agent.screen, h.agent.screenRead = nil, time.Now()
	if h.agent.LooksAtScreen() && h.agent.Screen(strings.Join(h.screenLines(), "\n"), h.lastPrint) {
		h.resolveAgent(time.Now())
	}
}

// screenLines returns the rows of the screen as text. Rows that an earlier process wrote are empty:
// they have not changed since the present one began, or are above the line that ends the restored
// part. The lock is held.
func (h *Host) screenLines() []string {
	rows, _ := h.term.Size()
	lines := make([]string, rows)
	for y := range rows {
		if h.isEarlier(y) {
			continue
		}
		var text grid.Excerpt
		row := trim(h.term.Row(y))
		text.Add(h.term.Palette(), row, 0, len(row), false, true)
		lines[y] = strings.TrimRight(text.Take(), "\n")
		if strings.HasPrefix(lines[y], restoredMark) {
			clear(lines[:y+1])
		}
	}
	return lines
}

// programStatus handles a report by OSC 7501. The lock is held.
func (h *Host) programStatus(s vt.ProgramStatus) {
	if r, ok := agent.ParseStatus(s.Parameters); ok {
		h.agent.Record(r, time.Now())
		h.agent.dirty = true
		h.checkForegroundSoon() // the program may end without another report
	}
}

// agentReport handles a report of a hook or a script, and answers it.
func (h *Host) agentReport(v *viewer, m wire.Report) error {
	r, err := m.Checked()
	if err != nil {
		return h.question(v, wire.Done{Err: err.Error()})
	}
	h.mu.Lock()
	if h.takeConversation(r) {
		now := time.Now()
		h.agent.Report(r, now)
		h.resolveAgent(now)
	}
	h.mu.Unlock()
	return h.question(v, wire.Done{})
}

// agentTyped notes that a viewer typed a line. The lock is held.
func (h *Host) agentTyped() {
	h.agent.NoteKey(time.Now())
	if h.agent.NoteLine() {
		h.resolveAgent(time.Now())
	}
}

// reportsMouseOrFocus reports whether input is a mouse or focus report rather than a key.
func reportsMouseOrFocus(input []byte) bool {
	for _, begin := range []string{"\x1b[<", "\x1b[M", "\x1b[I", "\x1b[O"} {
		if bytes.HasPrefix(input, []byte(begin)) {
			return true
		}
	}
	return false
}

// explain describes the agent's state and its evidence. The lock is held.
func (h *Host) explain() wire.Explained {
	r := h.resolveAgent(time.Now())
	m := wire.Explained{Verdict: h.agent.Verdict(), Findings: r.Findings}
	if m.Verdict.State == agent.Blocked {
		m.Choice, _ = h.choice()
	}
	return m
}

// prompt pastes a prompt for the agent and presses Enter, or answers why not.
func (h *Host) prompt(v *viewer, m wire.Prompt) error {
	h.mu.Lock()
	group := h.foregroundGroup()
	h.mu.Unlock()
	program, setsUp := nameFromArgv0(proc.Name(group)), h.setsUp() // these may wait for the kernel
	h.mu.Lock()
	err := h.refusePrompt(m.Text, group, program, setsUp)
	if err == nil {
		h.lastInput = time.Now()
		h.run.in.inputWhole(h.promptBytes(m.Text))
		h.agentTyped()
		h.agent.Prompt(h.lastInput)
		h.resolveAgent(h.lastInput) // before the answer, for those who then wait for the end of the turn
		h.checkForegroundSoon()
	}
	h.mu.Unlock()
	return h.question(v, done(err))
}

// done returns the answer to a request that ended with err.
func done(err error) wire.Done {
	if err != nil {
		return wire.Done{Err: err.Error()}
	}
	return wire.Done{}
}

// foregroundGroup returns the process group that reads the terminal's keys; 0 for none. The lock is
// held.
func (h *Host) foregroundGroup() int {
	if h.exit != nil {
		return 0
	}
	return h.run.tty.foreground()
}

// refusePrompt returns why a prompt cannot be typed now. group and program are the foreground a
// moment ago; setsUp reports that the session's setup was running. The lock is held.
func (h *Host) refusePrompt(text string, group int, program string, setsUp bool) error {
	verdict := h.agent.Verdict()
	ownAgent := h.spec.Agent != "" && group == h.run.pid
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("the prompt is empty")
	case len(text) > maxPrompt:
		return fmt.Errorf("the prompt has %d bytes, and may have %d: write it to a file and name that", len(text), maxPrompt)
	case h.exit != nil || h.replacing || h.ending:
		return errors.New("its program has ended")
	case group != h.foregroundGroup() || program == "":
		return errors.New("the program in the foreground is changing: try again")
	case h.shell.prompt || !ownAgent && slices.Contains(shellNames, program):
		return errors.New("a shell is in the foreground, and would run the prompt as a command")
	case ownAgent && setsUp:
		return errors.New("the setup before the agent has not finished")
	case ownAgent && agent.IsChat(h.spec.Command): // it is asked by its socket, once it has one
		return errors.New("the conversation has not started yet: try again in a moment")
	case verdict.State == agent.Blocked:
		return fmt.Errorf("the agent is %s, and would take the prompt for the answer", describeBlocked(verdict))
	case !h.term.Modes().BracketedPaste && strings.ContainsAny(text, "\r\n"):
		return errors.New("its program takes no pastes, and would take each line for a prompt: write it in one line")
	}
	return nil
}

// describeBlocked describes in words what an agent waits for.
func describeBlocked(v agent.Verdict) string {
	if v.Kind == "" {
		return string(v.State)
	}
	return fmt.Sprintf("%s (%s)", v.State, v.Kind)
}

// shellNames are the names of programs that execute their input.
var shellNames = []string{"sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "mksh", "tcsh", "csh", "nu", "elvish", "xonsh", "pwsh"}

// promptBytes returns the input for a prompt: a paste and Enter. The lock is held.
func (h *Host) promptBytes(text string) []byte {
	f := pasteFilter{bracketed: h.term.Modes().BracketedPaste}
	typed := slices.Concat(f.begin(), f.part([]byte(text)))
	return append(append(typed, f.end()...), h.enter()...)
}

// kittyAllKeys is the flag of the kitty keyboard protocol with which Enter is an escape sequence
// too: "report all keys as escape codes".
const kittyAllKeys = 8

// enter returns the bytes of the Enter key. The lock is held.
func (h *Host) enter() string {
	if h.term.Modes().Kitty&kittyAllKeys != 0 {
		return "\x1b[13u"
	}
	return "\r"
}

// choice reads the dialog on the screen, with the keys that choose its options. The lock is held.
func (h *Host) choice() (agent.Choice, bool) {
	c, ok := agent.ReadChoice(h.screenLines())
	if h.exit == nil && (h.agent.Agent().Enter || h.run.tty.readsLines()) {
		for i, o := range c.Options {
			c.Options[i].Keys = strings.TrimSuffix(o.Keys, "\r") + "\r"
		}
	}
	return c, ok
}

// answer chooses an option of the dialog on the screen, or replies why not.
func (h *Host) answer(v *viewer, m wire.Answer) error {
	h.mu.Lock()
	keys, err := h.answerKeys(m)
	if err == nil {
		h.lastInput = time.Now()
		h.run.in.inputWhole([]byte(keys))
		h.agentTyped()
	}
	h.mu.Unlock()
	return h.question(v, done(err))
}

// answerKeys returns the keys that choose an option, or an error if it must not be chosen. The lock
// is held.
func (h *Host) answerKeys(m wire.Answer) (string, error) {
	if h.exit != nil {
		return "", errors.New("its program has ended")
	}
	if h.resolveAgent(time.Now()).State != agent.Blocked {
		return "", errors.New("the agent asks nothing just now")
	}
	d, ok := h.choice()
	if !ok {
		return "", errors.New("the options are not known: answer in its pane")
	}
	if d.Hash != m.Hash {
		return "", errors.New("the screen has changed since: look at it again")
	}
	o, ok := d.Find(m.Option)
	if !ok {
		return "", errors.New("there is no such option")
	}
	return strings.ReplaceAll(o.Keys, "\r", h.enter()), nil
}
