package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Set returns a configuration file with a new value for one key. Everything else stays as it is,
// including comments. The value is in the syntax of [Option.Literal]. If Set cannot change a file
// that is written in an unusual way, the error says what to do.
func Set(file string, data []byte, key, value string) ([]byte, error) {
	o, err := Lookup(key)
	if err != nil {
		return nil, err
	}
	before, problems := Parse(file, data)
	if len(problems) > 0 {
		return nil, fmt.Errorf("set %s: %w: correct that first (dormer config check)", key, problems[0])
	}
	text := newFileText(string(data))
	if at, set := before.From[key]; set {
		err = text.replace(at, value)
	} else {
		text.insert(key, value)
	}
	out := []byte(text.String())
	if err != nil || !sets(file, out, o, value, before) {
		return nil, fmt.Errorf("%s is not written in a way that can be changed here: set %s = %s in it by hand", file, key, value)
	}
	return out, nil
}

// sets reports whether a file gives the option o a value and leaves all others as in before.
func sets(file string, data []byte, o Option, value string, before Config) bool {
	after, problems := Parse(file, data)
	if len(problems) > 0 || o.Literal(after) != value || len(after.Keys.Bind) != len(before.Keys.Bind) || !reflect.DeepEqual(after.Agents.Changed, before.Agents.Changed) {
		return false
	}
	for i, b := range after.Keys.Bind {
		old := before.Keys.Bind[i]
		if b.At, old.At = (Place{}), (Place{}); b != old {
			return false
		}
	}
	for _, other := range Options() {
		if other.Key != o.Key && !reflect.DeepEqual(other.Literal(after), other.Literal(before)) {
			return false
		}
	}
	return true
}

// fileText is a file as lines without line ends.
type fileText struct {
	lines []string
	end   string
}

func newFileText(s string) *fileText {
	t := &fileText{end: "\n"}
	if strings.Contains(s, "\r\n") {
		t.end = "\r\n"
	}
	if s != "" {
		t.lines = strings.Split(strings.TrimSuffix(s, t.end), t.end)
	}
	return t
}

func (t *fileText) String() string { return strings.Join(t.lines, t.end) + t.end }

var errNotPlain = errors.New("the value is not a plain one on one line")

// replace replaces the value of the key at a place. The rest of the line stays.
func (t *fileText) replace(at Place, value string) error {
	if at.Line < 1 || at.Line > len(t.lines) {
		return errNotPlain
	}
	line := t.lines[at.Line-1]
	name, rest, ok := strings.Cut(line, "=")
	if !ok {
		return errNotPlain
	}
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))]
	behind, ok := afterValue(rest[len(blank):])
	if !ok {
		return errNotPlain
	}
	t.lines[at.Line-1] = name + "=" + blank + value + behind
	return nil
}

// afterValue returns the text after the value at the start of s. The value must be a string on one
// line, or a word.
func afterValue(s string) (behind string, ok bool) {
	switch {
	case strings.HasPrefix(s, `"""`) || strings.HasPrefix(s, "'''"):
		return "", false
	case strings.HasPrefix(s, `"`):
		return afterString(s[1:])
	case strings.HasPrefix(s, "'"):
		_, behind, ok = strings.Cut(s[1:], "'")
		return behind, ok
	}
	i := strings.IndexAny(s, " \t#")
	if i < 0 {
		i = len(s)
	}
	return s[i:], i > 0
}

// afterString returns the text after the end of a string in double quotes. A backslash escapes the
// next character.
func afterString(s string) (behind string, ok bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[i+1:], true
		}
	}
	return "", false
}

// insert adds a key: after the comment with its default, or else as the first key of its table, or
// else in a new table at the end.
func (t *fileText) insert(key, value string) {
	i := strings.LastIndexByte(key, '.')
	table, line := "["+key[:i]+"]", key[i+1:]+" = "+value
	at := -1
	for n, l := range t.lines {
		l = strings.TrimSpace(l)
		head, _, _ := strings.Cut(l, "#")
		switch {
		case strings.TrimSpace(head) == table:
			at = n
		case at >= 0 && strings.HasPrefix(l, "["):
			t.put(at+1, line)
			return
		case at >= 0 && isDefault(l, key[i+1:]):
			t.put(n+1, line)
			return
		}
	}
	if at < 0 {
		if len(t.lines) > 0 {
			t.lines = append(t.lines, "")
		}
		t.lines = append(t.lines, table)
		at = len(t.lines) - 1
	}
	t.put(at+1, line)
}

// isDefault reports whether a line is the comment with a key's default, as
// [Document] writes it.
func isDefault(line, name string) bool {
	rest, ok := strings.CutPrefix(line, "#")
	before, _, set := strings.Cut(rest, "=")
	return ok && set && strings.TrimSpace(before) == name
}

func (t *fileText) put(at int, line string) {
	t.lines = append(t.lines[:at:at], append([]string{line}, t.lines[at:]...)...)
}
