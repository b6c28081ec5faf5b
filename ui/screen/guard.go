package screen

import (
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/grid"
)

// A program that is killed or crashes does not restore the terminal: the shell would be left in
// the alternate screen, with mouse reports typed into it. So a second process, the guard, waits
// for the end of this one and then restores the terminal. It is a shell, the smallest process
// that every system has, and blocks reading a pipe whose other end closes with this program.

// guardScript reads lines from the program until the program ends. A line that begins with =
// sets what to do then: the terminal modes to restore (stty -g), a blank, and the bytes to write;
// a bare = means nothing. Any other line comes from the Go runtime in a crash
// ([debug.SetCrashOutput]).
//
// Descriptor 3 is the terminal. Its modes are restored only if they are still those of the
// program, RAW: most shells restore the modes themselves after a program that a signal ended, and
// a line editor sets its own. In a crash they are also restored at its first line, so that the
// runtime's trace is readable.
//
// It ignores signals: they are sent to all processes in the terminal, and the program decides
// what they mean.
const guardScript = `trap '' HUP INT QUIT TERM TSTP TTIN TTOU PIPE
will= crash=
modes() { [ "$(stty -g <&3)" != "$RAW" ] || stty "${will%% *}" <&3 || stty sane <&3; }
while IFS= read -r line; do
	case $line in
	=*) will=${line#=} ;;
	*) [ -n "$crash" ] || { crash=$line; [ -z "$will" ] || { printf %s "${will#* }"; modes; }; } ;;
	esac
done
[ -n "$will" ] || exit 0
if [ -n "$crash" ]; then
	printf '\r\033[K%s (%s)\r\n' "$WORDS" "$crash"
else
	printf '%s%s\r\n' "${will#* }" "$WORDS"
fi
sleep 0.2 || sleep 1
modes`

// guardMessage is the message to the user.
const guardMessage = "dormer ended unexpectedly; its sessions run on: start it again"

const (
	// guardDelay is the delay before the guard is started, so that it does not slow down the
	// start of the program.
	guardDelay = 300 * time.Millisecond
	// guardPause is the maximum delay between attempts to start the guard.
	guardPause = 10 * time.Second
	// guardTime is the timeout for writing to the guard, and for its exit.
	guardTime = 200 * time.Millisecond
)

// guard is the guard process. The zero guard has not been started.
//
// It opens its two descriptors when the terminal is taken, and none later, so that with a low
// limit of descriptors it does not take those needed for sessions.
type guard struct {
	mu      sync.Mutex
	pid     int
	pipeIn  *os.File // read end of the pipe, until the process is started
	pipeOut *os.File // write end of the pipe
	last    string   // the last line written
	gone    bool     // closed, or could not be started
}

// Guard starts a process that restores the terminal if this program is killed before
// [Terminal.Stop]. It starts after a short delay. Without a shell on the system, Guard has no
// effect.
func (t *Terminal) Guard() {
	// After a program exits, a shell keeps the modes that it finds, and the guard may be too
	// late. After a program that a signal ended, a shell restores its own modes. So a crash must
	// end in a signal.
	debug.SetTraceback("crash")
	_ = t.guard.reserve() // tried again when the process starts
	t.guardIn(guardDelay)
}

// guardIn starts the process after a delay, and tries again while descriptors, processes or
// memory are short.
func (t *Terminal) guardIn(delay time.Duration) {
	time.AfterFunc(delay, func() {
		if t.guard.reserve() == nil {
			t.tellGuard() // in the pipe before the process starts
		}
		if err := t.guard.start(t.in, t.out); isResourceError(err) {
			t.guardIn(min(2*delay, guardPause))
		}
	})
}

// isResourceError reports whether an operation may succeed later, because it failed for lack of
// descriptors, processes or memory.
func isResourceError(err error) bool {
	return errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) || errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOMEM)
}

// reserve opens the pipe, once.
func (g *guard) reserve() (err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone || g.pipeOut != nil {
		return nil
	}
	g.pipeIn, g.pipeOut, err = os.Pipe()
	return err
}

// start starts the process, once. After a permanent error it gives up and closes the pipe.
func (g *guard) start(in, out *os.File) error {
	err := g.reserve()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone || g.pid != 0 {
		return nil
	}
	if err == nil {
		g.pid, err = g.fork(in, out)
	}
	if err != nil {
		if !isResourceError(err) {
			g.abandon()
		}
		return err
	}
	_ = g.pipeIn.Close() // frees a descriptor for SetCrashOutput
	g.pipeIn = nil
	_ = debug.SetCrashOutput(g.pipeOut, debug.CrashOptions{}) // fails only if it cannot duplicate the descriptor
	return nil
}

// fork starts the process and returns its id. The lock is held.
func (g *guard) fork(in, out *os.File) (pid int, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = null.Close() }()
	return syscall.ForkExec("/bin/sh", []string{"dormer-guard", "-c", `eval "$GUARD"`}, &syscall.ProcAttr{
		Dir: "/",
		// No variables by which it could be taken for a session's process.
		Env: []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "GUARD=" + guardScript, "WORDS=" + guardMessage, "RAW=" + modeWord(int(in.Fd()))},
		// Descriptors 0 to 3.
		Files: []uintptr{g.pipeIn.Fd(), out.Fd(), null.Fd(), in.Fd()},
		// A signal to the program's process group does not reach it.
		Sys: &syscall.SysProcAttr{Setsid: true},
	})
}

// abandon closes the pipe, which ends the process, and prevents another start. The lock is
// held.
func (g *guard) abandon() {
	g.gone = true
	if g.pipeIn != nil {
		_ = g.pipeIn.Close() // nothing was read from it
	}
	if g.pipeOut != nil {
		_ = g.pipeOut.Close()
	}
	g.pipeIn, g.pipeOut = nil, nil
}

// isOpen reports whether the pipe to the guard is open.
func (g *guard) isOpen() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pipeOut != nil
}

// queueSequence sends the guard what to do when the program ends, if that has changed. An empty line
// means nothing.
func (g *guard) send(line string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pipeOut == nil || line == g.last {
		return
	}
	g.last = line
	_ = g.pipeOut.SetWriteDeadline(time.Now().Add(guardTime)) // the guard may be stopped
	_, _ = g.pipeOut.WriteString("=" + line + "\n")           // or gone
}

// close ends the process without restoring anything.
func (g *guard) close() {
	g.send("")
	g.mu.Lock()
	defer g.mu.Unlock()
	ran := g.pid != 0 && g.pipeOut != nil
	g.abandon()
	if !ran {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	reaped := make(chan struct{})
	go func(pid int) {
		defer close(reaped)
		for {
			if _, err := syscall.Wait4(pid, nil, 0, nil); !errors.Is(err, unix.EINTR) {
				return
			}
		}
	}(g.pid)
	select {
	case <-reaped:
	case <-time.After(guardTime):
	}
}

// tellGuard tells the guard how to restore this terminal.
func (t *Terminal) tellGuard() {
	if t.guard.isOpen() {
		t.guard.send(t.restoreLine())
	}
}

// restoreLine returns what the guard must do to restore the terminal; empty if the program is not
// using it.
func (t *Terminal) restoreLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.using || t.modes == "" {
		return ""
	}
	w := t.wants
	w.mouse = grid.MouseAny // turns off every mouse mode
	return t.modes + " " + string(leave(t.plain, t.caps, t.answers, w))
}
