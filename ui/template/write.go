package template

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dormer/ui/config/located"
	"dormer/ui/homedir"
	"dormer/workspace"
)

// Encode writes the template as a file. Directories below home are written with ~.
func (t Template) Encode(home string) []byte {
	w := writing{home: home}
	w.line("# Tabs and panes for dormer: dormer open FILE opens them.")
	if t.Title != "" {
		w.key("title", located.Quote(t.Title))
	}
	w.directory(sharedDir(t.allPanes()))
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

// sharedDir is the directory of some panes, empty where they have several.
func sharedDir(panes []*Pane) string {
	for _, p := range panes {
		if p.Dir != panes[0].Dir {
			return ""
		}
	}
	if len(panes) == 0 {
		return ""
	}
	return panes[0].Dir
}

// writing is a template that is written.
type writing struct {
	out  strings.Builder
	home string
	// dir is the directory that what is written next is in, if nothing is said, and
	// first the pane that has the focus then.
	dir   string
	first *Pane
}

func (w *writing) line(s string)       { w.out.WriteString(s + "\n") }
func (w *writing) key(name, is string) { w.line(name + " = " + is) }
func (w *writing) flag(name string, on bool) {
	if on {
		w.key(name, "true")
	}
}

// directory says a directory where it is another than that of what is around. One
// that is not text cannot be said.
func (w *writing) directory(dir string) {
	if dir == "" || dir == w.dir {
		return
	}
	if !utf8.ValidString(dir) {
		w.line(fmt.Sprintf("# its directory %q is no text: name another", dir))
		return
	}
	w.dir = dir
	w.key("directory", located.Quote(homedir.Short(dir, w.home)))
}

// within writes what is in a table: what is said of directories in there ends with it.
func (w *writing) within(write func()) {
	outer := w.dir
	write()
	w.dir = outer
}

func (w *writing) tab(t *Tab, head string) {
	w.within(func() {
		w.line("\n[[" + head + "]]")
		if t.Title != "" {
			w.key("title", located.Quote(t.Title))
		}
		w.flag("focus", t.Focus)
		w.flag("zoom", t.Zoom)
		w.directory(sharedDir(t.panes()))
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

// split writes what lies in a split: its panes, each in a table of its own.
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
	w.directory(p.Dir)
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

// printable keeps a comment in its line.
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

// percentage is parts of a frame's unit as [percent] reads them.
func percentage(parts int) string {
	return fmt.Sprintf(`"%g%%"`, float64(parts)*100/whole)
}

func environment(env []string) string {
	var out []string
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		out = append(out, located.Quote(name)+" = "+located.Quote(value))
	}
	return "{ " + strings.Join(out, ", ") + " }"
}
