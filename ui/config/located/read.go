package located

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxFile is the size above which a file was not written by hand, in bytes: it is not
// read.
const MaxFile = 1 << 20

// Table is a table of a file.
type Table struct {
	// At is where it begins: its name in the header or before the "=".
	At   Place
	Keys []Key
}

// Key is a key of a table.
type Key struct {
	Name string
	At   Place
	// Value is a *[Table], a []*[Table] for a list of nothing but tables, or what TOML
	// has otherwise: a string, int64, float64, bool, a time, or a list of these as []any.
	Value any
}

// Read reads a file. The error is a [Problem].
func Read(file string, data []byte) (*Table, error) {
	if len(data) > MaxFile {
		return nil, Problem{At: Place{File: file}, Err: errors.New("the file is larger than 1 MB, which is too large")}
	}
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return nil, syntaxProblem(file, err)
	}
	r := reading{file: file}
	r.parser.Reset(data)
	root := level{&Table{At: Place{File: file}}, values}
	if err := r.all(root); err != nil {
		return nil, Problem{At: Place{File: file}, Err: err}
	}
	return root.table, nil
}

// syntaxProblem is an error of the TOML reader with its place.
func syntaxProblem(file string, err error) Problem {
	var wrong *toml.DecodeError
	at := Place{File: file}
	if errors.As(err, &wrong) {
		at.Line, at.Col = wrong.Position()
	}
	return Problem{At: at, Err: errors.New(strings.TrimPrefix(err.Error(), "toml: "))}
}

// reading is a file that is read: its values were decoded already, and its
// expressions say where each is.
type reading struct {
	file   string
	parser unstable.Parser
}

// level is a table with the values that were decoded for it.
type level struct {
	table  *Table
	values map[string]any
}

// errUnreadable says that the two readings of a file do not agree, which they always do.
var errUnreadable = errors.New("the file cannot be read: write it more simply")

func (r *reading) all(root level) error {
	at := root
	for r.parser.NextExpression() {
		var err error
		switch e := r.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at, err = r.header(e, root)
		case unstable.KeyValue:
			err = r.keyValue(e, at)
		}
		if err != nil {
			return err
		}
	}
	return r.parser.Error()
}

// name is a part of a key, with its place.
type name struct {
	text string
	at   Place
}

func (r *reading) names(e *unstable.Node) (out []name) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		out = append(out, name{string(n.Data), r.place(n)})
	}
	return out
}

func (r *reading) place(n *unstable.Node) Place {
	start := r.parser.Shape(n.Raw).Start
	return Place{File: r.file, Line: start.Line, Col: start.Column}
}

// header enters the table that a header begins.
func (r *reading) header(e *unstable.Node, root level) (level, error) {
	path := r.names(e)
	at, err := root.enterAll(path[:len(path)-1])
	if err != nil {
		return level{}, err
	}
	last := path[len(path)-1]
	if e.Kind == unstable.Table {
		return at.enter(last)
	}
	return at.enterNext(last)
}

func (l level) enterAll(path []name) (level, error) {
	var err error
	for _, n := range path {
		if l, err = l.enter(n); err != nil {
			return l, err
		}
	}
	return l, nil
}

// key is the key of a name, made with a value where it is not there yet.
func (l level) key(n name, value any) *Key {
	i := slices.IndexFunc(l.table.Keys, func(k Key) bool { return k.Name == n.text })
	if i < 0 {
		i = len(l.table.Keys)
		l.table.Keys = append(l.table.Keys, Key{Name: n.text, At: n.at, Value: value})
	}
	return &l.table.Keys[i]
}

// enter goes into the table of a name: of a list of tables, into its last.
func (l level) enter(n name) (level, error) {
	switch v := l.key(n, &Table{At: n.at}).Value.(type) {
	case *Table:
		values, ok := l.values[n.text].(map[string]any)
		if ok {
			return level{v, values}, nil
		}
	case []*Table:
		return l.element(n, v, len(v)-1)
	}
	return level{}, errUnreadable
}

// enterNext adds a table to a list of them and goes into it.
func (l level) enterNext(n name) (level, error) {
	k := l.key(n, []*Table(nil))
	list, ok := k.Value.([]*Table)
	if !ok {
		return level{}, errUnreadable
	}
	list = append(list, &Table{At: n.at})
	k.Value = list
	return l.element(n, list, len(list)-1)
}

func (l level) element(n name, list []*Table, i int) (level, error) {
	values, ok := l.values[n.text].([]any)
	if !ok || i < 0 || i >= len(values) {
		return level{}, errUnreadable
	}
	of, ok := values[i].(map[string]any)
	if !ok {
		return level{}, errUnreadable
	}
	return level{list[i], of}, nil
}

// keyValue reads a key with its value into the table that it is in.
func (r *reading) keyValue(e *unstable.Node, in level) error {
	path := r.names(e)
	in, err := in.enterAll(path[:len(path)-1])
	if err != nil {
		return err
	}
	last := path[len(path)-1]
	value, err := r.value(e.Value(), in.values[last.text], last.at)
	if err != nil {
		return err
	}
	in.table.Keys = append(in.table.Keys, Key{Name: last.text, At: last.at, Value: value})
	return nil
}

// value is a decoded value, with the places of what is in it where that is tables.
func (r *reading) value(n *unstable.Node, decoded any, at Place) (any, error) {
	switch n.Kind {
	case unstable.InlineTable:
		values, ok := decoded.(map[string]any)
		if !ok {
			return nil, errUnreadable
		}
		in := level{&Table{At: at}, values}
		for it := n.Children(); it.Next(); {
			if kv := it.Node(); kv.Kind == unstable.KeyValue {
				if err := r.keyValue(kv, in); err != nil {
					return nil, err
				}
			}
		}
		return in.table, nil
	case unstable.Array:
		return r.list(n, decoded, at)
	}
	return decoded, nil
}

// list is a list as it was decoded, or the tables in it where there is nothing else.
func (r *reading) list(n *unstable.Node, decoded any, at Place) (any, error) {
	values, ok := decoded.([]any)
	if !ok {
		return nil, errUnreadable
	}
	var tables []*Table
	i := 0
	for it := n.Children(); it.Next(); i++ {
		e := it.Node()
		if e.Kind != unstable.InlineTable || i >= len(values) {
			return decoded, nil
		}
		v, err := r.value(e, values[i], at)
		if err != nil {
			return nil, err
		}
		t, ok := v.(*Table)
		if !ok {
			return nil, errUnreadable
		}
		if len(t.Keys) > 0 {
			t.At = t.Keys[0].At
		}
		tables = append(tables, t)
	}
	if len(tables) == 0 {
		return decoded, nil
	}
	return tables, nil
}

// Text is a value that has to be a string without control characters.
func Text(value any) (string, error) {
	s, ok := value.(string)
	switch {
	case !ok:
		return "", fmt.Errorf("%v is not a string: write it in quotes", plain(value))
	case strings.ContainsFunc(s, unicode.IsControl):
		return "", fmt.Errorf("%q contains control characters", s)
	}
	return s, nil
}

// Bool is a value that has to be true or false.
func Bool(value any) (bool, error) {
	switch v := value.(type) {
	case bool:
		return v, nil
	case string:
		return false, fmt.Errorf("%q is neither true nor false", v)
	}
	return false, fmt.Errorf("%v is neither true nor false", value)
}
