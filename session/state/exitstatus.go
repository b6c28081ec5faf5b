package state

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/private"
)

// exitGrace is how long the reader of an exit status waits first, to give the owner time to write
// it.
const exitGrace = 100 * time.Millisecond

// WriteExitStatus writes the exit code of a session's process to its directory, as [ShellCode]
// returns it. Only the owner may call it: the code comes from the kernel, never from a screen.
func WriteExitStatus(dir string, e session.Exit) error {
	if err := checkPrivate(dir); err != nil {
		return fmt.Errorf("exit status: %w", err)
	}
	private.Sweep(filepath.Join(dir, exitName))
	if err := writeFile(dir, exitName, strconv.AppendInt(nil, int64(ShellCode(e)), 10)); err != nil {
		return fmt.Errorf("exit status: %w", err)
	}
	return nil
}

// ShellCode returns a process's exit status as a shell reports it: 128 plus the signal's number if
// a signal ended it, 127 if it never started.
func ShellCode(e session.Exit) int {
	switch {
	case e.Err != "":
		return 127
	case e.Signal != "":
		return 128 + int(unix.SignalNum(e.Signal))
	}
	return e.Code
}

// ReadExitStatus waits 100 ms and then returns the exit code in a session's directory. If none can
// be read, known is false, and the process counts as completed; the only error is the context's.
func ReadExitStatus(ctx context.Context, dir string) (code int, known bool, err error) {
	wait := time.NewTimer(exitGrace)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return 0, false, ctx.Err()
	case <-wait.C:
	}
	code, known = readExitStatus(dir)
	return code, known, nil
}

func readExitStatus(dir string) (code int, known bool) {
	data, err := readFile(filepath.Join(dir, exitName))
	if err != nil {
		return 0, false
	}
	code, err = strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || code < 0 {
		return 0, false
	}
	return code, true
}
