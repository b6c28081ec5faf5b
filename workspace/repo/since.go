package repo

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Activity describes the changes in a worktree since a given time.
type Activity struct {
	// Branch is empty for a detached HEAD.
	Branch string
	// Commits are the subjects of the commits since that time, the newest first, at most a
	// hundred.
	Commits []string
	// Files counts the uncommitted files written since that time.
	Files int
}

// ActivitySince asks git for the activity in a worktree. It does not change git's files.
func ActivitySince(ctx context.Context, dir string, since time.Time) (a Activity, err error) {
	at := git{dir: dir}
	top, err := at.line(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return a, err
	}
	out, err := at.run(ctx, "status", "--porcelain=v2", "--branch", "-z")
	if err != nil {
		return a, err
	}
	a.Branch = parseStatus(out).Branch
	for _, name := range changedFiles(out) {
		if info, err := os.Lstat(filepath.Join(top, name)); err == nil && info.ModTime().After(since) {
			a.Files++
		}
	}
	if born, err := at.succeeds(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil || !born {
		return a, err
	}
	out, err = at.run(ctx, "log", "-z", "--format=%s", "--max-count=100", "--since=@"+strconv.FormatInt(since.Unix(), 10))
	if err != nil {
		return a, err
	}
	if out = strings.TrimSuffix(out, "\x00"); out != "" {
		a.Commits = strings.Split(out, "\x00")
	}
	return a, nil
}

// changedFiles returns the files in the output of git status --porcelain=v2 -z, as paths in the
// worktree.
func changedFiles(out string) (names []string) {
	// fields is the number of fields before the name, by kind of line.
	fields := map[string]int{"1": 8, "2": 9, "u": 10, "?": 1}
	skip := false
	for line := range strings.SplitSeq(out, "\x00") {
		if skip { // the old name of a renamed file
			skip = false
			continue
		}
		kind, _, _ := strings.Cut(line, " ")
		n, listed := fields[kind]
		if parts := strings.SplitN(line, " ", n+1); listed && len(parts) == n+1 {
			names = append(names, parts[n])
		}
		skip = kind == "2"
	}
	return names
}
