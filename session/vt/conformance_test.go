package vt

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/testing/conformance"
)

// TestConformance plays the cases of testdata/conformance, each in one write and byte by byte.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases found: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			cases, err := conformance.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					if c.Source == "" || c.Want == nil && len(c.Expect) == 0 {
						t.Fatal("a case must name its source and expect something")
					}
					for _, size := range []int{len(c.In), 1} {
						play(t, c, max(size, 1))
					}
				})
			}
		})
	}
}

// play plays a case in writes of a size.
func play(t *testing.T, c *conformance.Case, size int) {
	term := New(c.Rows, c.Cols, Options{})
	for in := c.In; in != ""; {
		n := min(size, len(in))
		_, _ = term.Write([]byte(in[:n]))
		in = in[n:]
	}
	if got := strings.Join(shown(c, term), "\n"); got != strings.Join(c.Want, "\n") {
		t.Errorf("in writes of %d bytes: got\n%s\nwant\n%s", size, got, strings.Join(c.Want, "\n"))
	}
	for key, want := range c.Expect {
		if got := observe(term, key); got != want {
			t.Errorf("in writes of %d bytes: %s is %q, want %q", size, key, got, want)
		}
	}
	check(t, term)
}

// shown is the part of the screen that a case names.
func shown(c *conformance.Case, term *Terminal) []string {
	var out []string
	for y := range c.Want {
		if !c.Rect {
			out = append(out, text(term, y))
			continue
		}
		var b []byte
		for _, cell := range term.Row(c.Top + y)[c.Left : c.Left+len([]rune(c.Want[y]))] {
			b = term.Palette().AppendText(b, cell)
		}
		out = append(out, string(b))
	}
	return out
}

func observe(t *Terminal, key string) string {
	switch key {
	case "cursor":
		c := t.Cursor()
		return fmt.Sprintf("%d,%d", c.Row+1, c.Col+1)
	case "reply":
		return string(t.TakeReplies())
	case "title":
		return t.Title()
	case "icon":
		return t.Icon()
	}
	return "nothing that can be observed"
}
