package host

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"
	"time"

	"dormer/session/proc"
	"dormer/session/vt"
)

const (
	// execDelay is the time from Enter, or from the shell's mark that a command starts, until the
	// foreground is checked. By then the shell has forked and executed the command.
	execDelay = 150 * time.Millisecond
	// lookInterval is the least time between two checks of the foreground that frames
	// cause.
	lookInterval = 50 * time.Millisecond
	// lookDelay is the time after a frame until the foreground is checked for a change
	// without output.
	lookDelay = time.Second
	// maxProgram bounds the name of a program, in bytes.
	maxProgram = 64
)

// foreground is the process group that reads the terminal's keys, its program and its directory, as
// last seen. The kernel does not report changes, so the host asks it soon after output or input
// that a change may accompany, and never by a ticker. The host's lock is not held meanwhile; see
// [Host.refreshForeground].
type foreground struct {
	group    int       // 0 for none
	program  string    // empty if the group is the child's own
	looked   time.Time // when the kernel was last asked
	compared time.Time // when a frame last compared the group
	reported reportedDir

	timer *time.Timer // of the next check
	due   time.Time   // time of the next check; zero for none
}

// reportedDir is a directory that the child reported (OSC 7), and the foreground's directory
// according to the kernel at that time: usually the same place under another name.
type reportedDir struct{ dir, seen string }

// foregroundInfo is the foreground of a run as the kernel reported it.
type foregroundInfo struct {
	group   int
	program string
	forked  bool // the group is new and has the child's name: it has not executed anything yet
	dir     string
}

// groupName returns the name of the foreground program.
var groupName = proc.GroupName

// readForeground asks the kernel for the foreground of a run; known is its last known group. It may block
// in the kernel; see package proc for how long.
func readForeground(r *run, known int) foregroundInfo {
	s := foregroundInfo{group: r.tty.foreground()}
	if s.group > 1 && s.group != r.pid {
		s.program = nameFromArgv0(groupName(s.group, r.pid))
		s.forked = s.group != known && s.program == nameFromArgv0(proc.Name(r.pid))
		s.dir = proc.Dir(s.group)
	}
	if s.dir == "" { // the directory of another user's process is not readable
		s.dir = proc.Dir(r.pid)
	}
	return s
}

// refreshForeground asks the kernel for the foreground and its directory, and wakes the viewers if
// they have changed. The caller must not hold the lock.
func (h *Host) refreshForeground() {
	h.foregroundMu.Lock()
	defer h.foregroundMu.Unlock()
	h.mu.Lock()
	r, over, known, reported := h.run, h.exit != nil, h.foreground.group, h.term.Dir()
	h.mu.Unlock()
	var s foregroundInfo
	if !over {
		s = readForeground(r, known)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.foreground.looked = time.Now()
	if h.run == r && over == (h.exit != nil) {
		h.applyForeground(s, reported)
	}
}

// applyForeground applies a result of readForeground; reported is the directory that the child had reported before it. The
// lock is held.
func (h *Host) applyForeground(s foregroundInfo, reported string) {
	f := &h.foreground
	dir, program := h.dir, f.program
	switch {
	case s.forked:
		h.checkForegroundSoon()
	case s.program != "" || s.group != f.group:
		f.program = s.program
	}
	marks := h.shell.last.ID != 0
	if len(h.spec.Command) == 0 && s.group == h.run.pid && f.group != s.group && !marks { // a shell that marks its prompts reports this itself
		h.agent.Ended()
		h.resolveAgent(time.Now())
	}
	f.group = s.group
	if reported != f.reported.dir {
		f.reported = reportedDir{dir: reported, seen: s.dir}
		h.dir = cmp.Or(reported, h.dir)
	}
	// The reported directory counts until the foreground changes its directory. So the directory of
	// a nested shell that reports nothing is followed too.
	switch {
	case s.dir == "":
	case reported != "" && s.dir == f.reported.seen:
		h.dir = reported
	default:
		h.dir = s.dir
	}
	if f.program != program {
		h.setAgent()
		h.resolveAgent(time.Now())
	}
	if h.dir != dir || f.program != program {
		h.tellStatus()
		h.wakeSenders()
	}
}

// checkForegroundAfterOutput decides from output whether the next frame checks the foreground: if the program
// has switched to the other screen, as when a full-screen program starts or ends, or if a line was
// printed on the main screen, as around each command. On the alternate screen the shell waits, and
// lines mean nothing. The lock is held.
func (h *Host) checkForegroundAfterOutput(printed []byte, wasAlt bool) {
	alt := h.term.Modes().AltScreen
	if alt != wasAlt || !alt && bytes.IndexByte(printed, '\n') >= 0 {
		h.checkForegroundNext = true
	}
}

// checkForegroundAfterFrame is called for each frame, and checks the foreground: at once, but at most every
// lookInterval, if a change is likely or the check is cheap, otherwise after lookDelay. A reported
// directory counts at once. The lock is held.
func (h *Host) checkForegroundAfterFrame(now time.Time) {
	f := &h.foreground
	if dir := h.term.Dir(); dir != "" && dir != f.reported.dir {
		h.dir = dir
	}
	if now.Sub(f.compared) >= lookInterval {
		f.compared = now
		h.checkForegroundNext = h.checkForegroundNext || h.exit == nil && h.run.tty.foreground() != f.group
	}
	if !h.checkForegroundNext {
		h.checkForegroundIn(lookDelay, now)
		return
	}
	h.checkForegroundNext = false
	h.checkForegroundIn(max(f.looked.Add(lookInterval).Sub(now), 0), now)
}

// checkForegroundSoon schedules a check for the time when a command that starts now has been executed. The
// lock is held.
func (h *Host) checkForegroundSoon() { h.checkForegroundIn(execDelay, time.Now()) }

// checkForegroundIn schedules a check after a time, unless an earlier one is scheduled. The lock is held.
func (h *Host) checkForegroundIn(wait time.Duration, now time.Time) {
	f := &h.foreground
	at := now.Add(wait)
	if !f.due.IsZero() && !f.due.After(at) {
		return
	}
	f.due = at
	if f.timer == nil {
		f.timer = time.AfterFunc(wait, h.foregroundTimerFired)
		return
	}
	f.timer.Reset(wait)
}

// foregroundTimerFired checks the foreground. It is called by the timer.
func (h *Host) foregroundTimerFired() {
	h.mu.Lock()
	h.foreground.due = time.Time{}
	h.mu.Unlock()
	h.refreshForeground()
}

// nameFromArgv0 returns the program's name from its first argument: without its directory and the dash
// of a login shell, safe to display. Words that a program appends to its name are left out.
func nameFromArgv0(arg string) string {
	if !strings.HasPrefix(arg, "/") {
		arg, _, _ = strings.Cut(arg, " ")
	}
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(arg), "-"), ":")
	if arg == "" || name == "." || name == "/" {
		return ""
	}
	return vt.Label(name, maxProgram)
}
