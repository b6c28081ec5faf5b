package repo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	// gitTime is the time limit of a git command that only reads.
	gitTime = 20 * time.Second
	// checkoutTime is the time limit of checking out all files, including the hooks that git
	// runs afterwards.
	checkoutTime = 10 * time.Minute
)

// git is a run of the git command.
type git struct {
	// dir is the working directory.
	dir string
	in  io.Reader
	// env is added to the environment.
	env []string
	// limit is the time limit; 0 means gitTime.
	limit time.Duration
}

// gitError is the error of a git command that failed.
type gitError struct {
	command string
	code    int
	stderr  string // the first line of its standard error
}

func (e *gitError) Error() string { return "git " + e.command + ": " + e.stderr }

// run runs git and returns its standard output.
func (g git) run(ctx context.Context, args ...string) (string, error) {
	limit := cmp.Or(g.limit, gitTime)
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(timed, "git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = g.dir, append(environ(os.Environ()), g.env...), g.in
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	// At SIGTERM git removes its unfinished files and its lock files.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // git succeeded; a program started by a hook keeps the output open
	}
	name := subcommand(args)
	exited, ran := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s: %w", name, ctx.Err())
	case timed.Err() != nil:
		return "", fmt.Errorf("git %s took longer than %s and was stopped", name, limit)
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("there is no git command: install git")
	case ran:
		return out.String(), &gitError{name, exited.ExitCode(), firstLine(said.String())}
	case err != nil:
		return "", fmt.Errorf("git %s: %w", name, err)
	}
	return out.String(), nil
}

// line runs git and returns its output without the line end.
func (g git) line(ctx context.Context, args ...string) (string, error) {
	out, err := g.run(ctx, args...)
	return strings.TrimSuffix(out, "\n"), err
}

// succeeds runs a git command that answers by its exit status: 0 for yes, 1 for no.
func (g git) succeeds(ctx context.Context, args ...string) (bool, error) {
	_, err := g.run(ctx, args...)
	if failed, ok := errors.AsType[*gitError](err); ok && failed.code == 1 {
		return false, nil
	}
	return err == nil, err
}

// subcommand returns the first argument that is not an option of git itself.
func subcommand(args []string) string {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i]
		}
	}
	return ""
}

// environ returns the environment for git. It omits the variables that could select another
// repository, index or configuration, and makes git neither prompt nor translate.
func environ(env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, "GIT_") })
	return append(env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
}

// firstLine returns git's error message without its prefix.
func firstLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "fatal: "); ok {
			return rest
		}
	}
	return strings.TrimPrefix(lines[0], "error: ")
}
