//go:build linux

package stories

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session/grid"
	"dormer/ui/picture"
	"dormer/ui/testing/drive"
)

// pictured lists the agents of the pictures: their worktrees, what they print, and the states that
// they report.
var pictured = []struct{ name, worktree, prints, state string }{
	{"aider", "shorten", `\033[32m●\033[0m main.go is 12 lines shorter\n`, "done"},
	{"opencode", "readme", `\033[36m●\033[0m Writing README.md\n`, "working"},
	{"gemini", "tests", `\033[36m●\033[0m Writing greet_test.go\n`, "working"},
	{"codex", "flags", `\033[1m> let the language be a flag\033[0m\n\n` +
		`\033[32m●\033[0m Read greet.go \033[2m(25 lines)\033[0m\n\033[32m●\033[0m Edit greet.go \033[32m+4\033[0m \033[31m-1\033[0m\n` +
		`  \033[31m- for _, lang := range []string{"en", "fr", "ja"} {\033[0m\n` +
		`  \033[32m+ lang := flag.String("lang", "en", "greet in this language")\033[0m\n  \033[32m+ flag.Parse()\033[0m\n` +
		`\033[36m●\033[0m Running \033[1mgo test ./...\033[0m\n`, "working"},
	{"claude", "spanish", `\033[1m> add Spanish\033[0m\n\n` +
		`\033[32m●\033[0m Edit greet.go \033[32m+1\033[0m\n  \033[32m+ "es": "Hola",\033[0m\n\n` +
		`Bash: go test ./...\nDo you want to proceed?\n❯ 1. Yes\n  2. No\n`, "blocked:kind=permission:msg=" + base64.StdEncoding.EncodeToString([]byte("go test ./..."))},
}

// The pictures of docs/agents.md are frames of dormer with five agents at work, and of its page
// after some hours away.
func TestPicturesOfAgents(t *testing.T) {
	needs(t, "git")
	t.Parallel()
	s, to := agentsAtWork(t), *picturesDir
	if to == "" {
		to = t.TempDir()
	}
	type light struct {
		name   string
		colors picture.Colors
		accent grid.Color
	}
	dark, bright := light{"dark", picture.Dark, grid.Indexed(6)}, light{"light", picture.Light, grid.Indexed(4)}
	picture := func(by light, name string, texts ...string) {
		sc := s.WaitFor("the "+name, func(sc drive.Screen) bool {
			return hasColor(sc, by.accent) && !strings.Contains(sc.Text(), s.Home()) && !slices.ContainsFunc(texts, func(text string) bool { return !sc.Contains(text) })
		})
		s.draw(filepath.Join(to, name+"-"+by.name+".svg"), sc, by.colors)
	}
	for _, by := range []light{dark, bright} {
		if by.name == "light" {
			s.Lighten()
		}
		picture(by, "agents", "3 work", "1 waits", "Running go test", "flags  working *1", "tests  working *1", "readme  working *1")
		s.Prefix("A")
		picture(by, "question", "Inbox", "Do you want to proceed?", "1. Yes")
		s.leaves("Inbox")
	}
	s.waitUsed()
	s.leave()
	s.setLastUse(3 * time.Hour)
	s = s.relaunch()
	for _, by := range []light{dark, bright} {
		if by.name == "light" {
			s.Lighten()
		}
		picture(by, "away", awayTitle, "Add Spanish", "Shorten main", "flags: 1 changed", "readme: 1 changed", "tests: 1 changed")
	}
}

// hasColor reports whether a cell of a screen has a colour.
func hasColor(sc drive.Screen, c grid.Color) bool {
	for y := range sc.Rows {
		for x := range sc.Cols {
			if st := sc.At(x, y).Style; st.FG == c || st.BG == c {
				return true
			}
		}
	}
	return false
}

// agentsAtWork opens a workspace with five agents, each in its own worktree.
func agentsAtWork(t *testing.T) *story {
	t.Helper()
	home := t.TempDir()
	dir, bin := filepath.Join(home, "user", "greet"), filepath.Join(home, "user", "bin")
	files := map[string]string{filepath.Join(dir, "greet.go"): greetGo}
	for _, a := range pictured {
		files[filepath.Join(bin, a.name)] = fmt.Sprintf("#!/bin/bash\nprintf '%s'\nprintf '\\033]7501;state=%s\\007'\nread answer\n", a.prints, a.state)
	}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	git := func(dir, script string) {
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	git(dir, repository)
	s := open(t, withDormer(t, drive.Options{Rows: 22, Cols: 116, Home: home, Dir: dir, Reader: drive.Own, Terminal: drive.Kitty,
		Env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}, Bashrc: `PS1='\[\e[1;34m\]greet\[\e[0m\] $ '`}))
	s.name("greet")
	for _, a := range pictured { // each new tab is next to the shell's
		s.Type("clear; dormer worktree new " + a.worktree + " --agent " + a.name + "\n")
		s.WaitFor("the tab of "+a.name, func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), a.worktree) })
		s.Prefix("1")
		s.prompt("of the shell", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "1") })
	}
	tree := func(name string) string { return filepath.Join(dir, "agent", name) }
	const edit, commit = `sed -i 's/"fr": "Bonjour",/&\n\t\t"es": "Hola",/' greet.go`, `git commit -qam `
	git(tree("spanish"), edit+"; "+commit+"'Add Spanish'")
	git(tree("readme"), "echo greet > README.md; git add .")
	git(tree("tests"), "echo package main > greet_test.go; git add .")
	git(tree("shorten"), "sed -i 's/^\t\tfmt/\t\tfmt/; 2d' greet.go; "+commit+"'Shorten main'")
	git(tree("flags"), edit+"; git add .")
	s.Type("clear\n")
	s.Prefix("b")
	s.WaitText("3 work", "1 waits")
	s.Prefix("3")
	s.WaitText("Running go test")
	return s
}
