package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// top is the repository's root directory, relative to this package.
const top = "../.."

func page(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// everyCommand walks the commands that help lists.
func everyCommand(c *cobra.Command, visit func(*cobra.Command)) {
	c.InitDefaultHelpFlag()
	visit(c)
	for _, sub := range c.Commands() {
		if sub.Name() != "help" && !sub.Hidden {
			everyCommand(sub, visit)
		}
	}
}

// The manual names every command and every flag.
func TestTheManualNamesEveryCommand(t *testing.T) {
	manual := page(t, "docs/manual.md")
	everyCommand(rootCommand(), func(c *cobra.Command) {
		line := `(?m)^`
		for _, word := range strings.Fields(c.CommandPath()) {
			line += `.*\b` + regexp.QuoteMeta(word) + `\b`
		}
		if !regexp.MustCompile(line).MatchString(manual) {
			t.Errorf("the manual does not name %s", c.CommandPath())
		}
	})
	rootCommand().Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "version" && !strings.Contains(manual, "--"+f.Name) {
			t.Errorf("the manual does not name --%s", f.Name)
		}
	})
}

// Every help text describes a command in a few words, and each flag with a placeholder that is not a Go
// type. No line is wider than 80 columns.
func TestHelpHasOneForm(t *testing.T) {
	everyCommand(rootCommand(), func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.ToUpper(c.Short[:1]) != c.Short[:1] {
			t.Errorf("%s: %q does not have the form of the list of commands", c.CommandPath(), c.Short)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			if usage == "" || strings.HasSuffix(usage, ".") || value == f.Value.Type() && value != "" {
				t.Errorf("%s --%s %s: %q", c.CommandPath(), f.Name, value, usage)
			}
		})
		for line := range strings.Lines(c.Long + "\n" + c.UsageString()) {
			if width := displaywidth.String(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%s: help is %d columns wide: %s", c.CommandPath(), width, line)
			}
		}
	})
}

// Every link of the README and of docs, to a file or to a heading, has a target.
func TestLinksHaveTargets(t *testing.T) {
	pages := []string{filepath.Join(top, "README.md")}
	err := filepath.WalkDir(filepath.Join(top, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil || len(pages) < 2 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]*)(#[^)]*)?\)|src(?:set)?="([^"]+)"`)
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to := path
			if file := m[1] + m[3]; file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: link to %s: no such file", path, to)
				continue
			}
			if m[2] != "" && !strings.Contains(anchors(t, to), m[2]+"\n") {
				t.Errorf("%s: link to %s%s: no such heading", path, to, m[2])
			}
		}
	}
}

// anchors returns the headings of a page as links name them, each on a line.
func anchors(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			name := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
			out.WriteString("#" + strings.ReplaceAll(name, " ", "-") + "\n")
		}
	}
	return out.String()
}

// The architecture page has a row for each package that is not internal or for tests, and no other row.
func TestTheArchitecturePageListsEveryPackage(t *testing.T) {
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(page(t, "docs/architecture.md"), -1) {
		listed["dormer/"+row[1]] = true
		if _, err := os.Stat(filepath.Join(top, row[1])); err != nil {
			t.Errorf("a row for %s, which is not a package", row[1])
		}
	}
	for _, p := range listPackages(t) {
		known := strings.Contains(p.ImportPath, "/internal/") || strings.HasSuffix(p.ImportPath, "test")
		if !known && !listed[p.ImportPath] { // these are internal to a package, or for tests
			t.Errorf("no row for %s", p.ImportPath)
		}
	}
}
