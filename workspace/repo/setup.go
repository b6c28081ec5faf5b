package repo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"dormer/session/private"
)

// ProjectFile is the file in a repository that configures how dormer sets up its worktrees.
const ProjectFile = ".dormer.toml"

// maxProject is the maximum size of the file, in bytes.
const maxProject = 64 << 10

// Project is the content of a [ProjectFile].
type Project struct {
	// Setup is a command line that prepares a new worktree. It is run only if the user has
	// trusted the file.
	Setup string

	text []byte
}

// ReadProject reads the file of a worktree. It returns the zero Project if there is no file.
func ReadProject(worktree string) (Project, error) {
	text, err := private.ReadFile(filepath.Join(worktree, ProjectFile), maxProject+1)
	if errors.Is(err, fs.ErrNotExist) {
		return Project{}, nil
	}
	if err != nil {
		return Project{}, err
	}
	var file struct {
		Worktree struct {
			Setup string `toml:"setup"`
		} `toml:"worktree"`
	}
	if len(text) > maxProject {
		return Project{}, fmt.Errorf("%s is longer than %d bytes", ProjectFile, maxProject)
	}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return Project{}, fmt.Errorf("%s: %w: write [worktree] and setup = \"COMMAND\" below it", ProjectFile, err)
	}
	setup := strings.TrimSpace(file.Worktree.Setup)
	// The user sees the command before trusting it, and it is typed into a shell.
	if strings.ContainsFunc(setup, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return Project{}, fmt.Errorf("%s: setup must be one line of printable characters: put more into a script", ProjectFile)
	}
	return Project{Setup: setup, text: text}, nil
}

// ProjectOf reads the file that sets up a new worktree: the worktree's own file or, if it has
// none, an uncommitted file of the main worktree.
func (r Repo) ProjectOf(ctx context.Context, worktree string) (Project, error) {
	p, err := ReadProject(worktree)
	if err != nil || p.text != nil {
		return p, err
	}
	if blob, err := r.committed(ctx, r.Main); err != nil || blob != "" {
		return p, err // the branch omits the file on purpose, or is older
	}
	return ReadProject(r.Main)
}

// AppliesToNew reports whether the file of a worktree sets up new worktrees: its current content
// is committed, or it is an uncommitted file of the main worktree.
func (r Repo) AppliesToNew(ctx context.Context, worktree string) (bool, error) {
	blob, err := r.committed(ctx, worktree)
	if err != nil || blob == "" {
		return worktree == r.Main, err
	}
	now, err := git{dir: worktree}.line(ctx, "hash-object", "--", ProjectFile)
	return now == blob, err
}

// committed returns the hash of the file in the current commit of a worktree, or an empty
// string if it is not there.
func (r Repo) committed(ctx context.Context, worktree string) (string, error) {
	blob, err := git{dir: worktree}.line(ctx, "rev-parse", "--quiet", "--verify", "HEAD:"+ProjectFile)
	return blob, ignoreGitError(err)
}

// trust returns the name of the file that records the user's trust in this project file of this
// repository. After any change, the project file must be trusted again.
func (p Project) trust(r Repo) string {
	sum := sha256.Sum256(append([]byte(r.Common+"\x00"), p.text...))
	return hex.EncodeToString(sum[:])
}

// Trusted reports whether the user has trusted the file. dir has a file for each trusted one.
func (p Project) Trusted(dir string, r Repo) (bool, error) {
	return exists(filepath.Join(dir, p.trust(r)))
}

// Trust records that the user trusts the file.
func (p Project) Trust(dir string, r Repo) error {
	if err := private.MakeDir(dir); err != nil {
		return err
	}
	return private.Replace(filepath.Join(dir, p.trust(r)), []byte(r.Main+"\n"))
}
