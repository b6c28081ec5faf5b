package config

import (
	"fmt"
	"slices"
	"strings"

	"dormer/ui/config/located"
)

// Place and Problem are those of package located.
type (
	Place   = located.Place
	Problem = located.Problem
)

// Nearest returns the name that is most similar to name, or false if none is similar enough.
func Nearest(name string, names []string) (string, bool) { return located.Nearest(name, names) }

// Parse reads a configuration file. Keys with a mistake keep their defaults, and each mistake is
// returned as a [Problem] with its place. A file that is not TOML gives the defaults and one
// problem.
func Parse(file string, data []byte) (Config, []error) {
	r := reading{config: Default()}
	root, err := located.Read(file, data)
	if err != nil {
		return r.config, []error{err}
	}
	r.table(nil, root)
	return r.config, r.problems
}

// reading is the state of [Parse].
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
			r.problem(k.At, fmt.Errorf("[[%s]]: this is not a list of tables: write [%s]", name, name))
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

// option sets the option of a key.
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

// unknownKey returns an error for an unknown key, which suggests a similar key of the same table, or
// the table that has the key.
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

// binding reads the binding of a sequence of keys.
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
