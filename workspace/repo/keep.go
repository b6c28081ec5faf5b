package repo

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// keepObjects creates the refs that prevent git from collecting the objects that it keeps for a
// worktree: its commit, the contents of its index, and the commits of its HEAD's log and of the
// refs that only this worktree has. One ref points to the worktree's commit, a second one to a
// commit that refers to the rest.
func (r Repo) keepObjects(ctx context.Context, e Removed) error {
	if e.Tip != "" {
		if _, err := r.git().run(ctx, "update-ref", e.tipRef(), e.Tip); err != nil {
			return err
		}
	}
	at := git{dir: e.Path}
	text, err := at.indexTree(ctx)
	if err != nil || text == "" {
		return err
	}
	text = "tree " + text + "\n"
	commits, err := at.ownCommits(ctx)
	if err != nil {
		return err
	}
	for _, commit := range commits {
		text += "parent " + commit + "\n"
	}
	for _, who := range []string{"author", "committer"} {
		text += who + " dormer <dormer> 0 +0000\n"
	}
	at.in = strings.NewReader(text + "\nWhat a removed worktree has staged, and its log\n")
	commit, err := at.line(ctx, "hash-object", "-t", "commit", "-w", "--stdin")
	if err == nil {
		_, err = r.git().run(ctx, "update-ref", e.indexRef(), commit)
	}
	return err
}

// indexTree writes a tree with all files in the index and returns its hash. If the index has
// conflicts, each file in the tree is named after its hash. The result is empty for an index
// that git cannot read.
func (g git) indexTree(ctx context.Context) (string, error) {
	tree, err := g.line(ctx, "write-tree")
	if _, failed := errors.AsType[*gitError](err); !failed {
		return tree, err
	}
	staged, err := g.run(ctx, "ls-files", "--stage", "-z")
	if err != nil {
		return "", ignoreGitError(err)
	}
	var files []string
	for line := range strings.SplitSeq(staged, "\x00") {
		if mode, rest, ok := strings.Cut(line, " "); ok && mode != "160000" { // 160000 is a submodule
			hash, _, _ := strings.Cut(rest, " ")
			files = append(files, "100644 blob "+hash+"\t"+hash+"\x00")
		}
	}
	slices.Sort(files)
	g.in = strings.NewReader(strings.Join(slices.Compact(files), ""))
	tree, err = g.line(ctx, "mktree", "-z")
	return tree, ignoreGitError(err)
}

// ownCommits returns the commits in the log of a worktree's HEAD and those of the refs that
// only this worktree has, without duplicates.
func (g git) ownCommits(ctx context.Context) ([]string, error) {
	log, err := g.run(ctx, "reflog", "show", "--format=%H", "HEAD")
	if err := ignoreGitError(err); err != nil { // a branch without a commit has no log
		return nil, err
	}
	refs, err := g.run(ctx, "for-each-ref", "--format=%(objectname)", "refs/bisect", "refs/worktree", "refs/rewritten")
	if err != nil {
		return nil, err
	}
	g.in = strings.NewReader(log + refs)
	known, err := g.run(ctx, "cat-file", "--batch-check=%(objecttype) %(objectname)")
	var commits []string
	for line := range strings.SplitSeq(known, "\n") {
		if commit, ok := strings.CutPrefix(line, "commit "); ok {
			commits = append(commits, commit)
		}
	}
	slices.Sort(commits)
	return slices.Compact(commits), err
}

// ignoreGitError returns err, or nil if it is an error that git itself reported.
func ignoreGitError(err error) error {
	if _, failed := errors.AsType[*gitError](err); failed {
		return nil
	}
	return err
}
