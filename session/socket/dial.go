package socket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"dormer/session"
	"dormer/session/private"
	"dormer/session/wire"
)

var (
	// ErrGone is returned if there is no host: no socket, or nothing listens on it.
	ErrGone = errors.New("no host is there")
	// ErrSilent is returned if something listens and did not answer in time.
	ErrSilent = errors.New("the host does not answer")
	// ErrVersion is returned if host and program have no common protocol. The error also is a
	// [wire.Refused], which contains the host's versions.
	ErrVersion = errors.New("the host speaks another version of the protocol")
)

// attempts is how often [Dial] connects to a host that hangs up in the handshake.
const attempts = 3

// Dial connects to the host with a name and does the handshake, which may take
// [wire.HandshakeTime]. If a host closes the connection meanwhile, it has ended, or one of the two
// processes was delayed by a busy machine. So it is asked again, and has ended only if nothing
// listens any more. See [private.CheckDir] for the directories that are refused. Errors are
// [ErrGone], [ErrSilent], [ErrVersion] or others, which name the socket.
func Dial(ctx context.Context, dir, name string, hello wire.Hello) (wire.Conn, wire.Welcome, error) {
	fail := func(err error) (wire.Conn, wire.Welcome, error) {
		return nil, wire.Welcome{}, fmt.Errorf("connect to %s: %w", name, err)
	}
	for range attempts {
		c, err := connect(ctx, dir, name)
		if err != nil {
			return fail(err)
		}
		conn, welcome, err := wire.Greet(c, hello)
		if err == nil {
			return conn, welcome, nil
		}
		if !hungUp(err) {
			return fail(handshakeError(err))
		}
	}
	return fail(fmt.Errorf("%w: it closed the connection", ErrSilent))
}

// hungUp reports whether an error of the handshake means that the other side closed the connection.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// handshakeError translates an error of the handshake.
func handshakeError(err error) error {
	var refused wire.Refused
	switch {
	case errors.Is(err, wire.ErrSilent):
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case errors.As(err, &refused):
		return fmt.Errorf("%w: %w", ErrVersion, err)
	}
	return err
}

// Alive reports whether a process of this user listens on a host's socket.
func Alive(ctx context.Context, dir, name string) bool {
	c, err := connect(ctx, dir, name)
	if err != nil {
		return false
	}
	_ = c.Close() // nothing was sent
	return true
}

// Connect connects to the socket of a name, without a handshake and without waiting. Errors are
// [ErrGone], [ErrSilent] or others, which name the socket.
func Connect(ctx context.Context, dir, name string) (Conn, error) {
	c, err := connect(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// dial connects to the socket at a path without waiting. The error is ECONNREFUSED if nothing
// listens, and EAGAIN on Linux if too many connections wait: unix(7).
func dial(path string) (*net.UnixConn, error) {
	return net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
}

func connect(ctx context.Context, dir, name string) (peerConn, error) {
	path, err := Path(dir, name)
	if err != nil {
		return peerConn{}, err
	}
	if err := private.CheckDir(dir); err != nil {
		return peerConn{}, asErrGone(err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		return peerConn{}, asErrGone(err)
	}
	if st.Mode().Type() != fs.ModeSocket {
		return peerConn{}, fmt.Errorf("%s is not a socket: move it away", path)
	}
	if err := ctx.Err(); err != nil {
		return peerConn{}, err
	}
	c, err := dial(path)
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return peerConn{}, ErrSilent // its queue is full and it does not accept
	case err != nil:
		return peerConn{}, asErrGone(err)
	}
	return checkedConn(c)
}

// asErrGone translates errors that mean that there is no host.
func asErrGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return ErrGone
	}
	return err
}

// List returns the names of hosts with a socket in dir, sorted, whether or not they listen. A
// missing directory is no error.
func List(dir string) ([]string, error) { return Names(dir, session.IsHostName) }

// Names returns the names of sockets in dir that such accepts, sorted; otherwise it is like [List].
func Names(dir string, such func(string) bool) ([]string, error) {
	err := private.CheckDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list sockets: %w", err)
	}
	var names []string
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), extension)
		if ok && such(name) && e.Type() == fs.ModeSocket {
			names = append(names, name)
		}
	}
	return names, nil
}

// RemoveStale removes the socket of a host if connecting to it is refused, which means that the
// host has ended. It reports whether it did.
func RemoveStale(dir, name string) (bool, error) {
	path, err := Path(dir, name)
	if err == nil {
		err = private.CheckDir(dir)
	}
	if err != nil {
		return false, err
	}
	stale, err := os.Lstat(path)
	if err != nil {
		return false, asErrGone(err)
	}
	if err := checkFree(path); err != nil {
		return false, err
	}
	// A host may have started meanwhile, and its socket may now be at the path, perhaps with the
	// inode number of the stale one.
	now, err := os.Lstat(path)
	if err != nil {
		return false, asErrGone(err)
	}
	if !os.SameFile(stale, now) || !stale.ModTime().Equal(now.ModTime()) {
		return false, nil
	}
	if err := os.Remove(path); err != nil {
		return false, asErrGone(err)
	}
	return true, nil
}
