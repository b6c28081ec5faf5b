package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/private"
	"dormer/ui/diffview"
	"dormer/ui/loop"
	"dormer/workspace/repo"
)

// diffFlags are the flags of worktree diff.
type diffFlags struct {
	repo, base, to string
	stat, json     bool
}

func diffWorktreeCommand() *cobra.Command {
	var f diffFlags
	c := &cobra.Command{
		Use:   "diff [NAME|DIR]",
		Short: "Show the changes in a worktree, and comment on them",
		Long: `diff shows the changes in a worktree, or in that of the current directory, since
its branch left its base: committed changes, uncommitted changes, and untracked
files. The base is the commit at which the branch left its upstream or the main
branch, whichever it left last.

On a terminal it is a full-screen program with a list of files and the diff of
one. c comments on a line, S sends all comments to the coding agent of the
worktree as one prompt, ? lists the keys. Unsent comments are kept. Without a
terminal, the plain diff is printed.`,
		Example: `  dormer worktree diff
  dormer worktree diff fix-login --stat
  dormer worktree diff --base v1.2 | less
  dormer worktree diff --json | jq -r '.files[].path'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.stat && f.json {
				return usageErrorf("--stat and --json exclude each other: use one of them")
			}
			if cmd.Flags().Changed("base") && f.base == "" {
				return usageErrorf("--base needs a branch, a tag or a commit")
			}
			return atMostOne(cmd, args)
		},
		ValidArgsFunction: completeWorktrees,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), slices.Concat(args, []string{""})[0])
		},
	}
	repoFlag(c, &f.repo)
	c.Flags().StringVar(&f.base, "base", "", "compare with the commit where the branch left `REF`")
	c.Flags().StringVar(&f.to, "to", "", "send comments to the session `ID|NAME`")
	c.Flags().BoolVar(&f.stat, "stat", false, "print the files with the number of changed lines")
	jsonFlag(c, &f.json)
	completeFlag(c, "to", completeSessions)
	return c
}

func (f diffFlags) run(ctx context.Context, word string) error {
	tree, err := f.tree(ctx, word)
	if err != nil {
		return err
	}
	d := worktreeDiff{tree: tree, base: f.base, to: f.to}
	switch {
	case f.json:
		return d.printJSON(ctx)
	case f.stat, !term.IsTerminal(int(os.Stdin.Fd())), !term.IsTerminal(int(os.Stdout.Fd())):
		return d.print(ctx, f.stat)
	}
	return d.show(ctx)
}

// tree returns the worktree that a word refers to: a directory or the name of a worktree of the
// repository, or the current directory's worktree for an empty word.
func (f diffFlags) tree(ctx context.Context, word string) (repo.Tree, error) {
	if st, err := os.Stat(word); word == "" || err == nil && st.IsDir() {
		dir, err := filepath.Abs(word)
		if err != nil {
			return repo.Tree{}, fmt.Errorf("the current directory is gone: name a worktree: %w", err)
		}
		if word != "" || f.repo == "" {
			return repo.TreeOf(ctx, dir)
		}
	}
	r, dir, err := findRepo(ctx, f.repo)
	if err != nil {
		return repo.Tree{}, err
	}
	if word == "" {
		return repo.TreeOf(ctx, dir)
	}
	w, err := r.Lookup(ctx, word)
	if err != nil {
		return repo.Tree{}, err
	}
	return repo.TreeOf(ctx, w.Path)
}

// worktreeDiff is the diff of a worktree, for the program that shows it.
type worktreeDiff struct {
	tree repo.Tree
	base string
	to   string
}

func (d worktreeDiff) print(ctx context.Context, stat bool) error {
	text, err := d.text(ctx, stat)
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	return err
}

// text returns the diff as a patch or, with stat, as a list of files.
func (d worktreeDiff) text(ctx context.Context, stat bool) (string, error) {
	base, err := d.tree.BaseOf(ctx, d.base)
	if err != nil {
		return "", err
	}
	form := repo.Patch
	if stat {
		form = repo.Stat
	}
	text, _, err := d.tree.Diff(ctx, base.Commit, form)
	if stat && err == nil {
		text = "since " + catalogue.Printable(base.Name) + "\n" + text
	}
	return text, err
}

// diffDocument is the JSON form of a diff. New versions only add members.
type diffDocument struct {
	Schema   int        `json:"schema"`
	Worktree string     `json:"worktree"`
	Base     string     `json:"base"`
	Commit   string     `json:"base_commit"`
	Files    []diffFile `json:"files"`
}

type diffFile struct {
	Path string `json:"path"`
	// OldPath is empty unless the file was renamed or copied.
	OldPath string `json:"old_path"`
	Status  string `json:"status"`
	Added   int    `json:"added"`
	Deleted int    `json:"deleted"`
	Binary  bool   `json:"binary"`
}

func (d worktreeDiff) printJSON(ctx context.Context) error {
	base, files, err := d.files(ctx)
	if err != nil {
		return err
	}
	doc := diffDocument{Schema: catalogue.Schema, Worktree: d.tree.Top, Base: base.Name, Commit: base.Commit, Files: []diffFile{}}
	for _, f := range files {
		doc.Files = append(doc.Files, diffFile{f.Name, f.Old, f.Kind.String(), f.Added, f.Deleted, f.Binary})
	}
	return catalogue.WriteJSON(os.Stdout, doc)
}

func (d worktreeDiff) files(ctx context.Context) (repo.Base, []diffview.File, error) {
	base, err := d.tree.BaseOf(ctx, d.base)
	if err != nil {
		return base, nil, err
	}
	text, untracked, err := d.tree.Diff(ctx, base.Commit, repo.Patch)
	if err != nil {
		return base, nil, err
	}
	return base, diffview.Parse([]byte(text), untracked), nil
}

// show runs the full-screen program.
func (d worktreeDiff) show(ctx context.Context) error {
	outer, err := openTerminal()
	if err != nil {
		return err
	}
	p, err := findPlaces()
	if err != nil {
		return err
	}
	comments, err := d.comments()
	if err != nil {
		return err
	}
	c := p.config()
	return loop.Show(ctx, outer, os.Stdin, diffview.New(d, comments, c.Theme))
}

// Read reads the diff for the program.
func (d worktreeDiff) Read(ctx context.Context) (diffview.Diff, error) {
	base, files, err := d.files(ctx)
	return diffview.Diff{Base: base.Name, Files: files}, err
}

// commentsFile returns the file for unsent comments. It is among git's files of the worktree, so
// that it is moved and removed with it.
func (d worktreeDiff) commentsFile() string {
	return filepath.Join(d.tree.Admin, "dormer-comments.json")
}

// keptComments is the content of the file of comments.
type keptComments struct {
	Schema   int                `json:"schema"`
	Comments []diffview.Comment `json:"comments"`
}

// maxComments is the size limit of a file of comments, in bytes.
const maxComments = 16 << 20

func (d worktreeDiff) comments() ([]diffview.Comment, error) {
	var k keptComments
	err := private.ReadJSON(d.commentsFile(), maxComments, &k)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the comments of this worktree cannot be read: %w: move %s away", err, d.commentsFile())
	}
	return k.Comments, nil
}

// Save saves the comments, or removes the file if there are none.
func (d worktreeDiff) Keep(comments []diffview.Comment) error {
	if len(comments) == 0 {
		err := os.Remove(d.commentsFile())
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return private.ReplaceJSON(d.commentsFile(), keptComments{1, comments})
}

// Sessions returns the sessions that can receive comments: the one named by --to, or else those of
// agents in the worktree.
func (d worktreeDiff) Sessions(ctx context.Context) ([]diffview.Session, error) {
	if d.to != "" {
		_, e, err := findLive(ctx, d.to)
		if err != nil {
			return nil, err
		}
		return []diffview.Session{{ID: e.ID.String(), Name: e.Label()}}, nil
	}
	_, l, err := findListing(ctx)
	if err != nil {
		return nil, err
	}
	r, err := repo.Find(ctx, d.tree.Top)
	if err != nil {
		return nil, err
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return nil, err
	}
	var found []diffview.Session
	for _, e := range inWorktree(l.Live(), all, d.tree.Top) {
		if isAgent(e) {
			found = append(found, diffview.Session{ID: e.ID.String(), Name: e.Label()})
		}
	}
	if len(found) == 0 {
		return nil, errors.New("no agent runs in this worktree: start one, or name a session with --to")
	}
	return found, nil
}

// isAgent reports whether a coding agent runs in a session.
func isAgent(e *catalogue.Entry) bool {
	return e.Info != nil && e.Info.Exit == nil && (e.Info.Agent != session.NoAgent || e.AgentState().State != "")
}

// Send sends a prompt to a session, as dormer agent prompt does.
func (d worktreeDiff) Send(ctx context.Context, to diffview.Session, prompt string) error {
	p, e, err := findLive(ctx, to.ID)
	if err != nil {
		return err
	}
	return inSession(e, p.provider.Sessions().Prompt(ctx, e.ID, "", strings.TrimRight(prompt, "\n")))
}
