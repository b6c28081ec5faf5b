package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The page of statements counts each number once, in order, and names tests that exist; one
// that holds names at least one.
func TestStatementsAreShownByTestsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/development/statements.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	heading := regexp.MustCompile(`^## .*\((\d+)\)$`)
	row := regexp.MustCompile(`^\| (S\d+)-(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*)\|$`)
	counted, found, last := 0, 0, map[string]int{}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			counted += n
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			if strings.HasPrefix(line, "| S") {
				t.Errorf("not a row of four: %s", line)
			}
			continue
		}
		found++
		source, where, shown := m[1], m[4], strings.Fields(m[5])
		n, _ := strconv.Atoi(m[2]) // digits
		if n != last[source]+1 {
			t.Errorf("%s-%02d follows %s-%02d", source, n, source, last[source])
		}
		last[source] = n
		if len(shown) == 0 && !strings.Contains(where, "not yet") {
			t.Errorf("%s-%02d: no test shows it", source, n)
		}
		for _, name := range shown {
			if !tests[name] {
				t.Errorf("%s-%02d: there is no test %s", source, n, name)
			}
		}
	}
	if counted == 0 || found != counted {
		t.Errorf("the page has %d statements, and its headings count %d", found, counted)
	}
}

// testNames are the test functions of the module, and its scripts.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "grep", "-hoE", "--untracked", `^func (Test|Fuzz)[A-Za-z0-9_]+`, "--", "*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		names[strings.TrimPrefix(strings.TrimSpace(line), "func ")] = true
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		names["script/"+strings.TrimSuffix(filepath.Base(script), ".txtar")] = true
	}
	return names
}
