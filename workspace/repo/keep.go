package repo

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// keepObjects makes the refs that keep git from collecting what it keeps for a worktree: its
// commit, what is in its index, and the commits of the log of its HEAD and of the refs that it
// alone has. The commit gets a ref of its own; a second ref has a commit of the rest.
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

// indexTree writes a tree with all files that are in the index. Where the index has conflicts
// they are in it by their hash. It is empty for an index that git cannot read.
func (g git) indexTree(ctx context.Context) (string, error) {
	tree, err := g.line(ctx, "write-tree")
	if _, failed := errors.AsType[*gitError](err); !failed {
		return tree, err
	}
	staged, err := g.run(ctx, "ls-files", "--stage", "-z")
	if err != nil {
		return "", unlessGit(err)
	}
	var files []string
	for line := range strings.SplitSeq(staged, "\x00") {
		if mode, rest, ok := strings.Cut(line, " "); ok && mode != "160000" { // that is a submodule
			hash, _, _ := strings.Cut(rest, " ")
			files = append(files, "100644 blob "+hash+"\t"+hash+"\x00")
		}
	}
	slices.Sort(files)
	g.in = strings.NewReader(strings.Join(slices.Compact(files), ""))
	tree, err = g.line(ctx, "mktree", "-z")
	return tree, unlessGit(err)
}

// ownCommits are the commits in the log of a worktree's HEAD, and those of the refs that it
// alone has, without repetitions.
func (g git) ownCommits(ctx context.Context) ([]string, error) {
	log, err := g.run(ctx, "reflog", "show", "--format=%H", "HEAD")
	if err := unlessGit(err); err != nil { // there is none on a branch without a commit
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

// unlessGit is an error, but for one that git itself reports.
func unlessGit(err error) error {
	if _, failed := errors.AsType[*gitError](err); failed {
		return nil
	}
	return err
}
