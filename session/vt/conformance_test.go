package vt

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The files of testdata/conformance hold small cases, each with the source that
// says what must come out. A case is a name and lines of the form "key: value":
//
//	== backspace does not wrap by itself
//	source: ECMA-48 8.3.5; esctest BS.NoWrapByDefault
//	size: 24x80
//	in: \e[3;1H\b
//	cursor: 3,1
//
// in (any number of lines, joined) is what the child writes, with Go's escapes and
// \e for ESC. After it come, as far as they matter: lines between bars, the
// screen's first rows without the blanks at their right ends, or after "rect:
// top,left" the cells from that place on, blanks included; cursor, row and column
// counted from 1; reply, all that was answered; title and icon. The size is 24x80
// unless a case says otherwise. Lines that begin with # say why.
type conformanceCase struct {
	name, source string
	rows, cols   int
	in           string
	rect         bool
	top, left    int // of the rectangle, from 0
	want         []string
	expect       map[string]string // cursor, reply, title, icon
}

func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases found: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for _, c := range readConformance(t, file) {
				t.Run(c.name, c.run)
			}
		})
	}
}

// run plays the case whole and byte by byte.
func (c *conformanceCase) run(t *testing.T) {
	if c.source == "" || c.want == nil && len(c.expect) == 0 {
		t.Fatal("a case names its source and expects something")
	}
	for _, size := range []int{len(c.in), 1} {
		term := New(c.rows, c.cols, Options{})
		for in := c.in; in != ""; {
			n := min(max(size, 1), len(in))
			_, _ = term.Write([]byte(in[:n]))
			in = in[n:]
		}
		if got := strings.Join(c.shown(term), "\n"); got != strings.Join(c.want, "\n") {
			t.Errorf("in writes of %d bytes: got\n%s\nwant\n%s", size, got, strings.Join(c.want, "\n"))
		}
		for key, want := range c.expect {
			if got := observe(term, key); got != want {
				t.Errorf("in writes of %d bytes: %s is %q, want %q", size, key, got, want)
			}
		}
		check(t, term)
	}
}

// shown is the part of the screen that the case names.
func (c *conformanceCase) shown(term *Terminal) []string {
	var out []string
	for y := range c.want {
		if !c.rect {
			out = append(out, text(term, y))
			continue
		}
		var b []byte
		for _, cell := range term.Row(c.top + y)[c.left : c.left+len([]rune(c.want[y]))] {
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

func readConformance(t *testing.T, file string) []*conformanceCase {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var cases []*conformanceCase
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "== "):
			cases = append(cases, &conformanceCase{name: line[3:], rows: 24, cols: 80, expect: map[string]string{}})
		case len(cases) == 0:
			t.Fatalf("%s:%d: a line before the first case", file, n)
		default:
			if err := cases[len(cases)-1].take(line); err != nil {
				t.Fatalf("%s:%d: %v", file, n, err)
			}
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// take reads one line of a case.
func (c *conformanceCase) take(line string) error {
	if line[0] == '|' {
		c.want = append(c.want, strings.TrimSuffix(line[1:], "|"))
		return nil
	}
	key, value, ok := strings.Cut(line, ": ")
	if !ok {
		key = strings.TrimSuffix(line, ":")
	}
	var err error
	switch key {
	case "source":
		c.source = value
	case "size":
		_, err = fmt.Sscanf(value, "%dx%d", &c.rows, &c.cols)
	case "rect":
		c.rect = true
		_, err = fmt.Sscanf(value, "%d,%d", &c.top, &c.left)
		c.top, c.left = c.top-1, c.left-1
	case "in":
		var s string
		s, err = unescapeCase(value)
		c.in += s
	case "cursor", "reply", "title", "icon":
		c.expect[key], err = unescapeCase(value)
	default:
		err = fmt.Errorf("a key that no case has: %q", key)
	}
	return err
}

func unescapeCase(s string) (string, error) {
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\e`, `\x1b`), `"`, `\"`)
	return strconv.Unquote(`"` + s + `"`)
}
