package repo

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"dormer/session/private"
)

// The ports that worktrees get, below those that systems give to outgoing connections.
const (
	firstPort = 20000
	ports     = 10000
)

// Port returns the TCP port of a worktree, which no other worktree has: the one that it got
// before, or a new one at which nothing listens now. dir is a directory of this user that
// keeps a file for each port, named after it, with the path of the worktree.
func Port(dir, worktree string) (int, error) {
	if err := private.MakeDir(dir); err != nil {
		return 0, err
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(worktree)) // never fails
	free := 0
	for i := range ports {
		port := firstPort + (int(h.Sum32()%ports)+i)%ports
		path := filepath.Join(dir, strconv.Itoa(port))
		owner, err := private.ReadFile(path, maxEntry)
		switch {
		case err == nil && string(owner) == worktree:
			return port, nil
		case err == nil:
			if there, err := exists(string(owner)); err != nil || there {
				continue
			}
			// Its worktree is gone.
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return 0, err
			}
		case !errors.Is(err, fs.ErrNotExist):
			return 0, err
		}
		if !listens(port) {
			free = port
			break
		}
	}
	if free == 0 {
		return 0, fmt.Errorf("all ports from %d to %d are taken", firstPort, firstPort+ports-1)
	}
	return free, claim(filepath.Join(dir, strconv.Itoa(free)), worktree)
}

// claim makes the file of a port, which must not exist.
func claim(path, worktree string) error {
	f, err := private.Open(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY)
	if err != nil {
		return fmt.Errorf("take port %s: %w", filepath.Base(path), err)
	}
	_, err = f.WriteString(worktree)
	return errors.Join(err, f.Close())
}

// listens reports whether something listens at a port of this machine.
func listens(port int) bool {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return true
	}
	_ = l.Close() // it took nothing
	return false
}
