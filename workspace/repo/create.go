package repo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// New describes a worktree to create.
type New struct {
	// Branch is the branch to check out. It is created if it does not exist.
	Branch string
	// From is the start of a new branch. If it is empty, the branch starts at the branch of the
	// same name of the only remote that has one, or else at the commit that is checked out in
	// Dir.
	From string
	Dir  string
	// At is the absolute path of the worktree's directory. If it is empty, Directory is used, a
	// path that is relative to the main worktree unless it is absolute. In Directory, {name}
	// stands for the branch, with - for /, and {repo} for the name of the main worktree.
	At        string
	Directory string
}

// ErrNoCommit means that the start of a new branch does not exist.
var ErrNoCommit = errors.New("no commit")

// Made is a created worktree.
type Made struct {
	Worktree
	// NewBranch means that the branch did not exist before.
	NewBranch bool
	// Copied is the number of files copied because of .worktreeinclude.
	Copied int
	// Problems are errors after the worktree was created: a failed hook, a file that could not
	// be copied.
	Problems []error
}

// Create creates a worktree. Its directory is hidden from git status of the worktree that
// contains it, and gets a copy of the ignored files that .worktreeinclude names. An error is
// one sentence and means that nothing was created, unless it says otherwise.
func (r Repo) Create(ctx context.Context, n New) (m Made, err error) {
	if err := checkBranch(ctx, r.git(), n.Branch); err != nil {
		return m, err
	}
	err = r.locked(ctx, func() error {
		all, err := r.Worktrees(ctx)
		if err != nil {
			return err
		}
		start, isNew, err := r.startCommit(ctx, n, all)
		if err != nil {
			return err
		}
		path, err := r.place(n, all)
		if err != nil {
			return err
		}
		if err := r.exclude(ctx, n, all, path); err != nil {
			return err
		}
		args := []string{"-c", "worktree.useRelativePaths=false", "worktree", "add", "--quiet", path, n.Branch}
		if isNew {
			// With --no-track git does not write the upstream into the configuration.
			args = []string{"-c", "worktree.useRelativePaths=false", "worktree", "add", "--quiet", "--no-track", "-b", n.Branch, path, start}
		}
		_, failed := git{dir: r.Common, limit: checkoutTime}.run(ctx, args...)
		if m.Worktree, err = r.made(context.WithoutCancel(ctx), path); err != nil {
			return errors.Join(failed, err)
		}
		m.NewBranch = isNew
		switch {
		case failed != nil && m.Path == "" && isNew:
			return errors.Join(failed, r.dropBranch(context.WithoutCancel(ctx), n.Branch, start))
		case failed != nil && m.Path == "":
			return failed
		case ctx.Err() != nil:
			return fmt.Errorf("worktree %s was made, but %w: dormer worktree open %s opens it", path, cmp.Or(failed, ctx.Err()), n.Branch)
		case failed != nil:
			m.Problems = append(m.Problems, fmt.Errorf("the worktree was made, but %w", failed))
		case m.Path == "":
			return fmt.Errorf("git made no worktree at %s", path)
		}
		m.Copied, err = r.include(ctx, m.Path)
		if err != nil {
			m.Problems = append(m.Problems, err)
		}
		return nil
	})
	return m, err
}

// dropBranch deletes a new branch if it exists, for example after git created the branch and
// then failed to create its worktree. It returns an error if the branch no longer points to
// start.
func (r Repo) dropBranch(ctx context.Context, branch, start string) error {
	there, err := r.git().succeeds(ctx, "show-ref", "--verify", "--quiet", "refs/heads/"+branch)
	if err == nil && there {
		_, err = r.git().run(ctx, "update-ref", "-d", "refs/heads/"+branch, start)
	}
	return err
}

// made returns the worktree that git created at a path, or the zero Worktree if there is none.
func (r Repo) made(ctx context.Context, path string) (Worktree, error) {
	all, err := r.Worktrees(ctx)
	for _, w := range all {
		if w.Path == path && !w.Missing && !w.Locked {
			return w, nil
		}
	}
	return Worktree{}, err
}

func checkBranch(ctx context.Context, at git, name string) error {
	ok := name != "" && !strings.HasPrefix(name, "-") && name != "HEAD" && name != "@"
	if ok {
		var err error
		if ok, err = at.succeeds(ctx, "check-ref-format", "refs/heads/"+name); err != nil {
			return err
		}
	}
	if !ok {
		return fmt.Errorf("%q cannot be the name of a branch: use letters, digits, - and /", name)
	}
	return nil
}

// place returns the directory for a new worktree, or an error if the directory is not free.
func (r Repo) place(n New, all []Worktree) (string, error) {
	path := n.At
	switch {
	case path == "" && r.Bare && !filepath.IsAbs(n.Directory):
		return "", fmt.Errorf("%s is a bare repository, in which worktrees have no default directory: name one with --at", r.Common)
	case path == "" && !strings.Contains(n.Directory, "{name}"):
		return "", fmt.Errorf("worktrees.directory is %q, which is the same for all worktrees: write {name} into it", n.Directory)
	case path == "":
		name := strings.ReplaceAll(n.Branch, "/", "-")
		path = strings.NewReplacer("{name}", name, "{repo}", filepath.Base(r.Main)).Replace(n.Directory)
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.Main, path)
		}
	}
	if link := r.outsideLink(path); link != "" {
		return "", fmt.Errorf("%s is a symbolic link that leads out of the repository: move it away, or name another place with --at", link)
	}
	path = resolved(path)
	for _, w := range all {
		if w.Path == path && w.Missing {
			return "", fmt.Errorf("%s was a worktree whose directory was deleted: dormer worktree prune forgets it", path)
		}
	}
	if below(path, r.Common) && path != r.Common {
		return "", fmt.Errorf("%s is among git's own files: name another place with --at", path)
	}
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return path, nil
	case err != nil || len(entries) > 0:
		return "", fmt.Errorf("%s is in use: name another place with --at", path)
	}
	return path, nil
}

// startCommit returns the commit at which the branch of a new worktree starts, and whether the branch
// is new.
func (r Repo) startCommit(ctx context.Context, n New, all []Worktree) (commit string, isNew bool, err error) {
	for _, w := range all {
		if w.Branch == n.Branch {
			return "", false, fmt.Errorf("branch %q is checked out in %s: dormer worktree open %s goes there", n.Branch, w.Path, n.Branch)
		}
	}
	there, err := r.git().succeeds(ctx, "show-ref", "--verify", "--quiet", "refs/heads/"+n.Branch)
	switch {
	case err != nil:
		return "", false, err
	case there && n.From != "":
		return "", false, fmt.Errorf("branch %q exists already: leave out --from, or choose another name", n.Branch)
	case there:
		return "", false, nil
	}
	from, at := n.From, git{dir: n.Dir}
	if from == "" {
		if from, err = r.remoteBranch(ctx, n.Branch); err != nil {
			return "", false, err
		}
	}
	if from == "" {
		from = "HEAD"
	}
	commit, err = at.line(ctx, "rev-parse", "--quiet", "--verify", "--end-of-options", from+"^{commit}")
	failed, ran := errors.AsType[*gitError](err)
	switch {
	case ran && n.From != "":
		return "", false, fmt.Errorf("there is %w %q in %s: name a branch, a tag or a commit with --from", ErrNoCommit, n.From, r.Main)
	case ran && failed.code == 1:
		return "", false, fmt.Errorf("%s has no commit yet: commit something first", r.Main)
	}
	return commit, true, err
}

// remoteBranch returns the branch of that name of the only remote that has one, or an empty
// string if no remote or several have one.
func (r Repo) remoteBranch(ctx context.Context, branch string) (string, error) {
	out, err := r.git().run(ctx, "for-each-ref", "--format=%(refname)", "refs/remotes/*/"+branch)
	refs := strings.Fields(out)
	if len(refs) != 1 {
		return "", err
	}
	return refs[0], err
}

// exclude hides a directory from git status of the worktree that contains it, by a line in
// info/exclude. Worktrees below the default directory share one line.
func (r Repo) exclude(ctx context.Context, n New, all []Worktree, path string) error {
	in, ok := Of(all, path)
	if !ok || r.Bare && in.Main || in.Path == path {
		return nil
	}
	rel, err := filepath.Rel(in.Path, path)
	if err != nil || strings.ContainsAny(rel, "\n\r") {
		return err
	}
	at := git{dir: in.Path}
	if ignored, err := at.succeeds(ctx, "check-ignore", "--quiet", "--", filepath.Join(rel, "x")); err != nil || ignored {
		return err
	}
	if top, _, several := strings.Cut(rel, "/"); several && n.At == "" {
		// Do not hide a directory of the project.
		out, err := at.run(ctx, "ls-files", "-z", "--", ":(literal)"+top)
		if err != nil {
			return err
		}
		if others, err := os.ReadDir(filepath.Join(in.Path, top)); out == "" && (err != nil || len(others) == 0) {
			rel = top
		}
	}
	if err := appendLine(filepath.Join(r.Common, "info", "exclude"), "/"+excludeEscapes.Replace(rel)+"/"); err != nil {
		return fmt.Errorf("keep %s out of git status: %w", path, err)
	}
	return nil
}

var excludeEscapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// appendLine appends a line to a file, and creates the file if it does not exist.
func appendLine(path, line string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	line += "\n"
	if st, err := f.Stat(); err == nil && st.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, st.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Close())
}
