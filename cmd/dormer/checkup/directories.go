package checkup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"dormer/session/private"
)

// little is how much room, in bytes, a disk must have for states and documents to
// be written.
const little = 64 << 20

// Directories looks at where dormer keeps what lasts, and where its sockets are.
func Directories(state, runtime string) Section {
	return Section{"directories", []Finding{
		directory("what lasts", state),
		directory("sockets", runtime),
		room(state),
	}}
}

// directory holds a directory to what dormer itself demands of it.
func directory(what, dir string) Finding {
	err := private.CheckDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fine("%s: %s (not there yet: it is made when it is needed)", what, dir)
	case err != nil:
		return failed(err, "")
	case unix.Access(dir, unix.W_OK|unix.X_OK) != nil:
		return problem("make it writable, or choose another place with DORMER_HOME", "%s: %s cannot be written to", what, dir)
	}
	return fine("%s: %s", what, dir)
}

// room looks at how full the disk of a directory is.
func room(dir string) Finding {
	for !exists(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return note("", "the room on the disk of %s is not known: %v", dir, err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	if free < little {
		return problem("make room: without it what changes is not saved", "%d MB are left on the disk of %s", free>>20, dir)
	}
	return fine("%d MB are left on its disk", free>>20)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
