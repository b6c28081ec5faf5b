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

// A program that is killed, or that its language's runtime ends, gives nothing back: the
// shell would be left in the alternate screen, with reports of every move of the mouse
// typed into it. So a second process waits for the end of this one and does then what
// this one cannot do any more. It is a shell, the smallest process that every system
// has, asleep in a read of a pipe whose other end goes when this program does.

// guardScript reads what the program tells until that ends. A line that begins with =
// says what is to be done then: the modes of the terminal (stty -g), a blank, and what is
// to be written to it; after a bare = it is nothing. Any other line is the runtime's, of a
// crash ([debug.SetCrashOutput]).
//
// Descriptor 3 is the terminal. Its modes come back only while they are still those of
// the program, RAW: most shells mend the modes themselves after a program that a signal ended,
// and who reads a line has modes of its own. In a crash they come back also at the first
// word of it, so that what the runtime writes can be read.
//
// Signals are not for it: they come to all that runs in a terminal, and the program
// decides what they mean.
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

// guardWords is the message to the user.
const guardWords = "dormer ended unexpectedly; its sessions run on: start it again"

const (
	// guardDelay is how long after taking the terminal the guard is started: what the
	// user waits for comes first.
	guardDelay = 300 * time.Millisecond
	// guardPause is how long it is waited at most until a guard that could not be started
	// is tried again.
	guardPause = 10 * time.Second
	// guardTime is how long it may take to take note of something, and to go.
	guardTime = 200 * time.Millisecond
)

// guard is that process. The zero guard has none yet.
//
// It takes its two descriptors when the terminal is taken, and none later, so that a
// program with a low limit does not lose room for sessions afterwards.
type guard struct {
	mu    sync.Mutex
	pid   int
	heard *os.File // the pipe's end that the process will read, until there is one
	tell  *os.File // the pipe
	last  string   // what was told last
	gone  bool     // it is not to be any more
}

// Guard makes sure that the terminal is restored if this program is killed, from a moment
// later on and until [Terminal.Stop]. It does nothing if the system has no shell.
func (t *Terminal) Guard() {
	// After a program that exits a shell takes the modes that it finds for its own, and
	// the guard may come too late for that. After one that a signal ended it puts back
	// those that it had. So a crash ends in a signal.
	debug.SetTraceback("crash")
	_ = t.guard.reserve() // it is tried again when the process starts
	t.guardIn(guardDelay)
}

// guardIn starts the process after a while, and tries that again for as long as there is
// no room for it.
func (t *Terminal) guardIn(delay time.Duration) {
	time.AfterFunc(delay, func() {
		if t.guard.reserve() == nil {
			t.tellGuard() // what waits in the pipe it knows from its first moment on
		}
		if err := t.guard.start(t.in, t.out); noRoom(err) {
			t.guardIn(min(2*delay, guardPause))
		}
	})
}

// noRoom reports whether what failed may succeed later: there are too many descriptors or
// processes now, or there is too little memory.
func noRoom(err error) bool {
	return errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) || errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOMEM)
}

// reserve takes the pipe, once.
func (g *guard) reserve() (err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone || g.tell != nil {
		return nil
	}
	g.heard, g.tell, err = os.Pipe()
	return err
}

// start starts the process, once. After an error that will last there is none, and
// nothing is kept for it.
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
		if !noRoom(err) {
			g.abandon()
		}
		return err
	}
	_ = g.heard.Close() // which makes room for the runtime's descriptor
	g.heard = nil
	_ = debug.SetCrashOutput(g.tell, debug.CrashOptions{}) // it fails only where it cannot duplicate a descriptor
	return nil
}

// fork makes the process; its number is 0 where there is an error. The lock is held.
func (g *guard) fork(in, out *os.File) (pid int, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = null.Close() }()
	return syscall.ForkExec("/bin/sh", []string{"dormer-guard", "-c", `eval "$GUARD"`}, &syscall.ProcAttr{
		Dir: "/",
		// Nothing by which it could be taken for a session's.
		Env: []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "GUARD=" + guardScript, "WORDS=" + guardWords, "RAW=" + modeWord(int(in.Fd()))},
		// Descriptors 0 to 3.
		Files: []uintptr{g.heard.Fd(), out.Fd(), null.Fd(), in.Fd()},
		// What ends the program's process group does not end it.
		Sys: &syscall.SysProcAttr{Setsid: true},
	})
}

// abandon lets go of what is kept for the process, which is not to be any more. The lock
// is held.
func (g *guard) abandon() {
	g.gone = true
	if g.heard != nil {
		_ = g.heard.Close() // nobody reads it
	}
	if g.tell != nil {
		_ = g.tell.Close() // which ends a process that reads it
	}
	g.heard, g.tell = nil, nil
}

// hears reports whether there is a pipe to the guard.
func (g *guard) hears() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tell != nil
}

// say tells the guard what to do at the end, if that has changed; nothing, if line is
// empty.
func (g *guard) say(line string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tell == nil || line == g.last {
		return
	}
	g.last = line
	_ = g.tell.SetWriteDeadline(time.Now().Add(guardTime)) // one that is stopped is not waited for
	_, _ = g.tell.WriteString("=" + line + "\n")           // one that is gone guards nothing
}

// close ends the process, which has nothing to give back any more.
func (g *guard) close() {
	g.say("")
	g.mu.Lock()
	defer g.mu.Unlock()
	ran := g.pid != 0 && g.tell != nil
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

// tellGuard tells the guard how this terminal is given back.
func (t *Terminal) tellGuard() {
	if t.guard.hears() {
		t.guard.say(t.will())
	}
}

// will returns what the guard must do to restore the terminal; empty if the program is not
// using it.
func (t *Terminal) will() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.using || t.modes == "" {
		return ""
	}
	w := t.wants
	w.mouse = grid.MouseAny // whichever it was
	return t.modes + " " + string(leave(t.plain, t.caps, t.answers, w))
}
