package rawio_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// polled are the events for which the epoll instances of this process wait, by the
// descriptor: proc_pid_fdinfo(5).
func polled(t *testing.T, fd int) (events []uint32) {
	t.Helper()
	files, err := filepath.Glob("/proc/self/fdinfo/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			continue // that of the directory that was listed
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var of int
			var mask uint32
			if _, err := fmt.Sscanf(strings.Join(strings.Fields(lines.Text()), " "), "tfd: %d events: %x", &of, &mask); err == nil && of == fd {
				events = append(events, mask)
			}
		}
		_ = f.Close()
	}
	return events
}

// Nothing wakes the process because there is room to write, unless somebody waits for
// room: each byte that the other side takes would.
func TestConnIsPolledForReadingOnly(t *testing.T) {
	c, other := pair(t)
	fd := -1
	if err := c.Control(func(is int) { fd = is }); err != nil {
		t.Fatal(err)
	}
	holds := func(when string) {
		t.Helper()
		if events := polled(t, fd); len(events) != 1 || events[0]&unix.EPOLLIN == 0 || events[0]&unix.EPOLLOUT != 0 {
			t.Errorf("%s: polled for %#x", when, events)
		}
	}
	holds("at first")
	go func() {
		buf := make([]byte, 1<<20)
		for n := 1; n > 0; {
			n, _ = unix.Read(other, buf)
		}
	}()
	if _, err := c.Write(make([]byte, 4<<20)); err != nil {
		t.Fatal(err)
	}
	holds("after waiting for room")
}
