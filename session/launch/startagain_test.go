package launch_test

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"dormer/session"
	"dormer/session/socket"
)

// rounds is how often a long test repeats itself: short by default, full with DORMER_LONG.
func rounds(short, full int) int {
	if os.Getenv("DORMER_LONG") != "" {
		return full
	}
	return short
}

// F45: the name of a host that was killed, or just ended, is used again at once: each time there is
// one new host, and it answers.
func TestF45NameIsUsedAgainAtOnce(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	hosts := map[int]bool{}
	for round := range rounds(8, 100) {
		s := h.start(spec)
		s.Shows("ready")
		info := h.info(spec)
		if hosts[info.HostPID] {
			t.Fatalf("round %d: host %d is used again", round, info.HostPID)
		}
		hosts[info.HostPID] = true
		if round%2 == 0 {
			kill(t, info.HostPID, syscall.SIGKILL)
		} else if err := h.End(background, nameOf(spec), false); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		spec.Occasion = session.OnRequest
		again := h.start(spec) // without waiting for the other to go
		again.Shows("ready")
		if now := h.info(spec); now.HostPID == info.HostPID || now.Exit != nil {
			t.Fatalf("round %d: before %+v, now %+v", round, info, now)
		}
		s.leave()
		again.leave()
		if err := h.End(background, nameOf(spec), true); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
	checkEmpty(t, h.o.Runtime)
	checkEmpty(t, h.o.Sessions)
}

// F31: when viewers have come and gone, the host has no more descriptors than before.
func TestF31ManyViewers(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	first := h.start(spec)
	first.Shows("ready")
	host := h.info(spec).HostPID
	visit := func() {
		conn, err := h.Attach(sourceOf(spec), spec.ID)
		for range 5 { // on a busy machine a host may be silent for a second
			if !errors.Is(err, socket.ErrSilent) {
				break
			}
			conn, err = h.Attach(sourceOf(spec), spec.ID)
		}
		s := attachTo(t, conn, err)
		s.Shows("ready")
		s.leave()
	}
	for range 10 {
		visit()
	}
	before, mine := openDescriptors(t, host), descriptors(t)
	n := rounds(100, 1000)
	for range n {
		visit()
	}
	await(t, "the host has no more descriptors than before", func() bool { return openDescriptors(t, host) <= before })
	await(t, "this program has no more descriptors than before", func() bool { return descriptors(t) <= mine })
	await(t, "only the first viewer is left", func() bool { return h.info(spec).Clients == 1 })
	t.Logf("after %d viewers the host holds %d descriptors", n, openDescriptors(t, host))
	first.leave()
}

// openDescriptors returns the number of descriptors of a process.
func openDescriptors(t *testing.T, pid int) int {
	t.Helper()
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
