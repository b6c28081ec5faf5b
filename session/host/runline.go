package host

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"dormer/session/proc"
	"dormer/session/wire"
)

// maxRunLine limits a line typed at a prompt, in bytes.
const maxRunLine = 16 << 10

// runLine types a line at the shell's prompt and presses Enter, or replies why not.
func (h *Host) runLine(v *viewer, line string) error {
	h.mu.Lock()
	group := h.foregroundGroup()
	h.mu.Unlock()
	program := nameFromArgv0(proc.Name(group)) // may block in the kernel
	h.mu.Lock()
	var answer wire.RunLineReply
	if err := h.refuseLine(line, group, program); err != nil {
		answer.Err = err.Error()
	} else {
		answer.Command = h.shell.last.ID
		h.lastInput = time.Now()
		h.noteTyping(h.lastInput)
		h.run.in.inputWhole(h.promptBytes(line))
		h.noteEnter([]byte{'\r'})
		h.checkForegroundSoon()
	}
	h.mu.Unlock()
	return h.question(v, answer)
}

// refuseLine returns why a line cannot be typed at the prompt now. group and program are the
// foreground a moment ago. The lock is held.
func (h *Host) refuseLine(line string, group int, program string) error {
	ownShell := len(h.spec.Command) == 0 && group == h.run.pid
	switch {
	case strings.TrimSpace(line) == "":
		return errors.New("the command is empty")
	case len(line) > maxRunLine:
		return fmt.Errorf("the command has %d bytes, and may have %d: write it to a file and run that", len(line), maxRunLine)
	case strings.ContainsFunc(line, unicode.IsControl):
		return errors.New("the command has line ends or other control characters: write it in one line, with ; or && between commands")
	case h.exit != nil || h.replacing || h.ending:
		return errors.New("its program has ended")
	case group != h.foregroundGroup() || program == "":
		return errors.New("the program in the foreground is changing: try again")
	case h.spec.Agent != "" && group == h.run.pid:
		return errors.New("an agent is in the foreground, and no shell")
	case !ownShell && !slices.Contains(shellNames, program):
		return fmt.Errorf("%s is in the foreground, and no shell", program)
	case h.shell.last.ID == 0:
		return errors.New("its shell does not mark its prompts (OSC 133), so the end of the command cannot be detected")
	case !h.shell.prompt || h.term.Modes().AltScreen:
		return errors.New("its shell is running a command: wait for its prompt")
	case h.promptHasInput():
		return errors.New("there is text at its prompt already: run it or erase it first")
	}
	return nil
}

// promptHasInput reports whether something is typed at the prompt. If the shell does not mark the end of
// its prompt, input counts even if it was erased again. The lock is held.
func (h *Host) promptHasInput() bool {
	last := &h.shell.last
	if !last.Parts.Has(wire.HasInput) {
		return h.shell.typed
	}
	_, above := h.term.History()
	c := h.term.Cursor()
	if last.Input != (wire.Position{Line: above + uint64(c.Row), Col: c.Col}) {
		return true
	}
	under := h.term.Row(c.Row)[c.Col].Char // the cursor may be before the input
	return under != 0 && under != ' '
}
