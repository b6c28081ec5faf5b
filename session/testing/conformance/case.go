package conformance

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Case is one case. Rows and columns are counted from 0.
type Case struct {
	// At is the file and the line, Name and Source the case's name and source.
	At, Name, Source string
	// Rows and Cols are the size of the screen.
	Rows, Cols int
	// In is the child's output.
	In string
	// Want are the wanted rows: with Rect those from Top, Left on, blanks included, else
	// those from the corner of the screen without blanks at their ends.
	Want      []string
	Rect      bool
	Top, Left int
	// Expect are the other expectations: cursor, reply, title, icon.
	Expect map[string]string
}

// Read reads the cases of a file, in order.
func Read(file string) ([]*Case, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("conformance cases: %w", err)
	}
	defer func() { _ = f.Close() }()
	var cases []*Case
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		line, at := scan.Text(), fmt.Sprintf("%s:%d", file, n)
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "== "):
			cases = append(cases, &Case{At: at, Name: line[3:], Rows: 24, Cols: 80, Expect: map[string]string{}})
		case len(cases) == 0:
			return nil, fmt.Errorf("%s: a line before the first case", at)
		default:
			if err := cases[len(cases)-1].take(line); err != nil {
				return nil, fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("conformance cases: %w", err)
	}
	return cases, nil
}

// take reads one line of a case.
func (c *Case) take(line string) error {
	if line[0] == '|' {
		c.Want = append(c.Want, strings.TrimSuffix(line[1:], "|"))
		return nil
	}
	key, value, ok := strings.Cut(line, ": ")
	if !ok {
		key = strings.TrimSuffix(line, ":")
	}
	var err error
	switch key {
	case "source":
		c.Source = value
	case "size":
		_, err = fmt.Sscanf(value, "%dx%d", &c.Rows, &c.Cols)
	case "rect":
		c.Rect = true
		_, err = fmt.Sscanf(value, "%d,%d", &c.Top, &c.Left)
		c.Top, c.Left = c.Top-1, c.Left-1
	case "in":
		var s string
		s, err = unescape(value)
		c.In += s
	case "cursor", "reply", "title", "icon":
		c.Expect[key], err = unescape(value)
	default:
		err = fmt.Errorf("an unknown key: %q", key)
	}
	return err
}

func unescape(s string) (string, error) {
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\e`, `\x1b`), `"`, `\"`)
	return strconv.Unquote(`"` + s + `"`)
}
