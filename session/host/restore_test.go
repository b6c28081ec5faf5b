package host

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormer/session/agent"
	"dormer/session/checkpoint"
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// saved is a session's screen that can be saved in a directory.
type saved struct {
	*Host
	t      *testing.T
	dir    string
	writer *checkpoint.Writer
}

func newSaved(t *testing.T, rows, cols int, o vt.Options) saved {
	t.Helper()
	h := &Host{opts: Options{}.withDefaults(), term: vt.New(rows, cols, o), run: &run{in: newQueue(), tty: noTerminal(t), exited: make(chan struct{})}}
	h.foreground.due = h.lastWrite.Add(1) // no timer fires
	dir := t.TempDir()
	return saved{h, t, dir, checkpoint.NewWriter(dir, nil)}
}

func (s saved) save() {
	s.t.Helper()
	if err := s.Host.save(s.writer, true); err != nil {
		s.t.Fatal(err)
	}
}

// kept returns the saved text.
func (s saved) kept() string {
	s.t.Helper()
	k, err := ReadKept(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	return textOf(k.term)
}

// textOf returns the history and the screen of a terminal, line by line as it was printed.
func textOf(t *vt.Terminal) string {
	rows, _ := t.Size()
	first, end := t.History()
	var text []byte
	for n := first; n < end+uint64(rows); n++ {
		cells, wrapped := lineOf(t, n, nil)
		for i, c := range cells {
			if c.Flags&grid.Tail == 0 || i == 0 {
				text = t.Palette().AppendText(text, c)
			}
			s := t.Palette().Style(c.Style)
			if s.Link != 0 || s.FG != 0 {
				text = fmt.Appendf(text, "<%d %s>", s.FG, t.Palette().Link(s.Link).URI)
			}
		}
		if !wrapped {
			text = append(text, '\n')
		}
	}
	return strings.TrimRight(string(text), "\n")
}

// restored returns a terminal with the saved screen, and the writer that continues the checkpoint.
func (s saved) restored(rows, cols int) (*vt.Terminal, *checkpoint.Writer) {
	s.t.Helper()
	k, err := checkpoint.Open(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = k.Close() }()
	term := vt.New(rows, cols, vt.Options{})
	if err := restore(term, k); err != nil {
		s.t.Fatal(err)
	}
	return term, checkpoint.NewWriter(s.dir, k)
}

// The screen is saved with colours, links, wide characters and wrapped lines, whatever was printed,
// cleared and resized before, and however often it was saved. A session that starts again, in any
// width, shows it above a line that says so, and then saves all of it.
func TestTheScreenIsSavedAndRestored(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := newSaved(t, 2+r.IntN(6), 5+r.IntN(20), vt.Options{HistoryLines: 40 + r.IntN(400)})
		for range 20 {
			switch r.IntN(7) {
			case 0:
				s.term.Resize(2+r.IntN(8), 5+r.IntN(20))
			case 1:
				_, _ = s.term.Write([]byte([]string{"\x1b[3J", "\x1b[2J\x1b[H", "\x1b[31m", "\x1b[m"}[r.IntN(4)]))
			default:
				for range r.IntN(40) {
					text := strings.Repeat([]string{"x", "日", "e\u0301", " "}[r.IntN(4)], r.IntN(40))
					_, _ = fmt.Fprintf(s.term, "%d\x1b]8;;http://a/%d\x1b\\%s\x1b]8;;\x1b\\%s", seed, r.IntN(3), text, []string{"", "\r\n"}[r.IntN(2)])
				}
			}
			if r.IntN(2) == 0 {
				continue
			}
			s.save()
			want, got := textOf(s.term), s.kept()
			if !strings.HasSuffix(got, want) { // lines that the terminal has dropped are still saved
				t.Fatalf("seed %d: saved is\n%s\nof\n%s", seed, got, want)
			}
		}
		s.save()
		want := textOf(s.term)
		term, w := s.restored(2+r.IntN(8), 5+r.IntN(20))
		got := textOf(term)
		above, below, ok := strings.Cut(got, "-- as it was on ")
		above = withoutColors(strings.TrimRight(above, "\n"))
		if !ok && want != "" || !strings.HasSuffix(above, withoutColors(want)) || !strings.Contains(withoutColors(below), "started again --") && ok {
			t.Fatalf("seed %d: restored is\n%s\nof\n%s", seed, got, want)
		}
		s.term, s.writer = term, w
		_, _ = s.term.Write([]byte("a new life\r\n"))
		if !w.Follows(s.term.Unsaved().Whole, s.term.Unsaved().Cut) {
			t.Fatalf("seed %d: the file was rewritten", seed)
		}
		s.save()
		if got, want := s.kept(), textOf(s.term); !strings.HasSuffix(got, want) {
			t.Fatalf("seed %d: the new session is saved as\n%s\nof\n%s", seed, got, want)
		}
	}
}

// withoutColors removes the differences in colours from a result of textOf: the line that tells the
// age of the screen ends in another colour.
func withoutColors(text string) string { return strings.NewReplacer("\n", "").Replace(text) }

// The saved screen equals the shown one, row by row; under a full-screen program it is the screen that
// the program covers.
func TestSavedScreenIsTheShownOne(t *testing.T) {
	s := newSaved(t, 4, 20, vt.Options{})
	_, _ = s.term.Write([]byte("above\r\nof it\r\n1\r\n2\r\n3\r\n$ vim\x1b[?1049h\x1b[H\x1b[44mfull\x1b[m\r\n\x1b[4;18Hlow\x1b[2;2H"))
	s.save()
	k, err := ReadKept(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	conn := k.Conn()
	defer func() { _ = conn.Close() }()
	if err := conn.Send(wire.Attach{}); err != nil {
		t.Fatal(err)
	}
	m, err := conn.Receive()
	f, ok := m.(wire.Frame)
	if err != nil || !ok || f.Rows != 4 || f.Cols != 20 || f.Modes.AltScreen || f.Cursor.Row != 1 || f.Cursor.Col != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	if len(f.Lines) != 2 || f.Lines[0].Row != 0 || f.Lines[1].Row != 3 || f.Styles[f.Lines[0].Spans[0].Style].BG == 0 {
		t.Errorf("the screen is %+v", f.Lines)
	}
	if got, want := f.History.Len(), 6; got != want {
		t.Errorf("%d lines above it, want %d", got, want)
	}
	if got := s.kept(); !strings.HasPrefix(got, "above\nof it\n1\n2\n3\n$ vim\nfull\n") {
		t.Errorf("saved is\n%s", got)
	}
}

// A saved screen can be read, searched and copied, and its commands listed.
func TestSavedScreenAnswersRequests(t *testing.T) {
	s := newSaved(t, 3, 10, vt.Options{})
	_, _ = s.term.Write([]byte("\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\make it now\r\n\x1b]133;C\x1b\\one\r\ntwo\r\nthree\r\n\x1b]133;D;3\x1b\\\x1b]133;A\x1b\\$ "))
	s.save()
	k, err := ReadKept(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	conn := k.Conn()
	defer func() { _ = conn.Close() }()
	ask := func(q wire.Message) wire.Message {
		t.Helper()
		m, err := wire.Message(nil), conn.Send(q)
		if err == nil {
			m, err = conn.Receive()
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if r, _ := ask(wire.Lines{Tag: 1, Range: wire.Range{End: 100}}).(wire.LinesReply); r.Tag != 1 || r.Range != (wire.Range{First: 0, End: 3}) || !r.Lines[0].Wrapped {
		t.Errorf("%+v", r)
	}
	if r, _ := ask(wire.Search{Tag: 2, Query: wire.Query{Text: "it now"}, Max: 9}).(wire.SearchReply); r.Tag != 2 || r.Total != 1 || r.Matches[0].First != (wire.Position{Line: 0, Col: 7}) {
		t.Errorf("%+v", r)
	}
	c, _ := ask(wire.Commands{Tag: 3, Range: wire.Range{End: 100}, Last: true, Ran: true, Max: 1}).(wire.CommandsReply)
	if len(c.Commands) != 1 || c.Commands[0].Line != "make it now" || c.Commands[0].ExitCode != 3 || c.Commands[0].Running() {
		t.Fatalf("%+v", c)
	}
	if r, _ := ask(wire.Copy{Tag: 4, First: c.Commands[0].Output, End: c.Commands[0].End}).(wire.CopyReply); r.Tag != 4 || r.Text != "one\ntwo\nthree\n" {
		t.Errorf("%+v", r)
	}
	if r, _ := ask(wire.Input{Data: []byte("abc")}).(wire.Taken); r.Bytes != 3 {
		t.Errorf("%+v", r)
	}
	var text strings.Builder
	if last, found, err := k.Output(&text); err != nil || !found || last.Line != "make it now" || text.String() != "one\ntwo\nthree\n" {
		t.Errorf("%+v, %t, %v: %q", last, found, err, text.String())
	}
	text.Reset()
	if err := k.Capture(wire.Capture{Scrollback: true}, &text); err != nil || text.String() != "$ make it\nnow\none\ntwo\nthree\n$\n" {
		t.Errorf("%v: %q", err, text.String())
	}
}

// Cleared text is not left on disk, and no history is written if it is switched off.
func TestClearedTextIsNotOnDisk(t *testing.T) {
	for name, forget := range map[string]func(saved){
		"cleared by the child": func(s saved) { _, _ = s.term.Write([]byte("\x1b[3J")); s.save() },
		"cleared by the user":  func(s saved) { s.clearHistory(); s.save() },
		"history switched off": func(s saved) {
			if err := s.Host.save(s.writer, false); err != nil {
				s.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSaved(t, 3, 20, vt.Options{})
			onDisk := func(text string) bool {
				data, err := os.ReadFile(filepath.Join(s.dir, "checkpoint"))
				if err != nil {
					t.Fatal(err)
				}
				return strings.Contains(string(data), text)
			}
			_, _ = s.term.Write([]byte("secret\r\n\r\n\r\n\r\nshown"))
			s.save()
			if !onDisk("secret") {
				t.Fatal("it was never on disk")
			}
			forget(s)
			if onDisk("secret") || !onDisk("shown") {
				t.Errorf("on disk is %q", s.kept())
			}
		})
	}
}

// A flood is saved within the limits, its newest lines. Lines that are dropped while they are being
// saved are no error.
func TestFloodIsSavedWithinBounds(t *testing.T) {
	s := newSaved(t, 10, 80, vt.Options{HistoryLines: 1_000_000})
	print := func(n, lines int) {
		for i := range lines {
			_, _ = fmt.Fprintf(s.term, "%d.%d %s\r\n", n, i, strings.Repeat("x", 200))
		}
	}
	size := func() int64 {
		st, err := os.Stat(filepath.Join(s.dir, "checkpoint"))
		if err != nil {
			t.Fatal(err)
		}
		return st.Size()
	}
	for n := range 5 {
		print(n, 50_000)
		s.save()
		if size() > checkpoint.Bytes+checkpoint.Bytes/8 {
			t.Fatalf("%d bytes", size())
		}
	}
	if got := s.kept(); !strings.Contains(got, "\n4.49999 ") || strings.Contains(got, "\n3.") || strings.Count(got, "\n") < 15_000 {
		t.Errorf("%d lines are saved", strings.Count(got, "\n"))
	}
	before := size()
	print(5, 100)
	s.save()
	if more := size() - before; more < 100*200 || more > 100*300 {
		t.Errorf("%d bytes more for a hundred lines", more)
	}

	print(6, 300)
	moves := s.batch(s.writer, true, 0)
	s.term.Resize(10, 40)
	if err := s.writer.Write(moves); !errors.Is(err, errRenumbered) {
		t.Errorf("after rewrapping: %v", err)
	}
	s.save()
	if got := s.kept(); !strings.Contains(got, "\n6.299 ") || !strings.Contains(got, "\n5.0 ") {
		t.Error("it is not saved after that")
	}
}

// A session that never showed anything has nothing to restore.
func TestAnEmptyScreenIsNotRestored(t *testing.T) {
	s := newSaved(t, 2, 5, vt.Options{})
	s.save()
	if term, _ := s.restored(4, 30); textOf(term) != "" {
		t.Errorf("restored %q", textOf(term))
	}
}

// A checkpoint of the first version can be restored.
func TestOldCheckpointIsRestored(t *testing.T) {
	data, err := os.ReadFile("../checkpoint/testdata/checkpoint1")
	if err != nil {
		t.Fatal(err)
	}
	s := newSaved(t, 2, 5, vt.Options{})
	if err := os.WriteFile(filepath.Join(s.dir, "checkpoint"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.kept(); got != "a\nb\n\nhi" {
		t.Errorf("saved is %q", got)
	}
	term, _ := s.restored(4, 60)
	if got := strings.Split(textOf(term), "\n"); len(got) != 5 || !slices.Equal(got[:4], []string{"a", "b", "", "hi"}) || !strings.HasPrefix(got[4], "-- as it was on 2026-01-0") {
		t.Errorf("restored %q", got)
	}
}

// A restored dialog is not taken for a question of the agent below it, also in another width. A dialog
// that the agent itself shows is.
func TestARestoredDialogIsNoQuestion(t *testing.T) {
	s := newSaved(t, 12, 60, vt.Options{})
	_, _ = s.term.Write([]byte("Do you trust the files in this folder?\r\n 1. Yes\r\n 2. No\r\n"))
	s.save()
	s.term, _ = s.restored(12, 60)
	claude, ok := agent.Lookup("claude")
	if !ok {
		t.Fatal("claude is not known")
	}
	s.agent.SetAgent(claude)
	_, _ = s.term.Write([]byte("ready\r\n"))
	for _, cols := range []int{60, 40} {
		s.resizeTerm(12, cols)
		s.readAgentScreen()
		if v := s.agent.Verdict(); v.State == agent.Blocked {
			t.Errorf("in %d columns: state %s", cols, v)
		}
		if c, ok := s.choice(); ok {
			t.Errorf("in %d columns: question %+v", cols, c)
		}
	}
	_, _ = s.term.Write([]byte("Do you want to proceed?\r\n 1. Yes\r\n 2. No\r\n"))
	s.readAgentScreen()
	if v := s.agent.Verdict(); v.State != agent.Blocked || v.Kind != agent.Permission {
		t.Errorf("its own question: state %s", v)
	}
	if c, ok := s.choice(); !ok || len(c.Options) != 2 {
		t.Errorf("its own question has the options %+v", c.Options)
	}
}
