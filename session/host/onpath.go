package host

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormer/session/private"
)

// BinBeside returns the directory that makes dormer available in panes whose PATH lacks it, next to
// the directory of the sessions' files. All sessions of a user share it.
func BinBeside(sessions string) string {
	return filepath.Join(filepath.Dir(filepath.Clean(sessions)), "bin")
}

// binVariable names the directory that contains dormer, for the scripts of package shell, since a
// login shell's own files may reset PATH.
const binVariable = "DORMER_BIN"

// withProgramOnPath returns an environment in which dormer is found by its name, and the directory
// that contains it: the one in PATH, or bin, which is appended to PATH. An empty PATH stays empty,
// since it means the shell's default.
func withProgramOnPath(env []string, bin, dir string) (with []string, at string, err error) {
	path := getEnv(env, "PATH")
	if found, err := lookPath(programName, path, dir); err == nil && filepath.Dir(found) != bin {
		return env, filepath.Dir(found), nil
	}
	if bin == "" || !filepath.IsAbs(bin) || strings.ContainsRune(bin, filepath.ListSeparator) {
		return env, "", nil
	}
	if err := installProgram(bin); err != nil {
		return env, "", fmt.Errorf("dormer is not on the PATH of this session: %w", err)
	}
	if path == "" || strings.Contains(":"+path+":", ":"+bin+":") {
		return env, bin, nil
	}
	return setEnv(slices.Clone(env), "PATH", path+":"+bin), bin, nil
}

// installProgram ensures that a directory contains the running program under its name, and still
// does when the program's file is removed, as go run does. It makes a link to the file, or a copy
// if that fails.
func installProgram(bin string) error {
	if err := private.MakeDir(bin); err != nil {
		return err
	}
	kept, err := os.Executable()
	if err != nil || !executable(kept) {
		kept = ownExecutable()
	}
	name := filepath.Join(bin, programName)
	if sameProgram(kept, name) {
		return nil
	}
	removeUnfinished(bin)
	dir, err := os.MkdirTemp(bin, unfinished)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	next := filepath.Join(dir, programName)
	if os.Link(kept, next) != nil {
		if err := copyProgram(kept, next); err != nil {
			return err
		}
	}
	return os.Rename(next, name)
}

// unfinished is the prefix of directories into which a program is being copied.
const unfinished = ".new-"

// removeUnfinished removes copies that killed hosts did not finish. Copying never takes an hour.
func removeUnfinished(bin string) {
	entries, _ := os.ReadDir(bin) // an unreadable directory has none to remove
	for _, e := range entries {
		st, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unfinished) && time.Since(st.ModTime()) > time.Hour {
			_ = os.RemoveAll(filepath.Join(bin, e.Name())) // one that remains does no harm
		}
	}
}

// sameProgram reports whether two files are the same, or one is a copy of the other.
func sameProgram(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && (os.SameFile(x, y) || x.Size() == y.Size() && x.ModTime().Equal(y.ModTime()))
}

// copyProgram copies a program with its modification time.
func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	st, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Chtimes(to, time.Time{}, st.ModTime())
}
