package firstline

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

const (
	// maxOutput and maxErrors are the numbers of bytes of output and errors that are kept.
	maxOutput = 4 << 10
	maxErrors = 1 << 10
	// drainTime is how long processes that the command left running may keep its output open.
	drainTime = 100 * time.Millisecond
)

// ErrTimeout is the error of a command that took too long.
var ErrTimeout = errors.New("it took too long and was ended")

// Run runs a command in an environment and returns the first line of its output, without escape
// sequences and control characters. It ends the command when the context ends; if the deadline has
// passed, the error is [ErrTimeout]. When Run returns, no process of the command's group is left.
func Run(ctx context.Context, command string, env []string) (string, error) {
	runtime.LockOSThread() // the system ties the command's life to this thread
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Env = env
	cmd.SysProcAttr = attributes()
	cmd.WaitDelay = drainTime
	out, said := &head{limit: maxOutput}, &head{limit: maxErrors}
	cmd.Stdout, cmd.Stderr = out, said
	end := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = end
	if err := cmd.Start(); err != nil {
		return "", err
	}
	err := cmd.Wait()
	_ = end() // kills processes that the command left running; mostly there are none
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", ErrTimeout
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", failure(err, string(said.kept))
	}
	return plain(string(out.kept)), nil
}

// failure describes how a command ended, with the first line of its error output.
func failure(err error, said string) error {
	how := err.Error()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		how = fmt.Sprintf("it exited with code %d", exit.ExitCode())
	}
	if line := plain(said); line != "" {
		how += ": " + line
	}
	return errors.New(how)
}

// plain returns the first line of a text that is not blank.
func plain(text string) string {
	for line := range strings.Lines(ansi.Strip(text)) {
		line = strings.Map(func(r rune) rune {
			switch {
			case r == '\t':
				return ' '
			case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == unicode.ReplacementChar:
				return -1
			}
			return r
		}, line)
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// head keeps the beginning of its input and accepts the rest.
type head struct {
	kept  []byte
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), h.limit-len(h.kept))]...)
	return len(p), nil
}
