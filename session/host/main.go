package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// The descriptors with which a host's process is started, besides the first three.
const (
	setupFile   = 3
	outcomeFile = 4
)

// Main runs a host's process: it reads its setup, reports whether the session has started, and
// returns the exit status when nothing of the session remains.
func Main() int {
	closeInherited()
	stop := takeSignals()
	go ignoreSignals() // while it waits for the setup
	in, out := os.NewFile(setupFile, "setup"), os.NewFile(outcomeFile, "outcome")
	s, err := readSetup(in)
	if err != nil {
		fmt.Fprintln(os.Stderr, "dormer host: this is started by dormer itself:", err)
		return 2
	}
	logTo(s.Dir)
	debug.SetGCPercent(gcPercent)
	d, err := beginDaemon(s, hostLog{os.Stderr})
	if err != nil {
		_ = writeOutcome(out, outcomeOf(err))
		return 1
	}
	// The program that started it may have ended by now; the session has started nevertheless.
	_ = writeOutcome(out, outcome{Child: d.host.PID()})
	_ = out.Close()
	d.serve(stop)
	return 0
}

// closeInherited closes the inherited descriptors that this process does not need. A program may
// have inherited them by a mistake of its parent, and a pipe that a host or its child keeps open
// never ends for its reader. Descriptors that this process has opened itself are close-on-exec, and
// stay open.
func closeInherited() {
	for _, fd := range []int{setupFile, outcomeFile} {
		syscall.CloseOnExec(fd)
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= syscall.Stderr {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			_ = syscall.Close(fd)
		}
	}
}

// gcPercent saves memory at the cost of time: there may be many hosts, and each produces little
// garbage.
const gcPercent = 50

func readSetup(in *os.File) (setup, error) {
	var s setup
	_ = json.Unmarshal([]byte(`{"Spec":{}}`), &s) // prepares the decoder while there may be nothing to read yet
	err := json.NewDecoder(in).Decode(&s)
	s.Spec.Occasion, s.Spec.HoldOutput = s.Occasion, s.HoldOutput
	return s.mapStrings(decodeString), errors.Join(err, in.Close())
}

// ignoreSignals ignores the signals that would end a host when a terminal or a reader disappears.
// Children get the defaults. It is slow, since each signal wakes two threads.
func ignoreSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP, syscall.SIGPIPE, syscall.SIGINT, syscall.SIGQUIT,
		syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU, syscall.SIGUSR2)
}

// takeSignals returns the signals that ask the host to end, or to make its socket again.
func takeSignals() (asked <-chan os.Signal) {
	c := make(chan os.Signal, 4)
	signal.Notify(c, syscall.SIGTERM, relistenSignal)
	return c
}
