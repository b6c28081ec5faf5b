package config

import (
	"fmt"
	"slices"
	"strings"

	"dormer/ui/config/located"
)

// Place, Problem and Nearest are those of a file with places.
type (
	Place   = located.Place
	Problem = located.Problem
)

// Nearest is the one of some names that was meant perhaps.
func Nearest(name string, names []string) (string, bool) { return located.Nearest(name, names) }

// Parse reads a configuration file. What makes sense of it is in the configuration,
// what does not is said, each a [Problem] with its place, and has its default.
// A file that is not TOML gives the defaults and one problem.
func Parse(file string, data []byte) (Config, []error) {
	r := reading{config: Default()}
	root, err := located.Read(file, data)
	if err != nil {
		return r.config, []error{err}
	}
	r.table(nil, root)
	return r.config, r.problems
}

// reading is a file that is read.
type reading struct {
	config   Config
	problems []error
}

// table reads the keys of a table.
func (r *reading) table(path []string, t *located.Table) {
	mode, binds := bindTables[strings.Join(path, ".")]
	for _, k := range t.Keys {
		at := append(slices.Clone(path), k.Name)
		name := strings.Join(at, ".")
		switch v := k.Value.(type) {
		case []*located.Table:
			r.problem(k.At, fmt.Errorf("[[%s]]: no table is a list: write [%s]", name, name))
		case *located.Table:
			if _, option := optionOf(name); !option && slices.Equal(path, []string{agentTable}) {
				r.agent(k, v)
				continue
			}
			if !slices.Contains(tables(), name) {
				r.problem(k.At, unknown("table", name, tables()))
				continue
			}
			r.table(at, v)
		default:
			if binds {
				r.binding(mode, k)
				continue
			}
			if strings.Join(path, ".") == RolesTable {
				r.role(k)
				continue
			}
			r.option(at, k)
		}
	}
}

// option sets what a key is for.
func (r *reading) option(path []string, k located.Key) {
	name := strings.Join(path, ".")
	o, ok := optionOf(name)
	if !ok {
		r.problem(k.At, r.unknownKey(path))
		return
	}
	if err := o.field(&r.config).set(k.Value); err != nil {
		r.problem(k.At, fmt.Errorf("%s: %w", name, err))
		return
	}
	r.config.From[name] = k.At
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
func (r *reading) binding(mode Mode, k located.Key) {
	does, err := located.Text(k.Value)
	if err != nil {
		r.problem(k.At, fmt.Errorf("binding of %q: %w", k.Name, err))
		return
	}
	r.config.Keys.Bind = append(r.config.Keys.Bind, Bind{Mode: mode, Keys: k.Name, Does: does, At: k.At})
}

func (r *reading) problem(at Place, err error) {
	r.problems = append(r.problems, Problem{At: at, Err: err})
}
