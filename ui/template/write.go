package template

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dormer/ui/config/located"
	"dormer/ui/homedir"
	"dormer/workspace"
)

// Encode returns the template as a file. Directories below home are written with ~.
func (t Template) Encode(home string) []byte {
	w := writing{home: home}
	w.line("# Tabs and panes for dormer: dormer open FILE opens them.")
	if t.Title != "" {
		w.key("title", located.Quote(t.Title))
	}
	w.place(sharedPlace(t.allPanes()))
	for _, v := range t.Views {
		head := "tabs"
		if v.Title != "" {
			head = "views.tabs"
			w.line("\n[[views]]")
			w.key("title", located.Quote(v.Title))
			w.flag("focus", v.Focus)
		}
		for i := range v.Tabs {
			w.tab(&v.Tabs[i], head)
		}
	}
	return []byte(w.out.String())
}

func (t Template) allPanes() (out []*Pane) {
	for _, v := range t.Views {
		for i := range v.Tabs {
			out = append(out, v.Tabs[i].panes()...)
		}
	}
	return out
}

// place is the directory of a pane: absolute, or relative to a worktree.
type place struct {
	tree Branch
	dir  string
}

func placeOf(p *Pane) place { return place{p.Worktree, p.Dir} }

// sharedPlace returns the place that all panes have in common, or the zero place if they differ.
func sharedPlace(panes []*Pane) place {
	for _, p := range panes {
		if placeOf(p) != placeOf(panes[0]) {
			return place{}
		}
	}
	if len(panes) == 0 {
		return place{}
	}
	return placeOf(panes[0])
}

// writing is the state of [Template.Encode].
type writing struct {
	out  strings.Builder
	home string
	// at is the place of the next pane unless the file names another. first is the pane that has
	// the focus if the file marks none.
	at    place
	first *Pane
}

func (w *writing) line(s string)       { w.out.WriteString(s + "\n") }
func (w *writing) key(name, is string) { w.line(name + " = " + is) }
func (w *writing) flag(name string, on bool) {
	if on {
		w.key(name, "true")
	}
}

// place writes a place if it differs from that of the enclosing table. A directory that is not
// valid UTF-8 cannot be written.
func (w *writing) place(at place) {
	if at == (place{}) || at == w.at {
		return
	}
	if said := at.tree.Repository + at.dir; !utf8.ValidString(said) {
		w.line(fmt.Sprintf("# its directory %q is not text: name another", said))
		return
	}
	if at.tree != w.at.tree && at.tree != (Branch{}) {
		w.key("worktree", "{ repository = "+located.Quote(homedir.Short(at.tree.Repository, w.home))+", branch = "+located.Quote(at.tree.Name)+" }")
		w.at = place{tree: at.tree}
	}
	if at.dir != w.at.dir || at.tree != w.at.tree {
		dir := homedir.Short(at.dir, w.home)
		if at.tree != (Branch{}) {
			dir, _ = filepath.Rel(filepath.Join("/", w.at.dir), filepath.Join("/", at.dir)) // both are absolute
		}
		w.key("directory", located.Quote(dir))
	}
	w.at = at
}

// within writes the content of a table, and then restores the place of the enclosing table.
func (w *writing) within(write func()) {
	outer := w.at
	write()
	w.at = outer
}

func (w *writing) tab(t *Tab, head string) {
	w.within(func() {
		w.line("\n[[" + head + "]]")
		if t.Title != "" {
			w.key("title", located.Quote(t.Title))
		}
		w.flag("focus", t.Focus)
		w.flag("zoom", t.Zoom)
		w.place(sharedPlace(t.panes()))
		several := len(t.panes()) > 1
		w.first = t.panes()[0]
		switch {
		case t.Root.Pane == nil:
			w.split(t.Root, head)
		case t.Root.Pane.Title == "" && !several:
			w.pane(t.Root.Pane)
		default:
			w.line("[[" + head + ".panes]]")
			w.within(func() { w.pane(t.Root.Pane) })
		}
		for i := range t.Floats {
			w.line("[[" + head + ".floats]]")
			w.within(func() { w.float(&t.Floats[i]) })
		}
	})
}

// split writes the panes of a split, each in its own table.
func (w *writing) split(n *Node, head string) {
	if n.Axis == workspace.Column {
		w.key("axis", `"column"`)
	}
	sized := slices.ContainsFunc(n.Children, func(c Child) bool { return c.Weight != n.Children[0].Weight })
	for _, c := range n.Children {
		w.within(func() {
			w.line("[[" + head + ".panes]]")
			if sized {
				w.key("size", fmt.Sprint(c.Weight))
			}
			if c.Node.Pane != nil {
				w.pane(c.Node.Pane)
				return
			}
			w.split(c.Node, head+".panes")
		})
	}
}

func (w *writing) pane(p *Pane) {
	if p.Title != "" {
		w.key("title", located.Quote(p.Title))
	}
	w.flag("focus", p.Focus && p != w.first)
	w.place(placeOf(p))
	if len(p.Env) > 0 {
		w.key("env", environment(p.Env))
	}
	if p.Agent != "" {
		w.key("agent", located.Quote(string(p.Agent)))
	}
	if len(p.Command) > 0 {
		w.key("command", located.List(p.Command))
	}
	if len(p.Type) > 0 {
		w.key("type", located.List(p.Type))
	}
	if p.Restart != "" {
		w.key("restart", located.Quote(string(p.Restart)))
	}
	if p.NoHistory {
		w.key("history", "false")
	}
	if p.Runs != "" && len(p.Command) == 0 {
		w.line("# " + strings.Map(printable, p.Runs) + " was running here")
	}
}

// printable drops control characters, so that a comment stays on one line.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

func (w *writing) float(f *Float) {
	w.flag("hidden", f.Hidden)
	if f.Frame != (workspace.Frame{}) {
		w.key("x", percentage(f.Frame.X))
		w.key("y", percentage(f.Frame.Y))
		w.key("width", percentage(f.Frame.W))
		w.key("height", percentage(f.Frame.H))
	}
	w.pane(&f.Pane)
}

// percentage returns parts of [fullPercent] in the form that [percent] reads.
func percentage(parts int) string {
	return fmt.Sprintf(`"%g%%"`, float64(parts)*100/fullPercent)
}

func environment(env []string) string {
	var out []string
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		out = append(out, located.Quote(name)+" = "+located.Quote(value))
	}
	return "{ " + strings.Join(out, ", ") + " }"
}
