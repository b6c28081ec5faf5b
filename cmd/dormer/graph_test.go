package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the graphs of imports in docs/architecture.md again")

// The architecture page shows the current imports.
//
//	go test ./cmd/dormer -run TestGraphOfImports -update
func TestGraphOfImports(t *testing.T) {
	const file = "docs/architecture.md"
	const begin, end = "<!-- imports: written by go test ./cmd/dormer -run TestGraphOfImports -update -->\n", "<!-- end of imports -->\n"
	text := page(t, file)
	before, rest, found := strings.Cut(text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the graphs: %q and %q around it", file, begin, end)
	}
	want := before + begin + importsSection(listPackages(t)) + end + after
	if want == text {
		return
	}
	if !*update {
		t.Fatalf("%s does not show the current imports: go test ./cmd/dormer -run TestGraphOfImports -update", file)
	}
	if err := os.WriteFile(filepath.Join(top, file), []byte(want), 0o644); err != nil { //nolint:gosec // a page for everybody
		t.Fatal(err)
	}
}

// importsSection draws the rooms, which are the first folders, and then the packages of each room with
// their imports.
func importsSection(packages []goPackage) string {
	imports, rooms := graph{}, graph{}
	for _, p := range packages {
		from := strings.TrimPrefix(p.ImportPath, "dormer/")
		if onlyForTests(from) {
			continue
		}
		for _, imported := range p.Imports {
			to, ours := strings.CutPrefix(imported, "dormer/")
			if !ours || strings.Contains(to, "/internal/") {
				continue
			}
			imports.add(from, to)
			if room(from) != room(to) {
				rooms.add(room(from), room(to))
			}
		}
	}
	imports, rooms = imports.reduced(), rooms.reduced()
	var b strings.Builder
	draw := func(title string, g graph) { fmt.Fprintf(&b, "\n%s:\n\n```mermaid\n%s```\n", title, g) }
	draw("The rooms", rooms)
	draw("The command line", imports.from("cmd"))
	draw("The program", imports.from("ui"))
	draw("The workspace and the sessions", imports.from("persist", "workspace", "session"))
	return b.String() + "\n"
}

// onlyForTests reports whether a package is not part of the program, or is internal to another one.
func onlyForTests(path string) bool {
	return strings.HasSuffix(path, "test") || slices.ContainsFunc(strings.Split(path, "/"), func(folder string) bool {
		return folder == "testing" || folder == "stories" || folder == "internal"
	})
}

func room(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

// graph maps each node to the targets of its arrows.
type graph map[string]map[string]bool

func (g graph) add(from, to string) {
	if g[from] == nil {
		g[from] = map[string]bool{}
	}
	g[from][to] = true
}

// withOrigin returns the part of the graph with arrows that begin in one of the rooms.
func (g graph) from(rooms ...string) graph {
	out := graph{}
	for from, to := range g {
		if slices.Contains(rooms, room(from)) {
			out[from] = to
		}
	}
	return out
}

// reduced removes the arrows that others imply: a to c, if a leads to b and b to c.
func (g graph) reduced() graph {
	out := graph{}
	for from, all := range g {
		for to := range all {
			implied := false
			for by := range all {
				implied = implied || by != to && g.leads(by, to)
			}
			if !implied {
				out.add(from, to)
			}
		}
	}
	return out
}

// leads reports whether a path of arrows leads from one node to another.
func (g graph) leads(from, to string) bool {
	for next := range g[from] {
		if next == to || g.leads(next, to) {
			return true
		}
	}
	return false
}

// height returns the length of the longest path from a node.
func (g graph) height(node string) int {
	highest := -1
	for next := range g[node] {
		highest = max(highest, g.height(next))
	}
	return highest + 1
}

// String returns the graph in the language of mermaid, from the top down.
func (g graph) String() string {
	nodes := slices.SortedFunc(maps.Keys(g), func(a, b string) int {
		if ha, hb := g.height(a), g.height(b); ha != hb {
			return hb - ha
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	b.WriteString("graph TD\n")
	for _, from := range nodes {
		fmt.Fprintf(&b, "  %s --> %s\n", from, strings.Join(slices.Sorted(maps.Keys(g[from])), " & "))
	}
	return b.String()
}

func TestGraphIsReducedAndStable(t *testing.T) {
	g := graph{}
	for _, arrow := range []string{"ui workspace", "cmd ui", "cmd workspace", "ui session", "cmd persist", "persist session", "workspace session"} {
		from, to, _ := strings.Cut(arrow, " ")
		g.add(from, to)
	}
	const want = "graph TD\n  cmd --> persist & ui\n  ui --> workspace\n  persist --> session\n  workspace --> session\n"
	if got := g.reduced().String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
