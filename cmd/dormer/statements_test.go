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

// statements is the number of each source's statements, with those that the first count overlooked.
var statements = map[string]int{"S0": 28, "S1": 26, "S2": 39, "S3": 72, "S4": 32}

// The page of statements has each number once, in order. A statement that holds names a test, and one
// that does not names an issue. The tests exist and name the statement.
func TestStatementsAreShownByTestsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/development/statements.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testTexts(t)
	row := regexp.MustCompile(`^\| (S\d+)-(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*)\|$`)
	issue := regexp.MustCompile(`\(issue \d+\)`)
	last := map[string]int{}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		m := row.FindStringSubmatch(line)
		if m == nil {
			if strings.HasPrefix(line, "| S") {
				t.Errorf("not a row of four cells: %s", line)
			}
			continue
		}
		source, statement, where, shown := m[1], m[1]+"-"+m[2], m[4], strings.Fields(m[5])
		n, _ := strconv.Atoi(m[2]) // the pattern matches digits only
		if n != last[source]+1 {
			t.Errorf("%s follows %s-%02d", statement, source, last[source])
		}
		last[source] = n
		missing := strings.Contains(where, "not yet")
		if missing && !issue.MatchString(where) {
			t.Errorf("%s does not hold but names no issue: %s", statement, where)
		}
		if len(shown) == 0 && !missing {
			t.Errorf("%s: no test shows it", statement)
		}
		for _, name := range shown {
			switch text, exists := tests[name]; {
			case !exists:
				t.Errorf("%s: no test %s", statement, name)
			case !strings.Contains(text, statement):
				t.Errorf("%s: %s does not name it", statement, name)
			}
		}
	}
	for source, n := range statements {
		if last[source] != n {
			t.Errorf("the page has %d statements of %s, want %d", last[source], source, n)
		}
		delete(last, source)
	}
	if len(last) > 0 {
		t.Errorf("unknown sources: %v", last)
	}
}

// testTexts maps the names of the module's test functions and scripts to their texts, with the comments
// above them. Tests of the same name in several packages are one text.
func testTexts(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "ls-files", "--cached", "--others", "--exclude-standard", "--", "*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	function := regexp.MustCompile(`(?ms)^((?://[^\n]*\n)*)func ((?:Test|Fuzz)\w+)\(.*?^}`)
	for file := range strings.Lines(string(out)) {
		text, err := os.ReadFile(filepath.Join("../..", strings.TrimSpace(file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range function.FindAllStringSubmatch(string(text), -1) {
			texts[m[2]] += m[0]
		}
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		texts["script/"+strings.TrimSuffix(filepath.Base(script), ".txtar")] = string(text)
	}
	return texts
}
