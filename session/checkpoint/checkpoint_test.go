package checkpoint

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"time"

	"dormer/session/private"
	"dormer/session/wire"
)

func sample() Checkpoint {
	return Checkpoint{
		At: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC),
		Screen: wire.Frame{
			Seq: 1, Rows: 2, Cols: 10, Full: true, Title: "title", History: wire.Range{First: 7, End: 9},
			Lines: []wire.Line{{Row: 1, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 2, Text: "hi"}}}},
		},
		Above: wire.LinesReply{Range: wire.Range{First: 7, End: 9}, Lines: []wire.Line{
			{Row: 0, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 1, Text: "a"}}},
			{Row: 1, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 1, Text: "b"}}},
		}},
	}
}

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	victim := filepath.Join(t.TempDir(), "victim")
	if err := errors.Join(os.WriteFile(victim, []byte("precious"), 0o600), os.Symlink(victim, filepath.Join(dir, fileName))); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); !errors.Is(err, errDamaged) {
		t.Errorf("a link: %v", err)
	}
	if err := Write(dir, sample()); !errors.Is(err, private.ErrNotRegular) {
		t.Errorf("a link was replaced: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, fileName)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Write(dir, sample()); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(dir); err != nil || !reflect.DeepEqual(got, sample()) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("what the link led to is %q, %v", text, err)
	}
	st, err := os.Lstat(filepath.Join(dir, fileName))
	if err != nil || st.Mode() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	if err := Write(filepath.Join(dir, "none"), sample()); err == nil {
		t.Error("written into a directory that is not there")
	}
}

// Every file that is cut off, or has one bit wrong, is damaged and not a wrong screen.
func TestDamagedFiles(t *testing.T) {
	whole, err := encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if _, err := decode(whole[:n]); !errors.Is(err, errDamaged) {
			t.Errorf("cut to %d of %d bytes: %v", n, len(whole), err)
		}
		flipped := bytes.Clone(whole)
		flipped[n] ^= 0x10
		if _, err := decode(flipped); !errors.Is(err, errDamaged) {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, fileName), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); !errors.Is(err, errDamaged) {
		t.Errorf("a FIFO: %v", err)
	}
	if err := Write(dir, sample()); !errors.Is(err, private.ErrNotRegular) {
		t.Errorf("a FIFO was replaced: %v", err)
	}
}

func TestConnAnswersLines(t *testing.T) {
	conn := sample().Conn()
	defer func() { _ = conn.Close() }()
	for _, c := range []struct {
		ask, want wire.Range
		lines     []string
	}{
		{wire.Range{First: 0, End: 100}, wire.Range{First: 7, End: 9}, []string{"a", "b"}},
		{wire.Range{First: 8, End: 9}, wire.Range{First: 8, End: 9}, []string{"b"}},
		{wire.Range{First: 1, End: 3}, wire.Range{First: 1, End: 1}, nil},
		{wire.Range{First: 9, End: 8}, wire.Range{First: 9, End: 9}, nil},
	} {
		if err := conn.Send(wire.Lines{Tag: 5, Range: c.ask}); err != nil {
			t.Fatal(err)
		}
		m, err := conn.Receive()
		r, ok := m.(wire.LinesReply)
		if err != nil || !ok || r.Tag != 5 || r.Range != c.want || len(r.Lines) != len(c.lines) {
			t.Fatalf("%v: got %+v, %v", c.ask, m, err)
		}
		for i, want := range c.lines {
			if l := r.Lines[i]; l.Row != i || l.Spans[0].Text != want {
				t.Errorf("%v: line %d is %+v", c.ask, i, l)
			}
		}
	}
}

// FuzzRead: whatever is in the file, reading it neither panics nor believes it.
func FuzzRead(f *testing.F) {
	whole, err := encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decode(b)
		if err == nil && c.Screen.Seq == 0 && len(b) < headless {
			t.Errorf("%d bytes were believed", len(b))
		}
	})
}

// headless is shorter than any checkpoint.
const headless = 32

// What is kept is searched, above the screen and on it, and what nobody knows any more is
// answered with nothing.
func TestConnAnswersQuestions(t *testing.T) {
	conn := sample().Conn()
	defer func() { _ = conn.Close() }()
	ask := func(q wire.Message) wire.Message {
		t.Helper()
		if err := conn.Send(q); err != nil {
			t.Fatal(err)
		}
		m, err := conn.Receive()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := func(line uint64, col int) wire.Position { return wire.Position{Line: line, Col: col} }
	for text, want := range map[string]wire.Position{"b": first(8, 0), "hi": first(10, 0)} {
		r, _ := ask(wire.Search{Tag: 3, Query: wire.Query{Text: text}, Max: 1}).(wire.SearchReply)
		if r.Tag != 3 || len(r.Matches) != 1 || r.Matches[0].First != want {
			t.Errorf("%q: %+v, want it at %+v", text, r, want)
		}
	}
	if r, _ := ask(wire.Search{Tag: 4, Query: wire.Query{Text: "nowhere"}, Max: 1}).(wire.SearchReply); r.Tag != 4 || r.Total != 0 {
		t.Errorf("%+v", r)
	}
	if r, _ := ask(wire.Commands{Tag: 5}).(wire.CommandsReply); r.Tag != 5 {
		t.Errorf("%+v", r)
	}
}
