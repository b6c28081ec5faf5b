package vt

import (
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/testing/conformance"
)

// Recordings of vttest, cut where it waited for a key, show the screens of xterm 379 (as it prints them),
// in writes of any size.
func TestVttest(t *testing.T) {
	files, err := filepath.Glob("testdata/vttest/*.screens")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no recordings", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".screens"), func(t *testing.T) {
			all, err := conformance.ReadShown(file)
			if err != nil {
				t.Fatal(err)
			}
			raw := readFile(t, strings.TrimSuffix(file, ".screens")+".raw")
			for _, size := range []int{1, 7, 4096} {
				term := New(24, 80, Options{})
				with := asker{term, size}
				at := 0
				for n, shown := range all {
					with.Ask(string(raw[at:shown.Bytes]))
					at = shown.Bytes
					if got, want := allText(term), strings.Join(shown.Rows, "\n"); got != want {
						t.Fatalf("in writes of %d, screen %d, after %q:\n%s\nwant\n%s", size, n, shown.Keys, got, want)
					}
				}
			}
		})
	}
}

// allText is the text of the screen, without blank rows at its foot.
func allText(term *Terminal) string {
	rows, _ := term.Size()
	out := make([]string, rows)
	for y := range rows {
		out[y] = text(term, y)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}
