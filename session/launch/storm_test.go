package launch_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/socket"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
)

// attachSized attaches another viewer to a session, in a terminal of the given size.
func (h *home) attachSized(spec session.Spec, size session.Size) *testViewer {
	h.t.Helper()
	conn, err := h.Attach(sourceOf(spec), spec.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return &testViewer{viewer.Attach(h.t, conn, size), h.t}
}

// screenSize returns the size of the session's screen in the viewer.
func (s *testViewer) screenSize() (size session.Size) {
	s.View(func(r *client.Replica) { size.Rows, size.Cols = r.Size() })
	return size
}

// F50: twenty viewers of all sizes at a flooding session, and one that never receives. A viewer that
// only looks does not change the size, none delays the child, and when somebody types, all get that
// size.
func TestF50ViewersOfAllSizes(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`n=0; trap 'n=$((n+1))' WINCH; while read x; do seq 200000; echo "flood $x, $n changes."; done`)...)
	first := h.start(spec)
	flood := func(name string) time.Duration {
		began := time.Now()
		first.Input([]byte(name + "\n"))
		first.Shows("flood " + name)
		return time.Since(began)
	}
	first.Until("it is attached", func() bool { return first.screenSize() == size })
	alone := flood("alone")
	sizes := []session.Size{{Rows: 1, Cols: 1}, {Rows: 100, Cols: 300}}
	for i := range 18 {
		sizes = append(sizes, session.Size{Rows: 2 + i*5, Cols: 3 + i*15})
	}
	var viewers []*testViewer
	for _, size := range sizes {
		viewers = append(viewers, h.attachSized(spec, size))
	}
	stopped, err := h.Attach(sourceOf(spec), spec.ID)
	if err == nil {
		err = stopped.Send(wire.Attach{Size: session.Size{Rows: 7, Cols: 7}})
	}
	if err != nil {
		t.Fatal(err)
	}
	beside := flood("beside")
	if beside > 10*alone+5*time.Second {
		t.Errorf("beside %d viewers a flood took %v, alone %v", len(viewers)+1, beside, alone)
	}
	first.Shows("beside, 0 changes.")
	for i, v := range viewers {
		v.Input([]byte("\n"))
		for j, other := range append(viewers, first) {
			other.Until(fmt.Sprintf("viewer %d has the size of viewer %d", j, i), func() bool { return other.screenSize() == sizes[i] })
		}
	}
	for _, v := range append(viewers, first) {
		v.leave()
	}
	if err := stopped.Close(); err != nil {
		t.Error(err)
	}
}

// F22: a paste of 10 MB arrives complete, bracketed or not, and with an end mark in it. If the child
// reads slowly or never, the paste waits and costs no more memory than its size.
func TestF22LargePastes(t *testing.T) {
	const n = 10 << 20
	mark := []byte("\x1b[201~")
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('a' + i%23)
	}
	evil := append(append([]byte{}, text[:n/2]...), append(mark, text[n/2:]...)...)
	for name, c := range map[string]struct {
		setup, want string
		paste       []byte
	}{
		"plain":                        {":", string(text), text},
		"bracketed":                    {`printf '\033[?2004h'`, "\x1b[200~" + string(text) + "\x1b[201~", text},
		"bracketed, with an end in it": {`printf '\033[?2004h'`, "\x1b[200~" + string(text) + "\x1b[201~", evil},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			sum := sha256.Sum256([]byte(c.want))
			spec := specOf(sh(fmt.Sprintf(`stty raw -echo; %s; printf ready; head -c %d | sha256sum; read x`, c.setup, len(c.want)))...)
			s := h.start(spec)
			s.Shows("ready")
			host := h.info(spec).HostPID
			before, own := resident(t, host), resident(t, os.Getpid())
			s.Paste(c.paste, false)
			s.Shows(hex.EncodeToString(sum[:]))
			checkGrowth(t, "the host", resident(t, host)-before)
			checkGrowth(t, "the viewer", resident(t, os.Getpid())-own)
			s.leave()
		})
	}
	for name, read := range map[string]string{"never": "sleep 1000", "slowly": "while dd bs=1000 count=1 of=/dev/null status=none; do sleep 0.01; done"} {
		t.Run("read "+name, func(t *testing.T) {
			h := newHome(t)
			spec := specOf(sh(`stty raw -echo; printf ready; ` + read)...)
			s := h.start(spec)
			s.Shows("ready")
			host := h.info(spec).HostPID
			before := resident(t, host)
			s.Paste(text, false)
			for until := time.Now().Add(patience); s.Unanswered().IsZero(); runtime.Gosched() {
				if time.Now().After(until) {
					t.Fatal("none of it is sent")
				}
			}
			other := h.attachSized(spec, size)
			other.Shows("ready")
			checkGrowth(t, "the host", resident(t, host)-before)
			if err := h.End(background, nameOf(spec), false); err != nil {
				t.Error(err)
			}
			s.Exit()
			s.leave()
			other.leave()
		})
	}
}

// checkGrowth fails if a process has grown by more than 64 MB.
func checkGrowth(t *testing.T, who string, kB int) {
	t.Helper()
	if kB > memoryFactor*64<<10 {
		t.Errorf("%s grew by %d MB", who, kB>>10)
	}
}

// F40: a thousand viewers that attach and do nothing cost little, and do not affect the active one.
func TestF40ThousandIdleViewers(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; while read x; do echo got $x; done")...)
	s := h.start(spec)
	s.Shows("ready")
	host := h.info(spec).HostPID
	before := resident(t, host)
	conns := h.crowd(spec, 1000)
	t.Logf("%d idle connections cost %d kB", len(conns), resident(t, host)-before)
	h.look(conns)
	h.clients(spec, len(conns)+1)
	s.Input([]byte("this\n"))
	s.Shows("got this")
	if memoryFactor == 1 { // the race detector keeps a hundred kilobytes for each goroutine
		await(t, "they cost less than 16 MB", func() bool { return resident(t, host)-before <= 16<<10 })
	}
	t.Logf("%d idle viewers cost %d kB", len(conns), resident(t, host)-before)
	closeAll(conns)
	h.clients(spec, 1)
	s.leave()
}

// clients waits until n viewers are attached. A host that serves a thousand may keep a client waiting
// longer than the limit of a reply.
func (h *home) clients(spec session.Spec, n int) {
	h.t.Helper()
	await(h.t, fmt.Sprintf("%d viewers are attached", n), func() bool {
		info, err := h.Info(background, nameOf(spec))
		if err != nil && !errors.Is(err, socket.ErrSilent) {
			h.t.Fatal(err)
		}
		return err == nil && info.Clients == n
	})
}

// crowd opens many idle connections, and tries again if the host is busy with others.
func (h *home) crowd(spec session.Spec, n int) []wire.Conn {
	h.t.Helper()
	conns := make([]wire.Conn, n)
	var attached sync.WaitGroup
	slots := make(chan struct{}, 50)
	for i := range conns {
		slots <- struct{}{}
		attached.Go(func() {
			defer func() { <-slots }()
			limit := time.Now().Add(patience)
			conn, err := h.Attach(sourceOf(spec), spec.ID)
			for errors.Is(err, socket.ErrSilent) && time.Now().Before(limit) {
				conn, err = h.Attach(sourceOf(spec), spec.ID)
			}
			if err != nil {
				h.t.Errorf("viewer %d: %v", i, err)
				return
			}
			conns[i] = conn
		})
	}
	attached.Wait()
	return conns
}

// look attaches the viewers of a crowd.
func (h *home) look(conns []wire.Conn) {
	h.t.Helper()
	for i, conn := range conns {
		if conn == nil {
			continue
		}
		if err := conn.Send(wire.Attach{Size: session.Size{Rows: 24, Cols: 80}}); err != nil {
			h.t.Errorf("viewer %d: %v", i, err)
		}
	}
}

// closeAll closes the connections of a crowd.
func closeAll(conns []wire.Conn) {
	for _, c := range conns {
		if c != nil {
			_ = c.Close() // the host may have
		}
	}
}

// F31: a host releases the memory of its viewers when the last has left, and is asleep afterwards.
func TestF31MemoryOfViewersIsReleased(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	host := h.info(spec).HostPID
	s.leave()
	before := resident(t, host)
	for range 3 {
		conns := h.crowd(spec, 300)
		h.look(conns)
		h.clients(spec, len(conns))
		closeAll(conns)
		h.clients(spec, 0)
	}
	most := resident(t, host)
	if memoryFactor == 1 { // the race detector keeps memory of its own
		await(t, "the host has released most of it", func() bool { return resident(t, host)-before <= spare })
	}
	t.Logf("a host of %d kB had %d kB for 300 viewers and has %d kB after them", before, most, resident(t, host))
}

// spare is how much of the viewers' memory a host may keep, in kB: half of it. The runtime keeps the
// memory that it needed to scan their goroutines.
const spare = 4 << 10

// processorTime returns the processor time that a process has used.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(tasks) == 0 {
		t.Skip("there is no proc(5) with schedstat here")
	}
	var sum time.Duration
	for _, task := range tasks {
		var ns int64
		text, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		if _, err := fmt.Fscan(strings.NewReader(string(text)), &ns); err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}
