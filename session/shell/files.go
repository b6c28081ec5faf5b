package shell

import (
	"crypto/sha256"
	_ "embed" // the scripts
	"encoding/hex"
	"fmt"
	"path/filepath"

	"dormer/session/private"
)

//go:embed scripts/bash.bash
var bashScript string

//go:embed scripts/zshenv.zsh
var zshenvScript string

//go:embed scripts/zsh.zsh
var zshScript string

//go:embed scripts/fish.fish
var fishScript string

// script is a file below the directory of the scripts.
type script struct{ path, text string }

// The paths of the scripts for bash and zsh. That of fish follows from XDG_DATA_DIRS, that of zsh
// from ZDOTDIR.
const (
	bashPath = "bash/dormer.bash"
	zshDir   = "zsh"
)

var scripts = []script{
	{bashPath, bashScript},
	{zshDir + "/.zshenv", zshenvScript},
	{zshDir + "/dormer.zsh", zshScript},
	{"fish/vendor_conf.d/dormer.fish", fishScript},
}

// Files ensures that the scripts are below dir, and returns the directory for [Integrate]. It is named
// after their content: scripts of another version stay next to them for the shells that it starts.
// Directories get mode 0700, files 0600.
func Files(dir string) (string, error) {
	dir = filepath.Join(dir, signature())
	for _, s := range scripts {
		path := filepath.Join(dir, s.path)
		if err := private.MakeDir(filepath.Dir(path)); err != nil {
			return "", fmt.Errorf("shell integration: %w", err)
		}
		old, err := private.ReadFile(path, int64(len(s.text))+1)
		if err == nil && string(old) == s.text {
			continue
		}
		if err := private.Replace(path, []byte(s.text)); err != nil {
			return "", fmt.Errorf("shell integration: %w", err)
		}
	}
	return dir, nil
}

// signature identifies this version of the scripts.
func signature() string {
	sum := sha256.New()
	for _, s := range scripts {
		_, _ = fmt.Fprintf(sum, "%s %d %s", s.path, len(s.text), s.text) // a hash cannot fail
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}
