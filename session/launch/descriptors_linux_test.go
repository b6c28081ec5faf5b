package launch_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/socket"
)

// F40: a host without free descriptors serves its existing clients, does not spin, and serves others
// when descriptors are free again.
func TestF40NoDescriptorsLeft(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; while read x; do echo got $x; done")...)
	s := h.start(spec)
	s.Shows("ready")
	host := h.info(spec).HostPID
	limit := unix.Rlimit{Cur: 24, Max: 24}
	var was unix.Rlimit
	if err := unix.Prlimit(host, unix.RLIMIT_NOFILE, &limit, &was); err != nil {
		t.Skip("the limits of another process cannot be set here:", err)
	}
	var conns []net.Conn
	for range 40 {
		c, err := net.Dial("unix", h.socketPath(spec))
		if err != nil {
			t.Fatal(err)
		}
		// A complete handshake, so that the host keeps the connection.
		if _, err := io.WriteString(c, "\x01\x16\x00\x00\x00\x06dormer\x02\x02\x050.1.0\x06attach"); err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	if _, err := h.Info(background, nameOf(spec)); !errors.Is(err, socket.ErrSilent) {
		t.Errorf("info of a host without descriptors: %v", err)
	}
	before := processorTime(t, host)
	for i := range 20 {
		s.Input(fmt.Appendf(nil, "%d\n", i))
		s.Shows(fmt.Sprintf("got %d", i))
	}
	<-time.After(500 * time.Millisecond)
	if used := processorTime(t, host) - before; used > 300*time.Millisecond {
		t.Errorf("the host used %v of processor time", used)
	}
	for _, c := range conns {
		_ = c.Close() // the host may have
	}
	await(t, "the host answers again", func() bool {
		_, err := h.Info(background, nameOf(spec))
		return err == nil
	})
	s.leave()
}
