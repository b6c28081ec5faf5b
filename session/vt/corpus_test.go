package vt

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// corpusDir has recordings of real programs, and the screens of tmux and xterm after them. It is not
// part of the module.
const corpusDir = "../../../shared/corpus"

// recording is one case of the corpus.
type recording struct {
	name, class string
	raw         []byte
	rows, cols  int
	resizes     []resize
	screens     [][]string // any of them is right
}

type resize struct{ offset, cols, rows int }

func TestCorpus(t *testing.T) {
	classes, err := os.ReadFile(filepath.Join(corpusDir, "classes.tsv"))
	if err != nil {
		t.Skip("no corpus of recordings beside this module: ", err)
	}
	passed, total := map[string]int{}, map[string]int{}
	scan := bufio.NewScanner(bytes.NewReader(classes))
	for scan.Scan() {
		name, class, ok := strings.Cut(scan.Text(), "\t")
		if !ok || name == "case" {
			continue
		}
		total[class]++
		t.Run(name, func(t *testing.T) {
			if replay(t, loadRecording(t, name, class)) {
				passed[class]++
			}
		})
	}
	for _, class := range []string{"solid", "agreed", "xterm-differs", "tmux-only"} {
		t.Logf("%s: %d of %d", class, passed[class], total[class])
	}
}

// replay plays a recording in writes of several sizes and reports whether the screen was right each
// time. It fails only for cases on which all reference terminals agree.
func replay(t *testing.T, r recording) bool {
	right := true
	for _, size := range []int{len(r.raw), 4096, 7, 1} {
		term := r.play(max(size, 1))
		got := normal(lines(term))
		if slices.ContainsFunc(r.screens, func(want []string) bool { return slices.Equal(got, want) }) {
			continue
		}
		right = false
		report := t.Logf
		if r.class == "solid" || r.class == "agreed" {
			report = t.Errorf
		}
		report("in writes of %d bytes:\n%s", size, difference(got, r.screens[0]))
		break
	}
	return right
}

func (r recording) play(size int) *Terminal {
	term := New(r.rows, r.cols, Options{})
	resizes := r.resizes
	for at := 0; at < len(r.raw) || len(resizes) > 0; {
		end := min(at+size, len(r.raw))
		if len(resizes) > 0 {
			if next := resizes[0]; next.offset <= at {
				term.Resize(next.rows, next.cols)
				resizes = resizes[1:]
				continue
			}
			end = min(end, resizes[0].offset)
		}
		_, _ = term.Write(r.raw[at:end])
		at = end
	}
	return term
}

func loadRecording(t *testing.T, name, class string) recording {
	t.Helper()
	read := func(ext string) []byte {
		b, err := os.ReadFile(filepath.Join(corpusDir, name+ext))
		if err != nil && ext != ".xterm" && ext != ".events" {
			t.Fatal(err)
		}
		return b
	}
	number := func(b []byte) int {
		n, err := strconv.Atoi(strings.TrimSpace(string(b)))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	r := recording{name: name, class: class, raw: read(".raw"), rows: number(read(".rows")), cols: number(read(".cols"))}
	r.resizes = resizesIn(string(read(".events")))
	for _, ext := range []string{".expected", ".xterm"} {
		if b := read(ext); b != nil {
			r.screens = append(r.screens, normal(strings.Split(string(b), "\n")))
		}
	}
	return r
}

// resizesIn parses lines of events with resizes: offset, columns, rows.
func resizesIn(events string) (out []resize) {
	for _, l := range strings.Split(strings.TrimSpace(events), "\n") {
		var e resize
		if n, _ := fmt.Sscan(l, &e.offset, &e.cols, &e.rows); n == 3 {
			out = append(out, e)
		}
	}
	return out
}

// normal makes screens comparable: composed, without characters of no width and without trailing
// blanks.
func normal(in []string) []string {
	strip := strings.NewReplacer("\u200d", "", "\ufe0e", "", "\ufe0f", "", "\u200b", "", "\uffff", "")
	var out []string
	for _, l := range in {
		out = append(out, strings.TrimRight(strip.Replace(l), " "))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func difference(got, want []string) string {
	var b strings.Builder
	for y := range max(len(got), len(want)) {
		var g, w string
		if y < len(got) {
			g = got[y]
		}
		if y < len(want) {
			w = want[y]
		}
		if g != w {
			fmt.Fprintf(&b, "row %d:\n got %q\nwant %q\n", y, g, w)
		}
	}
	return b.String()
}
