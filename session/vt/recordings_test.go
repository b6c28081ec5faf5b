package vt

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/grid"
)

// Recordings of programs are compared with the screen of tmux 3.3a after the same bytes; the README beside
// them tells how they were made. Each cell is compared, with its attributes. Intended differences are
// listed, with the reason; any other difference is a failure, and so is a listed one that no longer
// exists.
func TestRecordingsCellByCell(t *testing.T) {
	dir := filepath.Join("testdata", "recordings")
	argued := intendedDifferences(t, filepath.Join(dir, "differences.tsv"))
	raws, err := filepath.Glob(filepath.Join(dir, "*.raw"))
	if err != nil || len(raws) == 0 {
		t.Fatal("there are no recordings", err)
	}
	for _, raw := range raws {
		name := strings.TrimSuffix(filepath.Base(raw), ".raw")
		t.Run(name, func(t *testing.T) {
			var rows, cols int
			scanFile(t, filepath.Join(dir, name+".size"), &rows, &cols)
			events, _ := os.ReadFile(filepath.Join(dir, name+".events")) // most have none
			played := recording{raw: readFile(t, raw), rows: rows, cols: cols, resizes: resizesIn(string(events))}
			if n := len(played.resizes); n > 0 {
				rows, cols = played.resizes[n-1].rows, played.resizes[n-1].cols
			}
			want := tmuxScreen(t, filepath.Join(dir, name), rows, cols)
			for _, size := range []int{len(played.raw), 4096, 7, 1} {
				got := played.play(size)
				for y := range rows {
					if w, g := look(want, y), look(got, y); w != g && !argued[fmt.Sprint(name, " ", y)] {
						t.Errorf("in writes of %d bytes, row %d:\n got %s\nwant %s", size, y, g, w)
					} else if w == g && argued[fmt.Sprint(name, " ", y)] {
						t.Errorf("row %d is listed as different but is equal", y)
					}
				}
				var x, y, visible, alt int
				scanFile(t, filepath.Join(dir, name+".cursor"), &x, &y, &visible, &alt)
				if c := got.Cursor(); c.Row != y || c.Col != x || c.Visible != (visible == 1) || got.Modes().AltScreen != (alt == 1) {
					t.Errorf("cursor %+v (alternate screen: %v), want %d, %d, visible %d, alternate %d", c, got.Modes().AltScreen, y, x, visible, alt)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func scanFile(t *testing.T, path string, into ...any) {
	t.Helper()
	if n, err := fmt.Sscan(string(readFile(t, path)), into...); err != nil {
		t.Fatalf("%s: %d numbers: %v", path, n, err)
	}
}

// intendedDifferences returns "name row" of each intended difference.
func intendedDifferences(t *testing.T, path string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(readFile(t, path))); lines.Scan(); {
		name, row, _ := strings.Cut(lines.Text(), "\t")
		row, why, ok := strings.Cut(row, "\t")
		if !ok || why == "" {
			t.Fatalf("%q has no reason", lines.Text())
		}
		out[name+" "+row] = true
	}
	return out
}

// tmuxScreen returns the screen that tmux printed of a pane (capture-pane -e -N: rows of text with SGR,
// line drawing between SO and SI).
func tmuxScreen(t *testing.T, path string, rows, cols int) *Terminal {
	t.Helper()
	term := New(rows, cols, Options{})
	_, _ = term.Write([]byte("\x1b)0\x1b[?7l"))
	for y, line := range strings.Split(strings.TrimSuffix(string(readFile(t, path+".screen")), "\n"), "\n") {
		_, _ = fmt.Fprintf(term, "\x1b[%d;1H%s", y+1, line)
	}
	return term
}

// look returns the look of a row: text with the style of each run. The foreground of a blank without
// visible attributes does not count.
func look(term *Terminal, y int) string {
	var b strings.Builder
	last, text := "", ""
	flush := func() {
		if text != "" {
			fmt.Fprintf(&b, "{%s}%s", last, text)
		}
		text = ""
	}
	strip := strings.NewReplacer("\u200d", "", "\ufe0e", "", "\ufe0f", "")
	for _, c := range term.Row(y) {
		if c.Flags&grid.Tail != 0 {
			continue
		}
		st := term.Palette().Style(c.Style)
		st.Link = 0
		char := strip.Replace(string(term.Palette().AppendText(nil, c)))
		if (char == " " || char == "") && st.Attrs&(grid.Reverse|grid.Strike|grid.Overline) == 0 && st.Underline == 0 {
			st.FG, st.UL, st.Attrs = 0, 0, 0
			char = " "
		}
		if name := fmt.Sprintf("%x %x %x %x %d", st.FG, st.BG, st.UL, st.Attrs, st.Underline); name != last {
			flush()
			last = name
		}
		text += char
	}
	flush()
	return strings.TrimRight(b.String(), " ")
}
