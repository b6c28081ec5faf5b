package host_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// watcher is a viewer that watches.
type watcher struct {
	t    *testing.T
	conn wire.Conn
}

func watch(t *testing.T, h *host.Host, q wire.Watch) watcher {
	t.Helper()
	near, far := wire.Pipe()
	go func() { _ = h.Serve(far) }()
	w := watcher{t, near}
	t.Cleanup(func() { _ = near.Close() })
	w.send(q)
	return w
}

func (w watcher) send(m wire.Message) {
	w.t.Helper()
	if err := w.conn.Send(m); err != nil {
		w.t.Fatal(err)
	}
}

// until receives messages up to the first one that matches.
func (w watcher) until(what string, is func(wire.Message) bool) (got []wire.Message) {
	w.t.Helper()
	late := time.AfterFunc(patience, func() { _ = w.conn.Close() })
	defer late.Stop()
	for {
		m, err := w.conn.Receive()
		if err != nil {
			w.t.Fatalf("timed out waiting for %s: %v; got %v", what, err, got)
		}
		if got = append(got, m); is(m) {
			return got
		}
	}
}

// status receives messages up to the first status that matches.
func (w watcher) status(what string, is func(wire.Status) bool) []wire.Message {
	w.t.Helper()
	return w.until(what, func(m wire.Message) bool {
		s, ok := m.(wire.Status)
		return ok && is(s)
	})
}

func anyStatus(wire.Status) bool { return true }

// output receives n bytes of output, or, if n is 0, all until the child's end.
func (w watcher) output(n int) (data []byte, skipped int) {
	w.t.Helper()
	w.until("output", func(m wire.Message) bool {
		switch m := m.(type) {
		case wire.Output:
			data, skipped = append(data, m.Data...), skipped+int(m.Skipped)
			w.send(wire.Ack{Seq: uint64(len(data))})
		case wire.Exited:
			return true
		}
		return n > 0 && len(data) >= n
	})
	return data, skipped
}

func start(t *testing.T, spec session.Spec) *host.Host {
	t.Helper()
	h, err := host.Start(spec, host.Options{Grace: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.End()
		<-h.Done()
	})
	return h
}

// A watcher is told the events and takes none from later viewers.
func TestWatcherIsNoViewer(t *testing.T) {
	h := start(t, specOf("sh", "-c", `read x; printf '\a\033]0;busy\a\033]9;look\a'; exec cat`))
	w := watch(t, h, wire.Watch{})
	first := w.status("the answer", anyStatus)
	if _, started := first[0].(wire.Started); !started || len(first) != 2 {
		t.Errorf("got %v at first, want the start and a status", first)
	}
	w.send(wire.Info{})
	w.until("what is known", func(m wire.Message) bool {
		info, ok := m.(wire.InfoReply)
		if ok && info.Clients != 0 {
			t.Errorf("%d viewers are counted, want none", info.Clients)
		}
		return ok
	})
	w.send(wire.Input{Data: []byte("\r")})
	var told []wire.Message
	w.until("a bell, a title and a notification", func(m wire.Message) bool {
		told = append(told, m)
		return slices.ContainsFunc(told, func(m wire.Message) bool { s, ok := m.(wire.Status); return ok && s.Title == "busy" }) &&
			slices.Contains(told, wire.Message(wire.Bell{})) &&
			slices.ContainsFunc(told, func(m wire.Message) bool { n, ok := m.(wire.Notice); return ok && n.Body == "look" })
	})
	v := attachTo(t, h, size)
	v.Until("the bell and the notification are told", func() bool {
		v.Events = append(v.Events, v.TakeEvents()...)
		bell := slices.ContainsFunc(v.Events, func(m wire.Message) bool { b, ok := m.(wire.Bell); return ok && !b.At.IsZero() })
		return bell && slices.ContainsFunc(v.Events, func(m wire.Message) bool { n, ok := m.(wire.Notice); return ok && n.Body == "look" })
	})
}

func TestStatusKnowsThePrompt(t *testing.T) {
	h := start(t, specOf("sh", "-c", `stty -echo; printf '\033]133;A\a$ '; read x; printf '\033]133;C\a'; read y; printf '\033]133;D;0\a\033]133;A\a$ '; exec cat`))
	w := watch(t, h, wire.Watch{})
	w.status("the prompt", func(s wire.Status) bool { return s.Prompt })
	w.send(wire.Input{Data: []byte("make\r")})
	got := w.status("no prompt", func(s wire.Status) bool { return !s.Prompt })
	got = append(got, w.until("the command's start", func(m wire.Message) bool { _, ok := m.(wire.CommandStarted); return ok })...)
	for _, m := range got {
		if s, ok := m.(wire.Status); ok && s.Prompt {
			t.Errorf("the prompt was reported before the command had ended")
		}
	}
	w.send(wire.Input{Data: []byte("\r")})
	w.status("the next prompt", func(s wire.Status) bool { return s.Prompt })
}

// The child's own program is reported if no other program is in the foreground.
func TestStatusNamesTheProgram(t *testing.T) {
	h := start(t, specOf("sh", "-c", "exec cat"))
	v := attachTo(t, h, size)
	v.Input([]byte("x"))
	v.Shows("x") // cat or the terminal echoes
	w := watch(t, h, wire.Watch{})
	got := w.status("the answer", anyStatus)
	if s := got[len(got)-1].(wire.Status); s.Program != "cat" && s.Program != "sh" {
		t.Errorf("the program is called %q", s.Program)
	}
}

// printMegabytes prints n MB in lines of one character and then ends.
func printMegabytes(n string) []string {
	return []string{"sh", "-c", "stty -opost; read go; head -c " + n + "000000 /dev/zero | tr '\\0' x; printf end"}
}

// S1: a client that requests it gets every byte, however slow it is, and the child waits.
func TestHeldOutputIsWhole(t *testing.T) {
	h := start(t, specOf(printMegabytes("12")...))
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	w.send(wire.Input{Data: []byte("\r")})
	data, skipped := w.output(0)
	_, printed, _ := bytes.Cut(data, []byte("\n")) // after the echo
	if skipped != 0 || len(printed) != 12_000_003 || !bytes.HasSuffix(printed, []byte("end")) {
		t.Errorf("got %d bytes, %d skipped, want 12000003", len(printed), skipped)
	}
}

// A viewer that blocks the child does not block the child's end, or that of the session.
func TestHeldChildEnds(t *testing.T) {
	h := start(t, specOf("yes"))
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	w.status("the answer", anyStatus)
	slow := attachTo(t, h, size)
	slow.Shows("y")
	h.End()
	slow.await(h.Done(), "the session's end")
}

// Other clients never block the child: the bytes that they miss are counted.
func TestOutputIsSkippedForSlowWatchers(t *testing.T) {
	h := start(t, specOf(printMegabytes("12")...))
	w := watch(t, h, wire.Watch{Output: true})
	w.status("the answer", anyStatus)
	v := attachTo(t, h, size)
	v.Input([]byte("\r"))
	v.Exit() // no output was acknowledged before this
	data, skipped := w.output(0)
	_, printed, _ := bytes.Cut(data, []byte("\n"))
	if skipped == 0 || len(printed)+skipped != 12_000_003 || !bytes.HasSuffix(printed, []byte("end")) {
		t.Errorf("got %d bytes and %d skipped, want 12000003 in all", len(printed), skipped)
	}
}

// Output that is printed before anybody watches is kept for the first watcher.
func TestOutputWaitsForItsWatcher(t *testing.T) {
	spec := specOf("sh", "-c", "echo first; exec cat")
	spec.HoldOutput = true
	h := start(t, spec)
	v := attachTo(t, h, size)
	v.Until("the screen is there", func() bool {
		rows := 0
		v.View(func(r *client.Replica) { rows, _ = r.Size() })
		return rows > 0
	})
	if strings.Contains(v.Text(), "first") {
		t.Error("shown before anybody watched the output")
	}
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	if data, _ := w.output(7); string(data) != "first\r\n" {
		t.Errorf("got %q", data)
	}
	v.Shows("first")
}
