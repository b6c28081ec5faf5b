package host

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"dormer/session"
)

// startDir returns the directory in which to start a session's child. A shell starts in the result
// of workDir. A command starts in its last directory, else in the one where it was first started,
// or not at all, since elsewhere it might do harm.
func startDir(spec session.Spec) (dir, notice string, err error) {
	if len(spec.Command) == 0 || spec.Dir == "" {
		dir, notice = workDir(spec.Dir, getEnv(spec.Env, "HOME"))
		return dir, notice, nil
	}
	for _, dir := range []string{spec.Dir, spec.Source.Dir} {
		if filepath.IsAbs(dir) && canEnter(dir) {
			return filepath.Clean(dir), "", nil
		}
	}
	return "", "", fmt.Errorf("directory %s is gone or may not be entered", spec.Dir)
}

// workDir returns the directory in which to start a shell: the requested one, else its nearest
// accessible parent except the root, else home, else the root. If it is not the requested one, the
// notice says so.
func workDir(asked, home string) (dir, notice string) {
	if asked == "" {
		return firstUsableDir(home, "/"), ""
	}
	dir = nearest(asked)
	if dir == filepath.Clean(asked) {
		return dir, ""
	}
	if dir == "" {
		dir = firstUsableDir(home, "/")
	}
	return dir, fmt.Sprintf("directory %s is gone or may not be entered; started in %s", asked, dir)
}

// nearest returns path or the deepest of its accessible parents; empty if that is the root or path
// is not absolute.
func nearest(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	path = filepath.Clean(path)
	if path == "/" {
		return path
	}
	for ; path != "/"; path = filepath.Dir(path) {
		if canEnter(path) {
			return path
		}
	}
	return ""
}

func firstUsableDir(dirs ...string) string {
	for _, dir := range dirs {
		if filepath.IsAbs(dir) && canEnter(dir) {
			return filepath.Clean(dir)
		}
	}
	return "/"
}

func canEnter(dir string) bool {
	st, err := os.Stat(dir)
	return err == nil && st.IsDir() && unix.Access(dir, unix.X_OK) == nil
}
