package host_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/host"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
)

// text is n bytes of text in lines.
func text(n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + rng.IntN(26))
		if i%73 == 72 {
			b[i] = '\n'
		}
	}
	return b
}

// S3-49.
func TestLongPasteArrivesWhole(t *testing.T) {
	need(t, "sha256sum")
	const n = 10 << 20
	data := text(n)
	sum := sha256.Sum256(append(append([]byte("\x1b[200~"), data...), "\x1b[201~"...))
	s := open(t, sh(fmt.Sprintf(`stty raw -echo; printf '\033[?2004hready\r\n'; head -c %d | sha256sum; stty sane`, n+12))...)
	s.Shows("ready")
	s.Paste(data[:n/3], true)
	s.Paste(data[n/3:], false)
	s.Shows(hex.EncodeToString(sum[:]))
}

// A child that never reads blocks only its own input.
func TestPasteAtAChildThatNeverReads(t *testing.T) {
	s := open(t, sh(`stty raw -echo; printf ready; trap 'printf "\rsize %s" "$(stty size </dev/tty)"' WINCH; while :; do sleep 0.05; done`)...)
	s.Shows("ready")
	s.Paste(text(10<<20), false)
	s.Input([]byte("x"))
	s.Resize(session.Size{Rows: 10, Cols: 33})
	s.Shows("size 10 33")
	began := time.Now()
	s.End()
	s.await(s.host.Done(), "the end")
	if took := time.Since(began); took > 4*time.Second { // less than the grace of a child that refuses
		t.Errorf("the end took %v", took)
	}
}

// A viewer that stops receiving delays neither the child nor other viewers, and sees the last screen
// when it goes on.
func TestStoppedViewer(t *testing.T) {
	done := filepath.Join(t.TempDir(), "done")
	s := open(t, sh(`read x; seq 1 300000; echo finished >`+done+`; printf last; read x`)...)
	near, far := wire.Pipe()
	go func() { _ = s.host.Serve(far) }()
	if err := near.Send(wire.Attach{Size: size}); err != nil {
		t.Fatal(err)
	}
	s.Input([]byte("\n"))
	s.Shows("300000\nlast")
	if _, err := os.Stat(done); err != nil {
		t.Error("the child has not finished:", err)
	}
	r := client.NewReplica()
	frames := 0
	for !strings.Contains(screen(r), "300000\nlast") {
		m, err := near.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := m.(wire.Frame); ok {
			frames++
			if err := r.Apply(f); err != nil {
				t.Fatal(err)
			}
			if err := near.Send(wire.Ack{Seq: f.Seq}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if frames > 3 {
		t.Errorf("a viewer that acknowledged none got %d frames", frames)
	}
}

func screen(r *client.Replica) string {
	var b strings.Builder
	rows, _ := r.Size()
	for y := range rows {
		b.WriteString(strings.TrimRight(viewer.RowText(r, r.Row(y)), " ") + "\n")
	}
	return b.String()
}

// Of several viewers, the one that typed last sets the size; looking does not.
func TestWhoTypedLastSetsTheSize(t *testing.T) {
	s := open(t, sh(`stty -echo; trap 'stty size' WINCH; echo ready; while :; do read x; done`)...)
	s.Shows("ready")
	other := attachTo(t, s.host, session.Size{Rows: 10, Cols: 40})
	looker := attachTo(t, s.host, session.Size{})
	looker.Shows("ready")
	other.Shows("ready")
	sized := func(v *testViewer, rows, cols int) {
		t.Helper()
		v.Until(fmt.Sprintf("the screen is %dx%d", rows, cols), func() (is bool) {
			v.View(func(r *client.Replica) {
				gotRows, gotCols := r.Size()
				is = gotRows == rows && gotCols == cols
			})
			return is
		})
	}
	sized(other, 24, 80)
	other.Input([]byte("\n"))
	sized(s, 10, 40)
	s.Shows("10 40")
	looker.Input([]byte("\n"))
	s.Resize(session.Size{Rows: 20, Cols: 60})
	s.Input([]byte("\n"))
	sized(other, 20, 60)
	if err := s.Detach(); err != nil {
		t.Fatal(err)
	}
	other.Resize(session.Size{Rows: 5000, Cols: 100000})
	other.Input([]byte("\n"))
	sized(looker, wire.MaxRows, wire.MaxCols)
}

// Viewers see only what is shown outside synchronized updates.
func TestSynchronizedUpdates(t *testing.T) {
	script := `read x; i=0; while [ $i -lt 400 ]; do
		printf '\033[?2026h\033[2J\033[Hhalf'; printf '\033[2J\033[H%s whole\033[?2026l' $i; i=$((i+1)); done; printf '\r\nend'; read x`
	s := openSpec(t, specOf(sh(script)...), host.Options{SyncTimeout: patience})
	s.Input([]byte("\n"))
	s.Until("the end", func() bool {
		text := s.Text()
		if strings.Contains(text, "half") {
			t.Fatalf("seen in the middle of an update:\n%s", text)
		}
		return strings.Contains(text, "end")
	})
}

func TestSynchronizedUpdateThatNeverEnds(t *testing.T) {
	s := openSpec(t, specOf(sh(`printf '\033[?2026hshown all the same'; read x`)...), host.Options{SyncTimeout: 50 * time.Millisecond})
	s.Shows("shown all the same")
}

// far64 is beyond every line number.
const far64 = ^uint64(0)

func TestHostileViewers(t *testing.T) {
	s := open(t, sh("stty -echo -icanon; echo ready; sleep 1000")...)
	s.Shows("ready")
	for name, messages := range map[string][]wire.Message{
		"more input than the window": {wire.Attach{Size: size}, wire.Input{Data: make([]byte, 1<<20)}},
		"paste over the window":      {wire.Paste{Data: make([]byte, 1<<20), More: true}},
	} {
		near, far := wire.Pipe()
		served := make(chan error, 1)
		go func() { served <- s.host.Serve(far) }()
		for _, m := range messages {
			if err := near.Send(m); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case err := <-served:
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		case <-time.After(patience):
			t.Errorf("%s: still served", name)
		}
	}
	near, far := wire.Pipe()
	go func() { _ = s.host.Serve(far) }()
	for _, m := range []wire.Message{
		wire.Ack{Seq: 99}, wire.Attach{Size: session.Size{Rows: -4, Cols: 1 << 40}}, wire.Resize{Size: session.Size{Rows: 1 << 50, Cols: -1}},
		wire.Signal{Number: -9}, wire.Signal{Number: 1 << 20}, wire.Signal{}, wire.Restart{}, wire.Frame{}, wire.Exited{},
		wire.Lines{Range: wire.Range{First: 9, End: 3}}, wire.Lines{Range: wire.Range{End: ^uint64(0)}}, wire.Paste{}, wire.Input{},
		wire.Copy{First: wire.Position{Col: -5}, End: wire.Position{Line: far64, Col: -1}}, wire.Copy{First: wire.Position{Line: far64, Col: 1 << 30}, End: wire.Position{Line: far64}},
		wire.Copy{First: wire.Position{Col: 1 << 30}, End: wire.Position{Line: 3, Col: -9}, Block: true},
		wire.Search{Query: wire.Query{Text: "r"}, Range: wire.Range{First: far64 - 1, End: far64}, Max: -1}, wire.Search{Query: wire.Query{Text: "\xff"}},
		wire.Search{Query: wire.Query{Text: strings.Repeat("(", 1<<20-100), Regexp: true}}, wire.Search{Query: wire.Query{Text: "r", Case: 99}, From: wire.Position{Line: far64, Col: -1}, Backward: true, Max: 1 << 30},
		wire.Commands{Range: wire.Range{First: 9, End: 3}, Max: -1}, wire.Commands{Range: wire.Range{End: far64}, Last: true, Max: 1 << 30},
		wire.Colors{Background: 0xffffffff}, wire.SearchReply{},
	} {
		if err := near.Send(m); err != nil {
			t.Fatalf("after %T: %v", m, err)
		}
	}
	answers := 0
	for answers < 5 { // both lines, both commands, and the last search
		m, err := near.Receive()
		if err != nil {
			t.Fatalf("after %d answers: %v", answers, err)
		}
		switch m.(type) {
		case wire.LinesReply, wire.CommandsReply, wire.SearchReply:
			answers++
		}
	}
	if err := near.Close(); err != nil {
		t.Fatal(err)
	}
	if err := connect(t, s.host).Send(wire.Signal{Number: 15}); err != nil {
		t.Fatal(err)
	}
	if got := s.Exit(); got.Signal != "SIGTERM" {
		t.Errorf("the session did not go on: %+v", got)
	}
}

func TestHistoryIsRequested(t *testing.T) {
	s := open(t, sh(`seq 1 3000; printf end; read x`)...)
	s.Shows("end")
	var kept wire.Range
	s.View(func(r *client.Replica) { kept = r.History() })
	if kept.Len() < 2900 {
		t.Fatalf("history %v", kept)
	}
	for _, r := range []wire.Range{{First: kept.First + 100, End: kept.First + 1100}, {First: kept.End - 10, End: kept.End + 50}} {
		var got []string
		s.Until("the lines came", func() bool {
			got = nil
			return s.HistoryLines(r, func(n uint64, cells []grid.Cell) {
				var line []byte
				for _, c := range cells {
					line = append(line, byte(c.Char))
				}
				got = append(got, fmt.Sprintf("%d:%s", n-kept.First, line))
			})
		})
		first := r.First - kept.First
		if want := min(r.End, kept.End) - r.First; uint64(len(got)) != want || got[0] != fmt.Sprintf("%d:%d", first, first+1) {
			t.Errorf("%v: %d lines from %q", r, len(got), got[0])
		}
	}
	s.ClearHistory()
	s.Until("the history is gone", func() (gone bool) {
		s.View(func(r *client.Replica) { gone = r.History().Len() == 0 })
		return gone
	})
}

// Many sessions leave no descriptor, goroutine or process behind.
func TestManySessionsLeaveNothing(t *testing.T) {
	cycle := func(n int) {
		for i := range n {
			h, err := host.Start(specOf(sh("echo hello; read x")...), host.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s := attachTo(t, h, size)
			if i%2 == 0 {
				s.Shows("hello")
			}
			s.leave()
		}
	}
	cycle(5)
	fds, routines := descriptors(t), runtime.NumGoroutine()
	cycle(200)
	if now := descriptors(t); now > fds {
		t.Errorf("descriptors: %d before, %d after", fds, now)
	}
	deadline := time.After(patience)
	for runtime.NumGoroutine() > routines {
		select {
		case <-deadline:
			t.Fatalf("goroutines: %d before, %d after\n%s", routines, runtime.NumGoroutine(), stacks())
		default:
			runtime.Gosched() // the last of them are just returning
		}
	}
	if z := zombies(t); z != "" {
		t.Errorf("zombies:\n%s", z)
	}
}

func stacks() string {
	var b bytes.Buffer
	buf := make([]byte, 1<<20)
	b.Write(buf[:runtime.Stack(buf, true)])
	return b.String()
}

// A viewer that disconnects in the middle of a paste does not block the others.
func TestViewerThatLeavesInAPaste(t *testing.T) {
	s := open(t, sh(`stty raw -echo; printf '\033[?2004hready'; head -c 17 | od -An -c | tr -d ' \n'`)...)
	s.Shows("ready")
	near, far := wire.Pipe()
	served := make(chan error, 1)
	go func() { served <- s.host.Serve(far) }()
	if err := near.Send(wire.Paste{Data: []byte("half"), More: true}); err != nil {
		t.Fatal(err)
	}
	if err := near.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	s.Input([]byte("!"))
	s.Shows(`033[200~half033[201~!`)
}
