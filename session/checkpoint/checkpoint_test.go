package checkpoint

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormer/session/grid"
	"dormer/session/private"
	"dormer/session/wire"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

func at(n int) time.Time { return time.Date(2026, 1, 2, 3, 4, n, 6, time.UTC) }

func line(row int, text string) wire.Line {
	text, wrapped := strings.CutSuffix(text, "+")
	return wire.Line{Row: row, Wrapped: wrapped, Spans: []wire.Span{{Kind: wire.Narrow, Cols: len(text), Text: text}}}
}

func reply(first int, texts ...string) wire.LinesReply {
	r := wire.LinesReply{Range: wire.Range{First: uint64(first), End: uint64(first + len(texts))}}
	for i, text := range texts {
		r.Lines = append(r.Lines, line(i, text))
	}
	return r
}

// shows returns a checkpoint of a screen with one line.
func shows(n int, text string) Checkpoint {
	return Checkpoint{At: at(n), Screen: wire.Frame{
		Seq: 1, Rows: 2, Cols: 10, Full: true, Title: "title", Lines: []wire.Line{line(1, text)},
	}}
}

// batch returns a batch of some lines after a number of complete ones.
func batch(whole uint64, screen string, texts ...string) Batch {
	return Batch{Checkpoint: shows(int(whole), screen), Whole: whole, Lines: func(add func(Rows) error) error {
		for i, text := range texts {
			if err := add(Rows{10, reply(i, text)}); err != nil {
				return err
			}
		}
		return nil
	}}
}

func anew(b Batch) Batch { b.Anew = true; return b }
func cut(b Batch) Batch  { b.Cut = true; return b }

// read returns the checkpoint in a directory as text: the lines above the screen, then the screen.
func read(dir string) (string, error) {
	k, err := Open(dir)
	if err != nil {
		return "", err
	}
	defer func() { _ = k.Close() }()
	var texts []string
	err = k.Lines(func(r Rows) {
		for _, l := range r.Lines {
			text := l.Spans[0].Text
			if l.Wrapped {
				text += "+"
			}
			texts = append(texts, text)
		}
	})
	return fmt.Sprintf("%s | %s", strings.Join(texts, " "), k.Screen.Lines[0].Spans[0].Text), err
}

// steps are batches, and the saved text after each.
var steps = []struct {
	b    Batch
	want string
}{
	{anew(batch(0, "one")), " | one"},
	{batch(0, "two", "a", "b+", "c", "d+"), "a b+ c d+ | two"},
	{batch(2, "three", "e", "f"), "a b+ c d+ e f | three"},
	{batch(4, "four"), "a b+ c d+ e f | four"},
	{cut(batch(2, "five", "D", "g+")), "a b+ c D g+ | five"},
	{cut(batch(1, "six", "h")), "a h | six"},
	{batch(2, "seven", "i"), "a h i | seven"},
	{anew(batch(9, "eight", "j")), "j | eight"},
	{batch(10, "nine", "k"), "j k | nine"},
}

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	if _, err := Open(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	w := NewWriter(dir, nil)
	for i, s := range steps {
		if !s.b.Anew && !w.Follows(s.b.Whole, s.b.Cut) {
			t.Fatalf("step %d does not follow", i)
		}
		if err := w.Write(s.b); err != nil {
			t.Fatal(err)
		}
		if got, err := read(dir); err != nil || got != s.want {
			t.Errorf("step %d: %q, %v, want %q", i, got, err, s.want)
		}
		st, err := os.Lstat(path)
		if err != nil || st.Mode() != 0o600 || st.Size() != w.size {
			t.Errorf("the file is %v, %v, want %d bytes", st, err, w.size)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	for _, b := range []Batch{batch(9, "x"), batch(12, "x"), cut(batch(8, "x")), cut(batch(12, "x"))} {
		if w.Follows(b.Whole, b.Cut) {
			t.Errorf("the writer accepts %+v", b)
		}
	}
	if err := NewWriter(filepath.Join(dir, "none"), nil).Write(steps[0].b); err == nil {
		t.Error("written into a missing directory")
	}
}

// A screen with its modes and links is saved completely.
func TestScreenIsKept(t *testing.T) {
	dir := t.TempDir()
	want := shows(1, "alternate")
	want.Screen.Styles = []wire.Style{{}, {Style: grid.Style{Attrs: grid.Bold}, Hyperlink: grid.Link{URI: "http://a/"}}}
	want.Screen.Lines[0].Spans[0].Style = 1
	want.Screen.Modes.AltScreen = true
	want.Behind = reply(0, "main", "screen")
	if err := NewWriter(dir, nil).Write(Batch{Checkpoint: want, Anew: true}); err != nil {
		t.Fatal(err)
	}
	k, err := Open(dir)
	if err != nil || !reflect.DeepEqual(k.Checkpoint, want) {
		t.Errorf("got %+v, %v, want %+v", k, err, want)
	}
}

// A writer may be killed at any byte: its last complete batch is read, the next writer continues after
// it, and the torn part does not count as damage.
func TestCutAtEachByte(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	w := NewWriter(dir, nil)
	var ends []int64
	for _, s := range steps[:7] {
		if err := w.Write(s.b); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, w.size)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		done := 0
		for done < len(ends) && ends[done] <= int64(n) {
			done++
		}
		k, err := Open(dir)
		if done == 0 {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("cut to %d bytes: %v", n, err)
			}
			continue
		}
		if err != nil || k.Damage != nil {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
		if got, err := read(dir); err != nil || got != steps[done-1].want {
			t.Fatalf("cut to %d bytes: %q, %v, want %q", n, got, err, steps[done-1].want)
		}
		w := NewWriter(dir, k)
		_ = k.Close()
		if n%8 > 0 { // each of these syncs to disk
			continue
		}
		if err := w.Write(batch(w.whole, "next", "n")); err != nil {
			t.Fatal(err)
		}
		above, _, _ := strings.Cut(steps[done-1].want, " | ")
		if got, err := read(dir); err != nil || got != strings.TrimLeft(above+" n", " ")+" | next" {
			t.Fatalf("cut to %d bytes and continued: %q, %v", n, got, err)
		}
	}
}

// A wrong bit gives the text of an earlier batch, or an error, and nothing else. Unless it is at the end
// of the file, it counts as damage.
func TestDamagedFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	w := NewWriter(dir, nil)
	known := map[string]bool{}
	for _, s := range steps[:6] {
		if err := w.Write(s.b); err != nil {
			t.Fatal(err)
		}
		known[s.want] = true
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for n := range whole {
		flipped := bytes.Clone(whole)
		flipped[n] ^= 0x10
		if err := os.WriteFile(path, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := read(dir)
		if err == nil && (!known[got] || got == steps[5].want) || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %q, %v", n, got, err)
		}
		if k, err := Open(dir); err == nil {
			if k.Damage != nil {
				damaged++
				if w := NewWriter(dir, k); w.Follows(0, true) {
					t.Errorf("byte %d changed: a writer continues the file", n)
				}
			}
			_ = k.Close()
		}
	}
	if damaged < len(whole)/4 {
		t.Errorf("only %d of %d changes count as damage", damaged, len(whole))
	}
	if err := os.WriteFile(path, append(bytes.Clone(whole), make([]byte, 100)...), 0o600); err != nil {
		t.Fatal(err)
	}
	if k, err := Open(dir); err != nil || k.Damage != nil { // as after a power cut
		t.Errorf("zeros at the end: %v", err)
	}
	if to, err := SetAside(dir); err != nil || filepath.Base(to) != "checkpoint.damaged" {
		t.Errorf("set aside: %s, %v", to, err)
	}
	if _, err := Open(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("set aside: %v", err)
	}
}

// The file stays within its limits, whatever is written, and has the newest lines.
func TestFileStaysWithinItsBounds(t *testing.T) {
	dir := t.TempDir()
	w := NewWriter(dir, nil)
	w.lines, w.bytes = 50, 5_000
	if err := w.Write(anew(batch(0, "start"))); err != nil {
		t.Fatal(err)
	}
	var all []string
	var largest int64
	rewritten := 0
	for n := range 600 {
		texts := []string{fmt.Sprint("line", n)}
		if n%3 == 0 {
			texts = append(texts, fmt.Sprint("half", n, "+"), fmt.Sprint("end", n))
		}
		before := w.base
		b := batch(w.base+w.whole, fmt.Sprint("s", n), texts...)
		if n%50 == 49 { // the newest line is withdrawn, and comes again
			b.Whole, b.Cut = b.Whole-1, true
			for all = all[:len(all)-1]; len(all) > 0 && strings.HasSuffix(all[len(all)-1], "+"); {
				all = all[:len(all)-1]
			}
		}
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		all = append(all, texts...)
		if w.base != before {
			rewritten++
		}
		largest = max(largest, w.size)
		got, err := read(dir)
		above, screen, _ := strings.Cut(got, " | ")
		lines := strings.Fields(above)
		if err != nil || screen != fmt.Sprint("s", n) || !slices.Equal(lines, all[len(all)-len(lines):]) {
			t.Fatalf("after %d: %q, %v", n, got, err)
		}
		if w.whole < min(w.lines, uint64(n)) || w.whole > 2*w.lines+3 {
			t.Fatalf("after %d: %d lines", n, w.whole)
		}
	}
	if largest > 3*w.bytes || rewritten == 0 || rewritten > 600/20 {
		t.Errorf("%d bytes, rewritten %d times", largest, rewritten)
	}
}

// A failed write leaves the earlier batches, and requests a complete one.
func TestFailedWrite(t *testing.T) {
	dir := t.TempDir()
	w := NewWriter(dir, nil)
	for _, s := range steps[:3] {
		if err := w.Write(s.b); err != nil {
			t.Fatal(err)
		}
	}
	moved := errors.New("moved")
	b := batch(4, "never")
	b.Lines = func(add func(Rows) error) error { return errors.Join(add(Rows{10, reply(0, "lost")}), moved) }
	if err := w.Write(b); !errors.Is(err, moved) {
		t.Errorf("got %v", err)
	}
	if got, err := read(dir); err != nil || got != steps[2].want {
		t.Errorf("the file has %q, %v", got, err)
	}
	if w.Follows(4, false) || w.Write(batch(4, "x")) == nil {
		t.Error("the next batch need not be complete")
	}
	b.Anew = true
	if err := w.Write(b); !errors.Is(err, moved) {
		t.Errorf("got %v", err)
	}
	if got, err := read(dir); err != nil || got != steps[2].want {
		t.Errorf("the file has %q, %v", got, err)
	}
	if err := w.Write(anew(batch(4, "again"))); err != nil {
		t.Error(err)
	}
	if err := os.Truncate(filepath.Join(dir, fileName), 30); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(batch(4, "x")); err == nil {
		t.Error("appended to a file that somebody else has changed")
	}
}

// Neither a link nor a FIFO is read or overwritten.
func TestOtherThingsAreLeftAlone(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(path string) error{
		"a link": func(path string) error { return os.Symlink(victim, path) },
		"a FIFO": func(path string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		dir := t.TempDir()
		w := NewWriter(dir, nil)
		if err := w.Write(steps[0].b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, fileName)
		if err := errors.Join(os.Remove(path), make(path)); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s was read: %v", name, err)
		}
		if _, err := SetAside(dir); !errors.Is(err, private.ErrNotRegular) {
			t.Errorf("%s was set aside: %v", name, err)
		}
		for _, b := range []Batch{batch(0, "x"), steps[0].b} {
			if err := w.Write(b); !errors.Is(err, private.ErrNotRegular) {
				t.Errorf("%s was overwritten: %v", name, err)
			}
		}
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the target of the link has %q, %v", text, err)
	}
}

// Files of every version can be read, and the format of the newest version is frozen.
func TestReadEveryVersion(t *testing.T) {
	dir := t.TempDir()
	w := NewWriter(dir, nil)
	for _, s := range steps[:6] {
		if err := w.Write(s.b); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/checkpoint2", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/checkpoint2"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the bytes of a checkpoint have changed: %v", err)
	}
	for name, want := range map[string]string{"checkpoint1": "a b | hi", "checkpoint2": steps[5].want} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for n := range data { // an old file must be complete
			if err := os.WriteFile(filepath.Join(dir, fileName), data[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			if k, err := Open(dir); name == "checkpoint1" && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s cut to %d bytes: %v, %v", name, n, k, err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fileName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := read(dir); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
		k, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if w := NewWriter(dir, k); name == "checkpoint1" && w.Follows(2, false) {
			t.Error("a writer continues an old file")
		}
		_ = k.Close()
	}
}

// FuzzRead reads any bytes: it neither panics nor trusts them.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"checkpoint1", "checkpoint2"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fileName), b, 0o600); err != nil {
			t.Fatal(err)
		}
		k, err := Open(dir)
		if err != nil {
			return
		}
		defer func() { _ = k.Close() }()
		if k.Screen.Rows == 0 {
			t.Errorf("%d bytes were trusted", len(b))
		}
		_ = k.Lines(func(Rows) {}) // errors are allowed
	})
}
