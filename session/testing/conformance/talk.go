package conformance

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Talk is one test of a suite: its writes to a terminal and the wanted answers, in order.
type Talk struct {
	// At is the file and the line, ID the test's name in the suite.
	At, ID string
	// Not is the reason why a pane behaves differently, Known the reason why xterm does too.
	Not, Known string
	// Option is the option of the suite without which the test must fail, Level the lowest
	// conformance level at which it is held.
	Option string
	Level  int
	steps  []step
}

// step is one step of a talk: a letter for its kind, and its text.
type step struct {
	kind byte
	text string
	rows []string // of a rectangle
}

// The kinds of steps.
const (
	says    = '>' // writes
	cursor  = '@' // asks for the cursor: row,column, with _ for either
	cells   = '[' // reads a rectangle from row,column on
	hears   = '=' // the answers to the writes before it, exactly
	matches = '~' // the same, by a regular expression
	silence = '-' // no answer
	keeps   = 'k' // keeps the answers to compare them later
	same    = 's' // the answers equal the kept ones
	mode    = 'm' // a mode can be set and reset, and reports its state
)

// talkReader reads a file of talks.
type talkReader struct {
	class string
	lets  map[string]string
	talks []*Talk
}

// ReadTalks reads the talks of the files that match a pattern, in the suite's order: each
// talk begins with the state that the previous one left.
func ReadTalks(pattern string) ([]*Talk, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("talks: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("talks: no file matches %s", pattern)
	}
	var talks []*Talk
	for _, file := range files {
		r := &talkReader{lets: map[string]string{}}
		if err := r.read(file); err != nil {
			return nil, err
		}
		talks = append(talks, r.talks...)
	}
	slices.SortFunc(talks, func(a, b *Talk) int { return strings.Compare(a.ID, b.ID) })
	return talks, nil
}

func (r *talkReader) read(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("talks: %w", err)
	}
	defer func() { _ = f.Close() }()
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		if err := r.take(scan.Text(), fmt.Sprintf("%s:%d", filepath.Base(file), n)); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("talks: %w", err)
	}
	return nil
}

// take parses one line.
func (r *talkReader) take(line, at string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "", "#":
	case "class":
		r.class = rest
	case "let":
		name, text, ok := strings.Cut(rest, " = ")
		if !ok {
			return fmt.Errorf("a name without a text: %q", rest)
		}
		r.lets[name] = text
	case "==":
		r.talks = append(r.talks, &Talk{At: at, ID: r.id(rest)})
	default:
		if len(r.talks) == 0 {
			return fmt.Errorf("a line before the first talk: %q", line)
		}
		return r.step(r.talks[len(r.talks)-1], line, word, rest)
	}
	return nil
}

// id returns the suite's name of a test.
func (r *talkReader) id(name string) string {
	if !strings.HasPrefix(name, "test_") {
		name = "test_" + r.class + "_" + name
	}
	return r.class + "Tests." + name
}

// step parses a line of a talk.
func (r *talkReader) step(t *Talk, line, word, rest string) error {
	switch word {
	case "not:":
		t.Not = rest
	case "known:":
		t.Known = rest
	case "option:":
		t.Option = rest
	case ">", "@", "[", "=", "~":
		t.steps = append(t.steps, step{kind: word[0], text: r.expand(rest)})
	case "level:":
		_, err := fmt.Sscan(rest, &t.Level)
		return err
	case "mode:":
		t.steps = append(t.steps, step{kind: mode, text: rest})
	case "silence":
		t.steps = append(t.steps, step{kind: silence})
	case "?":
		kind := map[string]byte{"before": keeps, "same before": same}[rest]
		t.steps = append(t.steps, step{kind: kind})
	default:
		if line[0] != '|' || len(t.steps) == 0 {
			return fmt.Errorf("an unknown line: %q", line)
		}
		last := &t.steps[len(t.steps)-1]
		last.rows = append(last.rows, strings.TrimSuffix(line[1:], "|"))
	}
	return nil
}

// expand replaces the names that the file defines by their texts.
func (r *talkReader) expand(line string) string {
	for name, text := range r.lets {
		line = strings.ReplaceAll(line, "{"+name+"}", text)
	}
	return line
}
