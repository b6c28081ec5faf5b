package socket

import (
	"fmt"
	"path/filepath"
)

// maxPath is the longest path of a socket, in bytes, on every system.
const maxPath = 103

// extension ends the name of every socket.
const extension = ".sock"

// Path returns the path of a host's socket. It returns an error if that is too long for a socket.
func Path(dir, name string) (string, error) {
	path := filepath.Join(dir, name+extension)
	if len(path) > maxPath {
		return "", fmt.Errorf("socket %s: its path has %d bytes and %d are possible: choose a shorter directory with DORMER_HOME or XDG_RUNTIME_DIR", path, len(path), maxPath)
	}
	return path, nil
}
