package template

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/config/located"
	"dormer/ui/homedir"
	"dormer/workspace"
)

// maxPanes is the maximum number of panes of a template. Each is one process or two.
const maxPanes = 500

// Env is the environment that a template is read in.
type Env struct {
	// File is the absolute path of the file. Relative directories count from its directory.
	File string
	// Home is the home directory.
	Home string
	// IsDir reports whether a directory exists; nil means that this is not checked.
	IsDir func(string) bool
	// Agent finds a coding agent by its name.
	Agent func(name string) (agent.Agent, error)
}

// Parse reads a template. If anything is wrong with it, Parse returns no template but all
// problems.
func Parse(data []byte, a Env) (Template, []error) {
	root, err := located.Read(a.File, data)
	if err != nil {
		return Template{}, []error{err}
	}
	r := reading{env: a}
	t := r.template(root)
	if len(r.problems) == 0 && t.Panes() == 0 {
		r.problem(located.Place{File: a.File}, errors.New("it has no tabs: write [[tabs]]"))
	}
	if t.Panes() > maxPanes {
		r.problem(located.Place{File: a.File}, fmt.Errorf("it has %d panes, but a template may have at most %d", t.Panes(), maxPanes))
	}
	if len(r.problems) > 0 {
		return Template{}, r.problems
	}
	return t, nil
}

// reading is the state of reading a template.
type reading struct {
	env      Env
	problems []error
}

func (r *reading) problem(at located.Place, err error) {
	r.problems = append(r.problems, located.Problem{At: at, Err: err})
}

// fields maps the keys of a table to the functions that read their values.
type fields map[string]func(located.Key) error

// read reads the keys of a table. in names the kind of table in error messages.
func (r *reading) read(t *located.Table, in string, all ...fields) {
	known := fields{}
	for _, f := range all {
		maps.Copy(known, f)
	}
	for _, k := range t.Keys {
		set, ok := known[k.Name]
		if !ok {
			r.problem(k.At, unknown(k.Name, in, slices.Sorted(maps.Keys(known))))
			continue
		}
		if err := set(k); err != nil {
			r.problem(k.At, fmt.Errorf("%s: %w", k.Name, err))
		}
	}
}

// placesOf maps keys to the tables they belong to, for errors about keys in the wrong table.
var placesOf = map[string]string{
	"tabs": "the file or a view", "views": "the file", "floats": "a tab", "zoom": "a tab", "axis": "a tab or a pane that has panes",
	"panes": "a tab or a pane", "size": "a pane beside others", "command": "a pane", "agent": "a pane", "prompt": "a pane", "type": "a pane", "restart": "a pane", "history": "a pane",
	"x": "a float", "y": "a float", "width": "a float", "height": "a float", "hidden": "a float", "focus": "a view, a tab or a pane",
}

// unknown is the error for an unknown key. It suggests the key that was probably meant.
func unknown(name, in string, known []string) error {
	if best, ok := located.Nearest(name, known); ok {
		return fmt.Errorf("unknown key %q of %s: did you mean %q?", name, in, best)
	}
	if where, ok := placesOf[name]; ok {
		return fmt.Errorf("%q is not a key of %s: it belongs to %s", name, in, where)
	}
	return fmt.Errorf("unknown key %q of %s: its keys are %s", name, in, strings.Join(known, ", "))
}

// The ways to read a value.

func text(p *string) func(located.Key) error {
	return func(k located.Key) (err error) {
		*p, err = located.Text(k.Value)
		return err
	}
}

func boolean(p *bool) func(located.Key) error {
	return func(k located.Key) (err error) {
		*p, err = located.Bool(k.Value)
		return err
	}
}

// onlyOne reads a flag that only one of several tables may set.
func onlyOne(p, taken *bool) func(located.Key) error {
	return func(k located.Key) (err error) {
		*p, err = located.Bool(k.Value)
		if *p && *taken {
			return errors.New("only one may have it, and an earlier one does")
		}
		*taken = *taken || *p
		return err
	}
}

func done(located.Key) error { return nil }

// tables reads a list of tables.
func tables(each func(*located.Table)) func(located.Key) error {
	return func(k located.Key) error {
		list, ok := k.Value.([]*located.Table)
		if !ok {
			return fmt.Errorf("it is a list of tables: write a header like [[%s]] for each, or %s = [{ ... }, { ... }]", k.Name, k.Name)
		}
		for _, t := range list {
			each(t)
		}
		return nil
	}
}

// scope holds the settings that a table passes on to everything in it.
type scope struct {
	// dir is absolute, or relative to the top of tree if that is set.
	dir  string
	tree Branch
	env  []string
}

// within returns the scope inside a table.
func (r *reading) within(s scope, t *located.Table) scope {
	keys := slices.Clone(t.Keys)
	slices.SortStableFunc(keys, func(a, b located.Key) int { // worktree first: directory is relative to it
		return strings.Compare(b.Name, a.Name)
	})
	for _, k := range keys {
		var err error
		switch k.Name {
		case "worktree":
			s, err = r.worktree(s, k.Value)
		case "directory":
			if s.tree != (Branch{}) {
				s, err = r.inWorktree(s, k.Value)
				break
			}
			s.dir, err = r.directory(s.dir, k.Value)
		case "env":
			s.env, err = r.environment(s.env, k.Value)
		}
		if err != nil {
			r.problem(k.At, fmt.Errorf("%s: %w", k.Name, err))
		}
	}
	return s
}

// scoped are the keys that [reading.within] has read.
var scoped = fields{"directory": done, "worktree": done, "env": done}

func (r *reading) directory(below string, value any) (string, error) {
	s, err := line(value)
	if err != nil {
		return below, err
	}
	if below == "" {
		below = filepath.Dir(r.env.File)
	}
	dir := homedir.Full(s, below, r.env.Home)
	if !r.isDir(dir) {
		return dir, fmt.Errorf("there is no directory %s: make it, or name another", dir)
	}
	return dir, nil
}

func (r *reading) environment(above []string, value any) ([]string, error) {
	t, ok := value.(*located.Table)
	if !ok {
		return above, errors.New(`it is a table: write env = { NAME = "value" }`)
	}
	out := slices.Clone(above)
	for _, k := range t.Keys {
		kv, err := variable(k)
		if err != nil {
			r.problem(k.At, fmt.Errorf("env: %w", err))
			continue
		}
		out = slices.DeleteFunc(out, func(old string) bool { return strings.HasPrefix(old, k.Name+"=") })
		out = append(out, kv)
	}
	return out, nil
}

func (r *reading) template(root *located.Table) Template {
	var t Template
	s := r.within(scope{dir: filepath.Dir(r.env.File)}, root)
	shown := View{}
	var named []View
	var view, tab bool // true once a view or tab with the focus has been read
	r.read(root, "the file", scoped, fields{
		"title": text(&t.Title),
		"tabs":  tables(func(t *located.Table) { shown.Tabs = append(shown.Tabs, r.tab(t, s, &tab)) }),
		"views": tables(func(t *located.Table) { named = append(named, r.view(t, s, &view)) }),
	})
	if len(shown.Tabs) > 0 {
		t.Views = append(t.Views, shown)
	}
	t.Views = append(t.Views, named...)
	return t
}

func (r *reading) view(t *located.Table, s scope, taken *bool) View {
	var v View
	var tab bool
	s = r.within(s, t)
	r.read(t, "a view", scoped, fields{
		"title": text(&v.Title), "focus": onlyOne(&v.Focus, taken),
		"tabs": tables(func(t *located.Table) { v.Tabs = append(v.Tabs, r.tab(t, s, &tab)) }),
	})
	switch {
	case strings.TrimSpace(v.Title) == "":
		r.problem(t.At, errors.New("a view needs a title"))
	case len(v.Tabs) == 0:
		r.problem(t.At, fmt.Errorf("view %q has no tabs: write [[views.tabs]] below it", v.Title))
	}
	return v
}

func (r *reading) tab(t *located.Table, s scope, taken *bool) Tab {
	var tab Tab
	var pane bool
	s = r.within(s, t)
	n := part{Node: Node{Pane: &Pane{}}}
	r.read(t, "a tab", scoped, fields{
		"title": text(&tab.Title), "focus": onlyOne(&tab.Focus, taken), "zoom": boolean(&tab.Zoom),
		"floats": tables(func(f *located.Table) { tab.Floats = append(tab.Floats, r.float(f, s, &pane)) }),
	}, runs(n.Pane), r.splits(&n, s, &pane))
	tab.Root = r.finish(t, &n, s, "a tab", n.Pane)
	r.chooseFocus(t, &tab)
	return tab
}

// chooseFocus gives the focus to one pane of a tab.
func (r *reading) chooseFocus(t *located.Table, tab *Tab) {
	panes := tab.panes()
	if tab.Zoom && len(panes) < 2 {
		r.problem(t.At, errors.New("zoom: the tab has one pane, which fills it anyway"))
	}
	for i := range tab.Floats {
		if f := &tab.Floats[i]; f.Hidden && f.Pane.Focus {
			r.problem(t.At, errors.New("focus: a hidden float cannot have it"))
		}
	}
	if len(panes) > 0 && !slices.ContainsFunc(panes, func(p *Pane) bool { return p.Focus }) {
		panes[0].Focus = true
	}
}

// part is a pane or split that has been read, with its share of the space.
type part struct {
	Node
	share share
	// parts are the parts of a split. split and axis are the places of the keys "panes" and "axis".
	parts       []part
	split, axis located.Place
}

// runs returns the keys for what a pane runs.
func runs(p *Pane) fields {
	return fields{
		"command": func(k located.Key) (err error) {
			p.Command, err = command(k.Value)
			return err
		},
		"agent": func(k located.Key) error {
			name, err := located.Text(k.Value)
			p.Agent = session.Agent(name)
			return err
		},
		"prompt": func(k located.Key) (err error) {
			p.Prompt, err = line(k.Value)
			return err
		},
		"type": func(k located.Key) (err error) {
			p.Type, err = lines(k.Value)
			return err
		},
		"history": func(k located.Key) error {
			keep, err := located.Bool(k.Value)
			p.NoHistory = !keep
			return err
		},
		"restart": func(k located.Key) error {
			word, err := located.Text(k.Value)
			p.Restart = session.Restart(word)
			if err == nil && (word == "" || !p.Restart.Valid()) {
				err = fmt.Errorf(`%q is neither "always" (it starts again by itself) nor "ask" (on Enter)`, word)
			}
			return err
		},
	}
}

// splits returns the keys of a table that is split into panes.
func (r *reading) splits(n *part, s scope, taken *bool) fields {
	return fields{
		"axis": func(k located.Key) error {
			n.axis = k.At
			return axis(&n.Axis, k.Value)
		},
		"panes": func(k located.Key) error {
			n.split = k.At
			return tables(func(t *located.Table) { n.parts = append(n.parts, r.part(t, s, taken)) })(k)
		},
	}
}

var axes = map[string]workspace.Axis{"row": workspace.Row, "column": workspace.Column}

func axis(p *workspace.Axis, value any) error {
	s, err := located.Text(value)
	if err != nil {
		return err
	}
	a, ok := axes[s]
	if ok {
		*p = a
		return nil
	}
	if best, ok := located.Nearest(s, []string{"row", "column"}); ok {
		return fmt.Errorf("%q is not a valid value: did you mean %q?", s, best)
	}
	return fmt.Errorf(`%q is not a valid value: "row" lays panes out left to right, "column" top to bottom`, s)
}

// part reads a pane, or a split.
func (r *reading) part(t *located.Table, s scope, taken *bool) part {
	p := Pane{}
	n := part{Node: Node{Pane: &p}}
	s = r.within(s, t)
	r.read(t, "a pane", scoped, fields{
		"title": text(&p.Title), "focus": onlyOne(&p.Focus, taken),
		"size": func(k located.Key) (err error) {
			n.share, err = shareOf(k)
			return err
		},
	}, runs(&p), r.splits(&n, s, taken))
	root := r.finish(t, &n, s, "a pane", &p)
	n.Node = *root
	return n
}

// finish returns the layout node of a table that was read: a pane, or a split of its parts.
func (r *reading) finish(t *located.Table, n *part, s scope, what string, p *Pane) *Node {
	r.completePane(t, p, s)
	if n.split == (located.Place{}) {
		if n.axis != (located.Place{}) {
			r.problem(n.axis, fmt.Errorf("axis: %s without panes has no axis: write [[...panes]] below it", what))
		}
		return &Node{Pane: p}
	}
	r.refusePaneKeys(t, what)
	return joined(n.Axis, n.parts, r.weights(n.parts))
}

// completePane sets the fields that a pane gets from its scope and its agent.
func (r *reading) completePane(t *located.Table, p *Pane, s scope) {
	p.Dir, p.Worktree, p.Env = s.dir, s.tree, s.env
	if p.Agent == "" {
		if p.Prompt != "" {
			r.problem(t.At, errors.New("prompt: there is no agent to ask: write agent = \"claude\""))
		}
		return
	}
	known, err := r.env.Agent(string(p.Agent))
	if err != nil {
		r.problem(t.At, fmt.Errorf("agent: %w", err))
		return
	}
	if err := known.TakesPrompt(p.Prompt); err != nil {
		r.problem(t.At, fmt.Errorf("prompt: %w", err))
	}
	if len(p.Command) == 0 {
		p.Command = known.Command
	}
}

// refusePaneKeys reports keys that a table with panes cannot have.
func (r *reading) refusePaneKeys(t *located.Table, what string) {
	not := []string{"command", "agent", "prompt", "type", "restart", "history"}
	if what == "a pane" {
		not = append(not, "title", "focus")
	}
	for _, k := range t.Keys {
		if slices.Contains(not, k.Name) {
			r.problem(k.At, fmt.Errorf("%s: %s with panes in it has none of its own: write it in one of them", k.Name, what))
		}
	}
}

// weights returns the weights of the parts of a split.
func (r *reading) weights(parts []part) []int {
	out := make([]int, len(parts))
	used, open := 0, 0
	var at, other located.Place
	for i, p := range parts {
		switch {
		case p.share.percent > 0:
			used, at, out[i] = used+p.share.percent, p.share.at, p.share.percent
		case p.share.weight > 0:
			other, out[i] = p.share.at, p.share.weight
		default:
			open, out[i] = open+1, 1
		}
	}
	if used == 0 {
		return out
	}
	switch rest := fullPercent - used; {
	case other != (located.Place{}):
		r.problem(other, errors.New(`size: a pane beside it has a size in percent: write this one in percent too`))
	case rest < 0 || rest < open:
		r.problem(at, fmt.Errorf("size: the sizes add up to %g%%, more than 100%%", float64(used)*100/fullPercent))
	default:
		for i, p := range parts {
			if p.share.percent == 0 {
				out[i] = rest / open
			}
		}
	}
	return out
}

// float reads a floating pane.
func (r *reading) float(t *located.Table, s scope, taken *bool) Float {
	var f Float
	s = r.within(s, t)
	sides := map[string]int{}
	side := func(k located.Key) (err error) {
		sides[k.Name], err = percent(k.Value)
		if err == nil && sides[k.Name] == 0 && (k.Name == "width" || k.Name == "height") {
			err = errors.New("a float of 0% has no room")
		}
		return err
	}
	r.read(t, "a float", scoped, fields{
		"title": text(&f.Pane.Title), "focus": onlyOne(&f.Pane.Focus, taken), "hidden": boolean(&f.Hidden),
		"x": side, "y": side, "width": side, "height": side,
	}, runs(&f.Pane))
	r.completePane(t, &f.Pane, s)
	f.Frame = frame(sides)
	return f
}

// frame returns the frame of a float. A missing width or height is 60 %, and a missing x or y
// centres the float. If no side is given, it is the zero frame.
func frame(sides map[string]int) workspace.Frame {
	if len(sides) == 0 {
		return workspace.Frame{}
	}
	extent := func(at, length string) (int, int) {
		l, ok := sides[length]
		if !ok {
			l = fullPercent * 6 / 10
		}
		p, ok := sides[at]
		if !ok {
			p = (fullPercent - l) / 2
		}
		return min(p, fullPercent-1), max(min(l, fullPercent-p), 1)
	}
	var f workspace.Frame
	f.X, f.W = extent("x", "width")
	f.Y, f.H = extent("y", "height")
	return f
}
