package host

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"dormer/session"
)

// startDir returns the directory to start a session's child in. A shell starts where
// workDir says. A command starts in its last directory, else in the one that it was first
// started in, or not at all, since elsewhere it might do harm.
func startDir(spec session.Spec) (dir, notice string, err error) {
	if len(spec.Command) == 0 || spec.Dir == "" {
		dir, notice = workDir(spec.Dir, getEnv(spec.Env, "HOME"))
		return dir, notice, nil
	}
	for _, dir := range []string{spec.Dir, spec.Source.Dir} {
		if filepath.IsAbs(dir) && mayEnter(dir) {
			return filepath.Clean(dir), "", nil
		}
	}
	return "", "", fmt.Errorf("directory %s is gone or may not be entered", spec.Dir)
}

// workDir returns the directory to start a shell in: the one asked for, else its nearest
// accessible parent except the root, else home, else the root. The notice says so if it is
// another than the one asked for.
func workDir(asked, home string) (dir, notice string) {
	if asked == "" {
		return firstOf(home, "/"), ""
	}
	dir = nearest(asked)
	if dir == filepath.Clean(asked) {
		return dir, ""
	}
	if dir == "" {
		dir = firstOf(home, "/")
	}
	return dir, fmt.Sprintf("directory %s is gone or may not be entered; started in %s", asked, dir)
}

// nearest returns path or the deepest of its parents that may be entered; empty if that is
// the root or path is not absolute.
func nearest(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	path = filepath.Clean(path)
	if path == "/" {
		return path
	}
	for ; path != "/"; path = filepath.Dir(path) {
		if mayEnter(path) {
			return path
		}
	}
	return ""
}

func firstOf(dirs ...string) string {
	for _, dir := range dirs {
		if filepath.IsAbs(dir) && mayEnter(dir) {
			return filepath.Clean(dir)
		}
	}
	return "/"
}

func mayEnter(dir string) bool {
	st, err := os.Stat(dir)
	return err == nil && st.IsDir() && unix.Access(dir, unix.X_OK) == nil
}
