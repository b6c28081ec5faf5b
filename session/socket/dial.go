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
	// ErrGone says that there is no host: no socket, or nobody who listens at it.
	ErrGone = errors.New("no host is there")
	// ErrSilent says that something listens and did not answer in time.
	ErrSilent = errors.New("the host does not answer")
	// ErrVersion says that host and program have no protocol in common. The error
	// is a [wire.Refused] besides, which says what the host speaks.
	ErrVersion = errors.New("the host speaks another version of the protocol")
)

// attempts is how often [Dial] connects to a host that hangs up in the handshake.
const attempts = 3

// Dial connects to the host of a name and does the handshake, which may take
// [wire.HandshakeTime]. A host that closes the connection meanwhile has ended, or one of the two
// processes was held up by a busy machine. So it is asked again, and is gone only if nothing
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
			return fail(meaning(err))
		}
	}
	return fail(fmt.Errorf("%w: it closed the connection", ErrSilent))
}

// hungUp reports whether an error of the handshake says that the other side closed
// the connection.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// meaning translates an error of the handshake.
func meaning(err error) error {
	var refused wire.Refused
	switch {
	case errors.Is(err, wire.ErrSilent):
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case errors.As(err, &refused):
		return fmt.Errorf("%w: %w", ErrVersion, err)
	}
	return err
}

// Alive reports whether somebody of this user listens at a host's socket.
func Alive(ctx context.Context, dir, name string) bool {
	c, err := connect(ctx, dir, name)
	if err != nil {
		return false
	}
	_ = c.Close() // nothing was said
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

// dial connects to the socket at a path, at once or not at all. The error is
// ECONNREFUSED where nobody listens, and EAGAIN on Linux where too many wait already:
// unix(7).
func dial(path string) (*net.UnixConn, error) {
	return net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
}

func connect(ctx context.Context, dir, name string) (peerConn, error) {
	path, err := Path(dir, name)
	if err != nil {
		return peerConn{}, err
	}
	if err := private.CheckDir(dir); err != nil {
		return peerConn{}, gone(err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		return peerConn{}, gone(err)
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
		return peerConn{}, ErrSilent // its queue is full and it takes nobody
	case err != nil:
		return peerConn{}, gone(err)
	}
	return trust(c)
}

// gone translates errors that mean that there is no host.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return ErrGone
	}
	return err
}

// List returns the names of hosts with a socket in dir, sorted, whether or not they listen. A
// missing directory is no error.
func List(dir string) ([]string, error) { return Names(dir, session.IsHostName) }

// Names are the names of sockets in dir that are such, sorted; otherwise it is as
// [List].
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
// host is gone. It reports whether it did.
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
		return false, gone(err)
	}
	if err := checkFree(path); err != nil {
		return false, err
	}
	// A host may have started meanwhile, and its socket be at the path now, perhaps
	// with the number that the stale one had.
	now, err := os.Lstat(path)
	if err != nil {
		return false, gone(err)
	}
	if !os.SameFile(stale, now) || !stale.ModTime().Equal(now.ModTime()) {
		return false, nil
	}
	if err := os.Remove(path); err != nil {
		return false, gone(err)
	}
	return true, nil
}
