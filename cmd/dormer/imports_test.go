package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// goPackage is the go command's description of a package. Deps are all packages that it is built from,
// and Imports those that it imports itself.
type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// rule lists the packages from which a tree of packages must never be built, directly or indirectly,
// with exceptions for trees within it, and those that it must not import itself. Trees are import paths
// without "dormer/".
type rule struct {
	tree    string
	never   []string
	except  []string
	unnamed []string
}

// rules are the direction of imports: a package uses those below it, never those above, so that each
// can be understood, tested and replaced without its users.
var rules = []rule{
	{tree: "cmd"},
	// The program does not read files or start processes itself: cmd passes them in.
	{tree: "ui", never: []string{"cmd", "persist", "session/host"}},
	// The screen is drawn without the emulator, which may be in another process.
	{tree: "ui", never: []string{"session/vt"}, except: []string{"ui/testing/drive", "ui/stories"}},
	{tree: "ui/screen", never: []string{"workspace"}},
	{tree: "ui/theme", never: []string{"workspace", "session/client", "session/wire"}},
	// The painter gets a description of the screen and looks nothing up.
	{tree: "ui/paint", never: []string{"ui/template", "ui/desktop", "ui/links", "session/health", "session/launch", "session/state"}, unnamed: []string{"ui/config", "ui/input", "ui/keys"}},
	// Commands are known without the code that carries them out.
	{tree: "ui/command", never: []string{"ui/bind", "ui/paint", "ui/screen", "ui/theme", "ui/bars", "session/client"}},
	// Key bindings are known without the commands' effects.
	{tree: "ui/bind", never: []string{"ui/paint", "ui/screen", "ui/theme", "ui/bars", "session/client"}},
	// A dialog gets its entries and returns the request.
	{tree: "ui/dialog", never: []string{"ui/paint", "ui/bars", "ui/transcript", "ui/template", "session/client"}},
	// The meaning of the mouse is known from positions, without the effects.
	{tree: "ui/pointer", never: []string{"ui/bind", "ui/paint", "session/client"}, unnamed: []string{"ui/screen", "ui/theme", "ui/input"}},
	{tree: "ui/buffers", never: []string{"workspace", "ui/command", "ui/paint", "ui/screen", "session/wire"}},
	// Entries of lists are made from the workspace and the commands; others filter and draw them.
	{tree: "ui/lists", never: []string{"ui/paint", "ui/transcript", "session/client"}},
	// Questions about the workspace are made without the program.
	{tree: "ui/prompts", never: []string{"ui/paint", "ui/bars", "ui/transcript", "session/client"}},
	// The status line, pages, and the file of an exported screen are made from given values.
	{tree: "ui/notices", never: []string{"workspace", "ui/command", "ui/screen", "ui/theme", "ui/config", "session/client"}},
	{tree: "ui/pages", never: []string{"ui/paint", "ui/bars", "session/client"}, unnamed: []string{"ui/config"}},
	{tree: "ui/export", never: []string{"workspace", "ui/command", "ui/paint"}},
	{tree: "ui/pending", never: []string{"workspace", "session", "ui/command", "ui/screen"}},
	{tree: "ui/signals", never: []string{"workspace", "session", "ui/command", "ui/screen"}},
	// A search gets the sessions and their matches; connections are only passed on.
	{tree: "ui/textsearch", never: []string{"ui/command", "ui/paint", "ui/screen", "ui/theme", "session/client"}},
	// The lifecycle of sessions is known without panes and commands.
	{tree: "ui/live", never: []string{"ui/command", "ui/bind", "ui/paint", "ui/screen", "ui/theme", "ui/config", "ui/transcript"}},
	{tree: "ui/grants", never: []string{"session/client", "ui/paint", "ui/screen"}},
	{tree: "ui/habits", never: []string{"workspace", "session/client", "session/wire", "ui/command", "ui/paint", "ui/screen"}},
	// Requests from outside are known without the code that carries them out.
	{tree: "ui/remote", never: []string{"ui/command", "ui/screen", "ui/config", "session/client"}},
	// Typed input is made without knowing who requests it.
	{tree: "ui/typing", never: []string{"workspace", "ui/command", "ui/screen", "session/client", "session/launch"}},
	{tree: "ui/startup", never: []string{"ui/command", "ui/screen", "session/launch", "session/client"}},
	{tree: "ui/gitstate", never: []string{"session/client", "ui/command", "ui/screen", "ui/config"}},
	{tree: "ui/loop", never: []string{"ui/command", "ui/live", "ui/config/check"}},
	{tree: "ui/workspaces", never: []string{"persist", "ui/live", "ui/paint", "ui/screen", "session/client"}},
	{tree: "ui/worktrees", never: []string{"workspace/repo", "ui/live", "ui/paint", "ui/screen", "session/client"}},
	{tree: "ui/editor", never: []string{"workspace", "session", "ui/command", "ui/config"}},
	{tree: "ui/config/check", never: []string{"ui/paint", "ui/bars", "session/client"}},
	// Descriptions of a session are made from given values.
	{tree: "ui/labels", never: []string{"ui/paint", "ui/transcript", "session/client"}, unnamed: []string{"ui/config", "ui/bind"}},
	// Times and results of checks are known without the caller.
	{tree: "ui/statuses", never: []string{"workspace", "ui/command", "ui/screen", "ui/theme", "ui/config", "session/client"}},
	{tree: "ui/sidebar", never: []string{"ui/paint", "ui/transcript", "session/client"}, unnamed: []string{"ui/config", "ui/bind"}},
	// The end of a session is described in words only.
	{tree: "ui/ending", never: []string{"ui/command", "ui/paint", "ui/screen", "ui/theme", "ui/config", "session/client"}},
	// The meaning of a process's end is known without the screen and the caller.
	{tree: "ui/endedpane", never: []string{"ui/paint", "ui/screen", "ui/theme", "ui/bind"}},
	{tree: "ui/lifecycle", never: []string{"ui/command", "ui/paint", "ui/screen", "ui/theme", "session/client"}},
	{tree: "ui/sessions", never: []string{"ui/command", "ui/paint", "ui/screen", "ui/theme", "ui/bind"}},
	// Waiting sessions are known without the screen.
	{tree: "ui/away", never: []string{"ui/paint", "session/client"}, unnamed: []string{"workspace", "ui/config"}},
	{tree: "ui/attention", never: []string{"ui/command", "ui/paint", "ui/screen", "ui/theme", "ui/config", "session/client"}},
	{tree: "ui/alerts", never: []string{"ui/command", "ui/bind", "ui/paint", "ui/screen", "ui/theme", "ui/transcript"}},
	{tree: "ui/bars", never: []string{"session/client", "session/wire"}},
	// Copy mode gets the text, the keys and the host, and returns requests.
	{tree: "ui/copymode", never: []string{"workspace", "ui/paint", "ui/screen", "ui/theme", "ui/config", "ui/transcript", "session/client"}},
	{tree: "ui/transcript", never: []string{"workspace", "ui/screen", "ui/theme", "ui/config"}},
	{tree: "ui/textfield", never: []string{"workspace", "ui/screen", "ui/config", "ui/paint", "session/client", "session/wire"}},
	// The diff of a worktree is shown without the code that reads it and sends the comments.
	{tree: "ui/diffview", never: []string{"workspace/repo", "ui/command", "ui/paint", "session/client", "session/wire"}},
	// A conversation is drawn from its events; the connection to the agent is passed in.
	// The page gets the workspace as values, and knows no log-in.
	{tree: "ui/web", never: []string{"workspace/repo", "ui/command", "ui/paint", "session/relay", "session/launch", "session/catalogue"}},
	{tree: "ui/chat", never: []string{"workspace/repo", "ui/command", "ui/paint", "session/client"}},
	{tree: "ui/safetext", never: []string{"workspace", "ui/theme", "ui/config", "session/wire"}},
	{tree: "ui/syntax", never: []string{"workspace", "session", "ui/theme", "ui/config"}},
	{tree: "ui/geometry", never: []string{"ui/screen", "ui/theme", "ui/config", "session/client", "session/wire", "session/grid"}},
	{tree: "persist", never: []string{"cmd", "ui", "session/host", "session/client", "session/vt", "session/wire"}},
	{tree: "workspace", never: []string{"cmd", "ui", "persist", "session/host", "session/client", "session/vt", "session/wire", "session/state"}},
	// A repository is known without the sessions in it.
	{tree: "workspace/repo", never: []string{"session/launch", "session/catalogue"}},
	{tree: "session", never: []string{"cmd", "ui", "persist", "workspace"}},
	{tree: "session/agent", never: []string{"session/host", "session/client", "session/wire", "session/state", "session/vt", "session/grid"}},
	// A conversation is stored and served without terminals; viewers read its events.
	{tree: "session/chat", never: []string{"session/host", "session/client", "session/state", "session/vt"}},
	{tree: "session/vt", never: []string{"session/host", "session/client", "session/wire", "session/state"}},
	{tree: "session/grid", never: []string{"session/host", "session/client", "session/wire", "session/state", "session/vt"}},
	{tree: "session/wire", never: []string{"session/host", "session/client", "session/state", "session/vt"}},
	{tree: "session/client", never: []string{"session/host", "session/vt"}},
	// The relay gets worktrees, processes and sessions; it starts and lists none itself.
	{tree: "session/relay", never: []string{"session/host", "session/launch", "session/catalogue", "session/client"}},
	{tree: "session/shell", never: []string{"session/host", "session/client", "session/wire", "session/vt", "session/state"}},
}

// pure are the packages that do no input or output: everything from outside, including the time, is
// passed in.
var pure = []string{"workspace", "session", "session/agent", "session/vt", "session/grid", "session/wire", "session/printed", "ui/geometry", "ui/bars", "ui/command", "ui/bind", "ui/dialog", "ui/pointer", "ui/alerts", "ui/attention", "ui/away", "ui/duration", "ui/ending", "ui/endedpane", "ui/lifecycle", "ui/buffers", "ui/lists", "ui/labels", "ui/statuses", "ui/sidebar", "ui/prompts", "ui/notices", "ui/pages", "ui/pending", "ui/textsearch", "ui/live", "ui/sessions", "ui/habits", "ui/remote", "ui/typing", "ui/config/check", "ui/diffview", "ui/syntax", "ui/safetext"}

// outside are the packages that reach the outside world.
var outside = []string{
	"os", "os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "log", "log/slog",
	"golang.org/x/sys/unix", "golang.org/x/term", "github.com/creack/pty", "github.com/gofrs/flock",
}

// heavy are the module trees that a host must not link: every session would pay again for their
// initialization.
var heavy = []string{"charm.land", "github.com/charmbracelet/ultraviolet"}

// vague are names that fit any content, so that the direction is lost.
var vague = []string{"util", "utils", "common", "types", "core", "manager", "helper", "helpers", "misc", "shared"}

func TestDirectionOfImports(t *testing.T) {
	for _, fault := range faults(listPackages(t)) {
		t.Error(fault)
	}
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,Deps", "dormer/...")
	cmd.Env = append(os.Environ(), "GOOS=linux") // the same packages wherever this runs
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("go list: %v: %s", err, failed.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// faults returns the violations of the rules.
func faults(packages []goPackage) []string {
	var out []string
	for _, p := range packages {
		out = append(out, directionFaults(p)...)
		out = append(out, nameFaults(p)...)
		out = append(out, purityFaults(p)...)
		out = append(out, weightFaults(p)...)
		if slices.Contains(vague, path.Base(p.ImportPath)) {
			out = append(out, fmt.Sprintf("%s has a name that says nothing: name it for its idea", p.ImportPath))
		}
	}
	return out
}

func directionFaults(p goPackage) []string {
	var out []string
	ruled := false
	for _, r := range rules {
		if !within(p.ImportPath, "dormer/"+r.tree) {
			continue
		}
		ruled = true
		if slices.ContainsFunc(r.except, func(tree string) bool { return within(p.ImportPath, "dormer/"+tree) }) {
			continue
		}
		for _, tree := range r.never {
			if i := slices.IndexFunc(p.Deps, func(dep string) bool { return within(dep, "dormer/"+tree) }); i >= 0 {
				out = append(out, fmt.Sprintf("%s is built from %s, and %s is never to be built from %s", p.ImportPath, p.Deps[i], r.tree, tree))
			}
		}
	}
	if !ruled {
		out = append(out, fmt.Sprintf("%s has no rule: give it its place in the direction of imports", p.ImportPath))
	}
	return out
}

// nameFaults returns the imports that a package must not name itself, though its dependencies may.
func nameFaults(p goPackage) (out []string) {
	for _, r := range rules {
		if !within(p.ImportPath, "dormer/"+r.tree) {
			continue
		}
		for _, tree := range r.unnamed {
			if slices.ContainsFunc(p.Imports, func(imported string) bool { return within(imported, "dormer/"+tree) }) {
				out = append(out, fmt.Sprintf("%s names %s, and %s is not to know of it", p.ImportPath, tree, r.tree))
			}
		}
	}
	return out
}

func purityFaults(p goPackage) []string {
	if !slices.Contains(pure, strings.TrimPrefix(p.ImportPath, "dormer/")) {
		return nil
	}
	var out []string
	for _, imported := range p.Imports {
		if slices.Contains(outside, imported) {
			out = append(out, fmt.Sprintf("%s imports %s, and does no input or output", p.ImportPath, imported))
		}
	}
	return out
}

func weightFaults(p goPackage) []string {
	if !within(p.ImportPath, "dormer/session") {
		return nil
	}
	var out []string
	for _, dep := range p.Deps {
		if slices.ContainsFunc(heavy, func(tree string) bool { return within(dep, tree) }) {
			out = append(out, fmt.Sprintf("%s is built from %s, which every host would pay for", p.ImportPath, dep))
		}
	}
	return out
}

// within reports whether a package is the root of a tree, or below it.
func within(importPath, tree string) bool {
	return importPath == tree || strings.HasPrefix(importPath, tree+"/")
}

// The rules find each of these faults, and none in the last package.
func TestFaultsAreFound(t *testing.T) {
	tests := []struct {
		name string
		pkg  goPackage
		want string
	}{
		{"ui reads files", goPackage{ImportPath: "dormer/ui", Deps: []string{"dormer/persist"}}, "never to be built from persist"},
		{"a part of ui starts processes", goPackage{ImportPath: "dormer/ui/x", Deps: []string{"os", "dormer/session/host"}}, "session/host"},
		{"ui knows the emulator", goPackage{ImportPath: "dormer/ui/screen", Deps: []string{"dormer/session/vt"}}, "session/vt"},
		{"the model knows the document", goPackage{ImportPath: "dormer/workspace", Deps: []string{"dormer/persist"}}, "persist"},
		{"a session knows panes", goPackage{ImportPath: "dormer/session/host", Deps: []string{"dormer/workspace"}}, "workspace"},
		{"a host links the ui's modules", goPackage{ImportPath: "dormer/session/host", Deps: []string{"charm.land/lipgloss/v2"}}, "every host would pay"},
		{"the emulator opens files", goPackage{ImportPath: "dormer/session/vt", Imports: []string{"os"}}, "input or output"},
		{"the painter reads the configuration", goPackage{ImportPath: "dormer/ui/paint", Imports: []string{"dormer/ui/config"}}, "is not to know of it"},
		{"the painter asks how a session is", goPackage{ImportPath: "dormer/ui/paint", Deps: []string{"dormer/session/health"}}, "session/health"},
		{"a position depends on its content", goPackage{ImportPath: "dormer/ui/geometry", Deps: []string{"dormer/session/client"}}, "session/client"},
		{"copy mode reads the configuration", goPackage{ImportPath: "dormer/ui/copymode", Deps: []string{"dormer/ui/config"}}, "never to be built from ui/config"},
		{"a command knows which keys are bound", goPackage{ImportPath: "dormer/ui/command", Deps: []string{"dormer/ui/bind"}}, "ui/bind"},
		{"a keymap knows the painter", goPackage{ImportPath: "dormer/ui/bind", Deps: []string{"dormer/ui/paint"}}, "ui/paint"},
		{"a dialog knows the replica of a session", goPackage{ImportPath: "dormer/ui/dialog", Deps: []string{"dormer/session/client"}}, "session/client"},
		{"the pointer sends to a session", goPackage{ImportPath: "dormer/ui/pointer", Deps: []string{"dormer/session/client"}}, "session/client"},
		{"a session knows the configuration", goPackage{ImportPath: "dormer/ui/live", Deps: []string{"dormer/ui/config"}}, "ui/config"},
		{"attention depends on the screen", goPackage{ImportPath: "dormer/ui/attention", Deps: []string{"dormer/ui/screen"}}, "ui/screen"},
		{"a room without a name", goPackage{ImportPath: "dormer/ui/util"}, "says nothing"},
		{"a package without a rule", goPackage{ImportPath: "dormer/extra"}, "has no rule"},
		{"the harness may read the screen with our emulator", goPackage{ImportPath: "dormer/ui/testing/drive", Deps: []string{"dormer/session/vt"}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(faults([]goPackage{tt.pkg}), "; ")
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("faults = %q, want %q in it", got, tt.want)
			}
		})
	}
}
