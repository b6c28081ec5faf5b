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

// until receives up to the first message that is what was waited for.
func (w watcher) until(what string, is func(wire.Message) bool) (got []wire.Message) {
	w.t.Helper()
	late := time.AfterFunc(patience, func() { _ = w.conn.Close() })
	defer late.Stop()
	for {
		m, err := w.conn.Receive()
		if err != nil {
			w.t.Fatalf("waited in vain for %s: %v; got %v", what, err, got)
		}
		if got = append(got, m); is(m) {
			return got
		}
	}
}

// status receives up to a status that is as it should be.
func (w watcher) status(what string, is func(wire.Status) bool) []wire.Message {
	w.t.Helper()
	return w.until(what, func(m wire.Message) bool {
		s, ok := m.(wire.Status)
		return ok && is(s)
	})
}

func whatever(wire.Status) bool { return true }

// output receives n bytes of output, or what there is up to the child's end where n is 0.
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

// Whoever watches is told what happens and takes nothing from those who look later.
func TestWatcherIsNoViewer(t *testing.T) {
	h := start(t, specOf("sh", "-c", `read x; printf '\a\033]0;busy\a\033]9;look\a'; exec cat`))
	w := watch(t, h, wire.Watch{})
	first := w.status("the answer", whatever)
	if _, started := first[0].(wire.Started); !started || len(first) != 2 {
		t.Errorf("got %v at first, want word of the start and a status", first)
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
			t.Errorf("the prompt is told before the command has ended")
		}
	}
	w.send(wire.Input{Data: []byte("\r")})
	w.status("the next prompt", func(s wire.Status) bool { return s.Prompt })
}

// The child's own program is told where nothing else is in the foreground.
func TestStatusNamesTheProgram(t *testing.T) {
	h := start(t, specOf("sh", "-c", "exec cat"))
	v := attachTo(t, h, size)
	v.Input([]byte("x"))
	v.Shows("x") // cat or the terminal echoes
	w := watch(t, h, wire.Watch{})
	got := w.status("the answer", whatever)
	if s := got[len(got)-1].(wire.Status); s.Program != "cat" && s.Program != "sh" {
		t.Errorf("the program is called %q", s.Program)
	}
}

// megabytes prints n MB in lines of one character and then its end.
func megabytes(n string) []string {
	return []string{"sh", "-c", "stty -opost; read go; head -c " + n + "000000 /dev/zero | tr '\\0' x; printf end"}
}

// S1: who asks for it gets every byte, however slow it is, and the child waits.
func TestHeldOutputIsWhole(t *testing.T) {
	h := start(t, specOf(megabytes("12")...))
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	w.send(wire.Input{Data: []byte("\r")})
	data, skipped := w.output(0)
	_, printed, _ := bytes.Cut(data, []byte("\n")) // behind the echo
	if skipped != 0 || len(printed) != 12_000_003 || !bytes.HasSuffix(printed, []byte("end")) {
		t.Errorf("got %d bytes, %d skipped, want 12000003", len(printed), skipped)
	}
}

// A viewer that holds up the child does not hold up its end, or that of the session.
func TestHeldChildEnds(t *testing.T) {
	h := start(t, specOf("yes"))
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	w.status("the answer", whatever)
	slow := attachTo(t, h, size)
	slow.Shows("y")
	h.End()
	slow.await(h.Done(), "the session's end")
}

// Others never hold it up: what they miss is counted.
func TestOutputIsSkippedForTheSlow(t *testing.T) {
	h := start(t, specOf(megabytes("12")...))
	w := watch(t, h, wire.Watch{Output: true})
	w.status("the answer", whatever)
	v := attachTo(t, h, size)
	v.Input([]byte("\r"))
	v.Exit() // nothing was acknowledged until here
	data, skipped := w.output(0)
	_, printed, _ := bytes.Cut(data, []byte("\n"))
	if skipped == 0 || len(printed)+skipped != 12_000_003 || !bytes.HasSuffix(printed, []byte("end")) {
		t.Errorf("got %d bytes and %d skipped, want 12000003 in all", len(printed), skipped)
	}
}

// What is printed before anybody can watch is not lost to the first who does.
func TestOutputWaitsForItsViewer(t *testing.T) {
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
		t.Error("it is shown before anybody watches the output")
	}
	w := watch(t, h, wire.Watch{Output: true, Hold: true})
	if data, _ := w.output(7); string(data) != "first\r\n" {
		t.Errorf("got %q", data)
	}
	v.Shows("first")
}
