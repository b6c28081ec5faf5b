package checkup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/private"
)

// minFreeBytes is the free space, in bytes, below which writing states and documents may fail.
const minFreeBytes = 64 << 20

// Directories checks the directories for dormer's files and sockets.
func Directories(state, runtime string) Section {
	found := []Finding{
		directory("state", state),
		directory("sockets", runtime),
		freeSpace(state),
	}
	return Section{"directories", append(found, otherFiles(runtime)...)}
}

// otherFiles returns files that are not sockets in place of a host's socket: a session whose host
// has that name cannot start.
func otherFiles(runtime string) []Finding {
	entries, err := os.ReadDir(runtime)
	if err != nil {
		return nil // directory reports it
	}
	var found []Finding
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".sock")
		if ok && session.IsHostName(name) && e.Type() != fs.ModeSocket {
			found = append(found, problem("move it away", "%s is not a socket, but has the name of one", filepath.Join(runtime, e.Name())))
		}
	}
	return found
}

// directory checks a directory as dormer itself does.
func directory(what, dir string) Finding {
	err := private.CheckDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fine("%s: %s (does not exist yet; it is made when it is needed)", what, dir)
	case err != nil:
		return failed(err, "")
	case unix.Access(dir, unix.W_OK|unix.X_OK) != nil:
		return problem("make it writable, or choose another place with DORMER_HOME", "%s: %s cannot be written to", what, dir)
	}
	return fine("%s: %s", what, dir)
}

// freeSpace checks the free space of a directory's disk.
func freeSpace(dir string) Finding {
	for !exists(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return note("", "the free space on the disk of %s is not known: %v", dir, err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	if free < minFreeBytes {
		return problem("make room: changes cannot be saved on a full disk", "%d MB are free on the disk of %s", free>>20, dir)
	}
	return fine("%d MB are free on its disk", free>>20)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
