package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxFile is the size above which a file is no configuration, in bytes.
const maxFile = 1 << 20

// Parse reads a configuration file. What makes sense of it is in the configuration,
// what does not is said, each a [Problem] with its place, and has its default.
// A file that is not TOML gives the defaults and one problem.
func Parse(file string, data []byte) (Config, []error) {
	c := Default()
	if len(data) > maxFile {
		return c, []error{Problem{At: Place{File: file}, Err: errors.New("the file is larger than 1 MB: this is no configuration")}}
	}
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		return c, []error{syntaxProblem(file, err)}
	}
	r := reading{config: &c, file: file, values: values}
	r.parser.Reset(data)
	r.all()
	return c, r.problems
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

// reading is a file that is read: its keys in order, for their places, and its
// values as they were decoded.
type reading struct {
	config   *Config
	file     string
	values   map[string]any
	parser   unstable.Parser
	problems []error
}

func (r *reading) all() {
	var table []string
	skip := false
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			var at Place
			table, at = r.path(e, nil)
			skip = !r.table(table, at, e.Kind == unstable.ArrayTable)
		case unstable.KeyValue:
			if !skip {
				r.keyValue(e, table)
			}
		}
	}
}

// path is the key of a node with what it is in, and the place of its last part.
func (r *reading) path(e *unstable.Node, in []string) ([]string, Place) {
	path, at := slices.Clone(in), Place{File: r.file}
	for it := e.Key(); it.Next(); {
		n := it.Node()
		path = append(path, string(n.Data))
		start := r.parser.Shape(n.Raw).Start
		at.Line, at.Col = start.Line, start.Column
	}
	return path, at
}

// table looks at the header of a table, and reports whether its keys can be read.
func (r *reading) table(path []string, at Place, list bool) bool {
	name := strings.Join(path, ".")
	switch {
	case list:
		r.problem(at, fmt.Errorf("[[%s]]: no table is a list: write [%s]", name, name))
		return false
	case !slices.Contains(tables(), name):
		r.problem(at, unknown("table", name, tables()))
		return false
	}
	return true
}

// keyValue reads a key and its value, which may be a table in one line.
func (r *reading) keyValue(e *unstable.Node, in []string) {
	path, at := r.path(e, in)
	if e.Value().Kind == unstable.InlineTable {
		if !r.table(path, at, false) {
			return
		}
		for it := e.Value().Children(); it.Next(); {
			if n := it.Node(); n.Kind == unstable.KeyValue {
				r.keyValue(n, path)
			}
		}
		return
	}
	value := r.valueAt(path)
	name := strings.Join(path, ".")
	if len(path) > 1 {
		if mode, ok := bindTables[strings.Join(path[:len(path)-1], ".")]; ok {
			r.binding(mode, path[len(path)-1], value, at)
			return
		}
	}
	o, ok := optionOf(name)
	if !ok {
		r.problem(at, r.unknownKey(path))
		return
	}
	if err := o.field(r.config).set(value); err != nil {
		r.problem(at, fmt.Errorf("%s: %w", name, err))
		return
	}
	r.config.From[name] = at
}

// unknownKey says which key of the same table was meant perhaps, or of another.
func (r *reading) unknownKey(path []string) error {
	in, name := strings.Join(path[:len(path)-1], "."), path[len(path)-1]
	var beside, elsewhere []string
	for _, o := range Options() {
		i := strings.LastIndexByte(o.Key, '.')
		if o.Key[:i] == in {
			beside = append(beside, o.Key[i+1:])
		}
		if o.Key[i+1:] == name {
			elsewhere = append(elsewhere, o.Key[:i])
		}
	}
	if best, ok := Nearest(name, beside); ok {
		return fmt.Errorf("unknown key %q: did you mean %q?", name, best)
	}
	if len(elsewhere) > 0 {
		return fmt.Errorf("unknown key %q here: it belongs under [%s]", name, elsewhere[0])
	}
	return unknown("key", strings.Join(path, "."), nil)
}

// binding reads what a sequence of keys is bound to.
func (r *reading) binding(mode Mode, keys string, value any, at Place) {
	does, err := asText(value)
	if err != nil {
		r.problem(at, fmt.Errorf("binding of %q: %w", keys, err))
		return
	}
	r.config.Keys.Bind = append(r.config.Keys.Bind, Bind{Mode: mode, Keys: keys, Does: does, At: at})
}

// valueAt is the decoded value of a key.
func (r *reading) valueAt(path []string) any {
	var at any = r.values
	for _, name := range path {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = m[name]
	}
	return at
}

func (r *reading) problem(at Place, err error) {
	r.problems = append(r.problems, Problem{At: at, Err: err})
}
