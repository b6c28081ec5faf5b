package repo

import (
	"context"
	"strconv"
	"strings"
)

// Status counts the differences between a worktree and its commit, and between its branch and
// its upstream.
type Status struct {
	// Branch is empty for a detached HEAD, Upstream if the branch has none.
	Branch, Upstream string
	// Ahead and Behind count commits that the other does not have.
	Ahead, Behind int
	// Changed counts tracked files that differ, including conflicts; New counts files and
	// directories that git neither tracks nor ignores.
	Changed, New int
}

// Short returns the status in a few characters: "*3 +2 -1" for 3 changed or new files, 2
// commits ahead and 1 behind; empty if nothing differs.
func (s Status) Short() string {
	var parts []string
	for _, part := range []struct {
		sign string
		n    int
	}{{"*", s.Changed + s.New}, {"+", s.Ahead}, {"-", s.Behind}} {
		if part.n > 0 {
			parts = append(parts, part.sign+strconv.Itoa(part.n))
		}
	}
	return strings.Join(parts, " ")
}

// StatusOf asks git for the status of a worktree. It does not change git's files.
func StatusOf(ctx context.Context, dir string) (Status, error) {
	out, err := git{dir: dir}.run(ctx, "status", "--porcelain=v2", "--branch", "-z")
	if err != nil {
		return Status{}, err
	}
	return parseStatus(out), nil
}

// parseStatus reads the output of git status --porcelain=v2 --branch -z.
func parseStatus(out string) (s Status) {
	skip := false
	for line := range strings.SplitSeq(out, "\x00") {
		if skip { // the old name of a renamed file
			skip = false
			continue
		}
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "1", "u":
			s.Changed++
		case "2":
			s.Changed++
			skip = true
		case "?":
			s.New++
		case "#":
			s.header(rest)
		}
	}
	return s
}

func (s *Status) header(text string) {
	name, value, _ := strings.Cut(text, " ")
	switch name {
	case "branch.head":
		if value != "(detached)" {
			s.Branch = value
		}
	case "branch.upstream":
		s.Upstream = value
	case "branch.ab":
		ahead, behind, _ := strings.Cut(value, " ")
		s.Ahead, _ = strconv.Atoi(strings.TrimPrefix(ahead, "+")) // git writes numbers
		s.Behind, _ = strconv.Atoi(strings.TrimPrefix(behind, "-"))
	}
}

// unpushed counts the commits of a worktree that no other branch, no tag and no remote has.
func unpushed(ctx context.Context, w Worktree) (int, error) {
	if w.Head == "" {
		return 0, nil
	}
	args := []string{"rev-list", "--count", "HEAD", "--not"}
	if w.Branch != "" {
		args = append(args, "--exclude="+w.Branch)
	}
	out, err := git{dir: w.Path}.line(ctx, append(args, "--branches", "--tags", "--remotes")...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(out)
}
