package repo

import (
	"errors"
	"fmt"
	"hash/fnv"
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
	f, err := private.Open(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }() // gives the lock back
	if err := private.LockWithin(f, lockTime); err != nil {
		return 0, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	taken, err := takenPorts(dir)
	if err != nil {
		return 0, err
	}
	for port, owner := range taken {
		if owner == worktree {
			return port, nil
		}
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(worktree)) // never fails
	for i := range ports {
		port := firstPort + (int(h.Sum32()%ports)+i)%ports
		if _, ok := taken[port]; !ok && !listens(port) {
			return port, claim(filepath.Join(dir, strconv.Itoa(port)), worktree)
		}
	}
	return 0, fmt.Errorf("all ports from %d to %d are taken", firstPort, firstPort+ports-1)
}

// takenPorts are the ports of worktrees. The files of worktrees that are gone are removed.
func takenPorts(dir string) (map[int]string, error) {
	entries, err := os.ReadDir(dir)
	taken := map[int]string{}
	for _, e := range entries {
		port, notPort := strconv.Atoi(e.Name())
		if notPort != nil {
			continue
		}
		path := filepath.Join(dir, e.Name())
		owner, readErr := private.ReadFile(path, maxEntry)
		if readErr != nil {
			return nil, readErr
		}
		if there, existsErr := exists(string(owner)); existsErr == nil && !there {
			err = errors.Join(err, os.Remove(path))
			continue
		}
		taken[port] = string(owner)
	}
	return taken, err
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
