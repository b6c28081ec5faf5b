package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/workspace/repo"
)

func worktreeCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "worktree",
		Short: "Make, open, remove and restore git worktrees",
		Long: `A worktree is another working directory of a git repository, with a branch of
its own, in which you or a coding agent can work without disturbing others.
dormer makes one and opens a tab in it with one command. Removing one deletes
nothing: it can be restored for 7 days, with all of its files.

The repository is that of the current directory, or of --repo. NAME is a branch,
a directory, or the last part of one.`,
	}, newWorktreeCommand(), listWorktreesCommand(), openWorktreeCommand(), removeWorktreeCommand(),
		restoreWorktreeCommand(), pruneWorktreesCommand(), worktreePathCommand(), diffWorktreeCommand(), trustCommand())
}

// repoFlag adds the flag that names a repository.
func repoFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "repo", "", "use the repository of `DIR` (default: this one)")
	completeFlag(c, "repo", completeFiles)
}

// oneWorktree checks the arguments of commands that take one worktree.
func oneWorktree(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return usageErrorf("%s takes one worktree: dormer worktree list lists them", cmd.CommandPath())
	}
	return nil
}

// findRepo finds the repository of a directory, by default the current one. It also returns the
// directory.
func findRepo(ctx context.Context, named string) (repo.Repo, string, error) {
	dir, err := filepath.Abs(named) // the current directory for ""
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	switch {
	case err != nil && named == "":
		return repo.Repo{}, dir, errors.New("the current directory is gone: name a repository with --repo")
	case err != nil:
		return repo.Repo{}, dir, fmt.Errorf("--repo %s: there is no such directory: name one that exists", named)
	}
	r, err := repo.Find(ctx, dir)
	return r, dir, err
}

// findPlacesAndRepo returns the places of this user besides what findRepo does.
func findPlacesAndRepo(ctx context.Context, named string) (p places, r repo.Repo, dir string, err error) {
	if p, err = findPlaces(); err != nil {
		return p, r, "", err
	}
	r, dir, err = findRepo(ctx, named)
	return p, r, dir, err
}

// completeWorktrees offers the worktrees of the repository, other than the main one.
var completeWorktrees = onlyFirst(offering(func(cmd *cobra.Command) (names []cobra.Completion, err error) {
	named, _ := cmd.Flags().GetString("repo")
	r, _, err := findRepo(cmd.Context(), named)
	if err != nil {
		return nil, err
	}
	all, err := r.Worktrees(cmd.Context())
	for _, w := range all {
		if !w.Main {
			names = append(names, cobra.CompletionWithDesc(w.Name(), w.Path))
		}
	}
	return names, err
}))

func worktreePathCommand() *cobra.Command {
	var named string
	c := &cobra.Command{
		Use:               "path NAME",
		Short:             "Print the directory of a worktree",
		Example:           `  cd "$(dormer worktree path fix-login)"`,
		Args:              oneWorktree,
		ValidArgsFunction: completeWorktrees,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, _, err := findRepo(cmd.Context(), named)
			if err != nil {
				return err
			}
			w, err := r.Lookup(cmd.Context(), args[0])
			if err == nil {
				fmt.Println(w.Path)
			}
			return err
		},
	}
	repoFlag(c, &named)
	return c
}

func listWorktreesCommand() *cobra.Command {
	var named string
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the worktrees of a repository, and those that can be restored",
		Long: `list lists the worktrees of a repository with their branches, their changes, and
the number of sessions that run in each. Below them it lists removed worktrees
that can be restored, and those that could not be deleted completely.`,
		Example: `  dormer worktree list
  dormer worktree list --json | jq -r '.worktrees[] | select(.new > 0).path'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := listWorktrees(cmd.Context(), named)
			if err != nil {
				return err
			}
			if asJSON {
				return catalogue.WriteJSON(os.Stdout, l)
			}
			return l.write(os.Stdout, time.Now())
		},
	}
	repoFlag(c, &named)
	jsonFlag(c, &asJSON)
	return c
}

// worktreeList is the JSON form of the worktrees of a repository. New versions only add members.
type worktreeList struct {
	Schema     int           `json:"schema"`
	Repository string        `json:"repository"`
	Worktrees  []worktreeRow `json:"worktrees"`
	Removed    []removedRow  `json:"removed"`
	// HalfDeleted are removed worktrees whose permanent deletion is incomplete.
	HalfDeleted []halfDeletedRow `json:"half_deleted"`
	// Unreadable has a sentence for each removed worktree whose entry in the trash cannot be read.
	Unreadable []string `json:"unreadable"`
}

type worktreeRow struct {
	Path   string `json:"path"`
	Branch string `json:"branch"`
	Head   string `json:"head"`
	Main   bool   `json:"main"`
	Locked bool   `json:"locked"`
	// Missing reports whether its directory was deleted.
	Missing bool `json:"missing"`
	// Upstream is empty if the branch has none; Ahead and Behind count commits.
	Upstream string `json:"upstream"`
	Ahead    int    `json:"ahead"`
	Behind   int    `json:"behind"`
	// Changed counts changed tracked files, New untracked files that are not ignored.
	Changed int `json:"changed"`
	New     int `json:"new"`
	// Sessions are the ids of the sessions that run in it.
	Sessions []string `json:"sessions"`
}

type removedRow struct {
	ID        string    `json:"id"`
	Path      string    `json:"path"`
	Branch    string    `json:"branch"`
	Head      string    `json:"head"`
	RemovedAt time.Time `json:"removed_at"`
	// ExpiresAt is the earliest time at which it may be deleted permanently.
	ExpiresAt time.Time `json:"expires_at"`
}

type halfDeletedRow struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	Branch string `json:"branch"`
	// Directory holds its remaining files.
	Directory string `json:"directory"`
}

// maxStatuses is the number of worktrees whose status is read at the same time.
const maxStatuses = 4

func listWorktrees(ctx context.Context, named string) (l worktreeList, err error) {
	p, r, _, err := findPlacesAndRepo(ctx, named)
	if err != nil {
		return l, err
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return l, err
	}
	removed, err := r.Trash()
	if err != nil {
		return l, err
	}
	half, err := r.HalfDeleted()
	if err != nil {
		return l, err
	}
	sessions, err := p.listing(ctx)
	if err != nil {
		return l, err
	}
	l = worktreeList{Schema: catalogue.Schema, Repository: r.Main, Worktrees: make([]worktreeRow, len(all)), Removed: []removedRow{}, HalfDeleted: []halfDeletedRow{}, Unreadable: []string{}}
	places := make(chan struct{}, maxStatuses)
	var looking sync.WaitGroup
	for i, w := range all {
		row := &l.Worktrees[i]
		*row = worktreeRow{Path: w.Path, Branch: w.Branch, Head: w.Head, Main: w.Main, Locked: w.Locked, Missing: w.Missing, Sessions: []string{}}
		for _, e := range inWorktree(sessions.Live(), all, w.Path) {
			row.Sessions = append(row.Sessions, e.Key())
		}
		if w.Missing || w.Main && r.Bare {
			continue
		}
		looking.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if s, err := repo.StatusOf(ctx, w.Path); err == nil { // one with no readable status is listed too
				row.Upstream, row.Ahead, row.Behind, row.Changed, row.New = s.Upstream, s.Ahead, s.Behind, s.Changed, s.New
			}
		})
	}
	looking.Wait()
	keep := p.config().Worktrees.Keep
	for _, e := range removed {
		l.Removed = append(l.Removed, removedRow{e.ID, e.Path, e.Branch, e.Tip, e.At, e.At.Add(keep)})
	}
	for _, e := range half {
		l.HalfDeleted = append(l.HalfDeleted, halfDeletedRow{e.ID, e.Path, e.Branch, e.Tree})
	}
	for _, err := range r.Unreadable() {
		l.Unreadable = append(l.Unreadable, err.Error())
	}
	return l, nil
}

// write writes the list for people.
func (l worktreeList) write(out io.Writer, now time.Time) error {
	name := func(path, branch string) string { return repo.Removed{Path: path, Branch: branch}.Name() }
	open := [][]string{{"BRANCH", "STATUS", "SESSIONS", "DIRECTORY"}}
	for _, row := range l.Worktrees {
		open = append(open, []string{cmp.Or(row.Branch, "-"), row.status(), strconv.Itoa(len(row.Sessions)), row.Path})
	}
	removed := [][]string{{"REMOVED", "LEFT", "DIRECTORY"}}
	for _, row := range l.Removed {
		removed = append(removed, []string{name(row.Path, row.Branch), state.FormatDuration(max(row.ExpiresAt.Sub(now), 0)), row.Path})
	}
	half := [][]string{{"HALF DELETED", "THE REST (dormer worktree prune deletes it, or says what is in the way)"}}
	for _, row := range l.HalfDeleted {
		half = append(half, []string{name(row.Path, row.Branch), row.Directory})
	}
	var text bytes.Buffer
	for i, table := range [][][]string{open, removed, half} {
		if i > 0 && len(table) == 1 {
			continue
		}
		if i > 0 {
			text.WriteByte('\n')
		}
		for _, line := range table {
			for i, cell := range line {
				line[i] = catalogue.Printable(cell)
			}
		}
		_ = catalogue.WriteColumns(&text, table) // a buffer takes everything
	}
	for _, why := range l.Unreadable {
		text.WriteString("\n" + catalogue.Printable(why) + "\n")
	}
	_, err := out.Write(text.Bytes())
	return err
}

// status describes a worktree's status in a few words.
func (row worktreeRow) status() string {
	var parts []string
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	if row.Missing {
		parts = append(parts, "directory deleted")
	}
	if row.Locked {
		parts = append(parts, "locked")
	}
	add(row.Changed, "%d changed")
	add(row.New, "%d new")
	add(row.Ahead, "%d ahead")
	add(row.Behind, "%d behind")
	if len(parts) == 0 {
		return "clean"
	}
	return strings.Join(parts, ", ")
}

// inWorktree returns those of some sessions that belong to a worktree or are in its directory, but
// not in a worktree nested in it.
func inWorktree(of []*catalogue.Entry, all []repo.Worktree, path string) (in []*catalogue.Entry) {
	for _, e := range of {
		if belongsTo(e, all, path) {
			in = append(in, e)
		}
	}
	return in
}

func belongsTo(e *catalogue.Entry, all []repo.Worktree, path string) bool {
	of := e.Source()
	if of.Kind == session.Worktree && of.Worktree == path {
		return true
	}
	dir := of.Dir
	if e.Info != nil && e.Info.Dir != "" {
		dir = e.Info.Dir
	}
	w, ok := repo.Of(all, dir)
	return ok && w.Path == path
}

// goneTime is the time limit for git when a workspace is opened.
const goneTime = 2 * time.Second

// goneWorktrees returns a function that reports whether a source's worktree is no longer in the
// list of its repository. It asks git once for each repository; if git fails or takes too long, the
// worktree does not count as gone.
func goneWorktrees(ctx context.Context) func(session.Source) bool {
	type answer struct {
		paths []string
		err   error
	}
	of := map[string]answer{}
	return func(s session.Source) bool {
		if s.Repo == "" {
			return false
		}
		known, asked := of[s.Repo]
		if !asked {
			timed, cancel := context.WithTimeout(ctx, goneTime)
			defer cancel()
			known.paths, known.err = repo.Listed(timed, s.Repo)
			of[s.Repo] = known
		}
		return known.err == nil && !slices.Contains(known.paths, s.Worktree)
	}
}

// portsDir is the directory for the ports of worktrees; trustDir is the one for the project files
// that the user trusts.
func portsDir(p persist.Paths) string { return filepath.Join(p.State(), "ports") }
func trustDir(p persist.Paths) string { return filepath.Join(p.State(), "trusted") }
