package conformance

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// Shown is the screen of a terminal at one point of a recording.
type Shown struct {
	// Keys are the keys typed since the previous screen, without the final return.
	Keys string
	// Bytes is the length of the recording up to this point.
	Bytes int
	// Rows are the rows of the screen, without blanks at their ends and without blank
	// rows at the bottom.
	Rows []string
}

// ReadShown reads the screens of a recording: "== bytes keys", and the rows, each after a
// bar.
func ReadShown(file string) ([]Shown, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("screens of a recording: %w", err)
	}
	defer func() { _ = f.Close() }()
	var all []Shown
	for scan := bufio.NewScanner(f); scan.Scan(); {
		line := scan.Text()
		if head, ok := strings.CutPrefix(line, "== "); ok {
			var s Shown
			bytes, keys, _ := strings.Cut(head, " ")
			if _, err := fmt.Sscan(bytes, &s.Bytes); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", file, line, err)
			}
			s.Keys = keys
			all = append(all, s)
			continue
		}
		row, ok := strings.CutPrefix(line, "|")
		if !ok || len(all) == 0 {
			return nil, fmt.Errorf("%s: %q is not a row of a screen", file, line)
		}
		last := &all[len(all)-1]
		last.Rows = append(last.Rows, row)
	}
	return all, nil
}
