package repo

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dormer/session/private"
)

// The range of ports for worktrees, below the ports that systems use for outgoing connections.
const (
	firstPort = 20000
	ports     = 10000
)

// Port returns the TCP port of a worktree, which no other worktree has: the port it was given
// before, or a new one on which nothing listens now. A worktree in the trash keeps its port.
// dir is a directory of this user with a file for each port, which is named after the port and
// contains its owner.
func (r Repo) Port(dir, worktree string) (int, error) {
	if err := private.MakeDir(dir); err != nil {
		return 0, err
	}
	lock, err := private.OpenLocked(filepath.Join(dir, "lock"), lockTime)
	if err != nil {
		return 0, err
	}
	defer func() { _ = lock.Close() }() // releases the lock
	taken, err := takenPorts(dir)
	if err != nil {
		return 0, err
	}
	owner := portOwner{worktree, r.Common}
	for port, has := range taken {
		if has == owner {
			return port, nil
		}
		if has.worktree == worktree { // an older dormer wrote it, or the repository was moved
			return port, private.Replace(filepath.Join(dir, strconv.Itoa(port)), owner.text())
		}
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(worktree)) // never fails
	for i := range ports {
		port := firstPort + (int(h.Sum32()%ports)+i)%ports
		if _, ok := taken[port]; !ok && !listens(port) {
			return port, claim(filepath.Join(dir, strconv.Itoa(port)), owner)
		}
	}
	return 0, fmt.Errorf("all ports from %d to %d are taken", firstPort, firstPort+ports-1)
}

// portOwner is the worktree that a port belongs to, and the common git directory of its
// repository, which is empty if an older dormer assigned the port.
type portOwner struct{ worktree, common string }

func (o portOwner) text() []byte { return []byte(o.worktree + "\x00" + o.common) }

// gone reports whether the worktree neither exists nor is in the trash.
func (o portOwner) gone() bool {
	for range 2 { // it may be restored between the two checks
		there, err := exists(o.worktree)
		if err == nil && !there {
			there, err = o.removed()
		}
		if err != nil || there {
			return false
		}
	}
	return true
}

// removed reports whether the worktree is in the trash of its repository.
func (o portOwner) removed() (bool, error) {
	if o.common == "" {
		return false, nil
	}
	all, err := Repo{Common: o.common}.Trash()
	return slices.ContainsFunc(all, func(e Removed) bool { return e.Path == o.worktree }), err
}

// WithPorts returns the common git directories of the repositories whose worktrees have ports.
func WithPorts(dir string) (commons []string, err error) {
	all, err := readPorts(dir)
	for _, owner := range all {
		if owner.common != "" {
			commons = append(commons, owner.common)
		}
	}
	return commons, err
}

// takenPorts returns the ports of worktrees, and removes the files of worktrees that no longer
// exist.
func takenPorts(dir string) (map[int]portOwner, error) {
	taken, err := readPorts(dir)
	if err != nil {
		return nil, err
	}
	for port, owner := range taken {
		if owner.gone() {
			err = errors.Join(err, os.Remove(filepath.Join(dir, strconv.Itoa(port))))
			delete(taken, port)
		}
	}
	return taken, err
}

// readPorts reads the files of ports.
func readPorts(dir string) (map[int]portOwner, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all := map[int]portOwner{}
	for _, e := range entries {
		port, notPort := strconv.Atoi(e.Name())
		if notPort != nil {
			continue
		}
		text, readErr := private.ReadFile(filepath.Join(dir, e.Name()), maxEntry)
		if errors.Is(readErr, fs.ErrNotExist) {
			continue // removed meanwhile
		}
		var owner portOwner
		owner.worktree, owner.common, _ = strings.Cut(string(text), "\x00")
		all[port], err = owner, errors.Join(err, readErr)
	}
	return all, err
}

// claim creates the file of a port, which must not exist.
func claim(path string, owner portOwner) error {
	f, err := private.Open(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY)
	if err != nil {
		return fmt.Errorf("take port %s: %w", filepath.Base(path), err)
	}
	_, err = f.Write(owner.text())
	return errors.Join(err, f.Close())
}

// listens reports whether something listens on a port of this machine.
func listens(port int) bool {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return true
	}
	_ = l.Close() // it accepted no connection
	return false
}
