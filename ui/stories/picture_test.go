//go:build linux

package stories

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/picture"
	"dormer/ui/testing/drive"
)

// The pictures of the README and of docs/agents.md are drawn anew by
//
//	go test ./ui/stories -run TestPictures -pictures ../../docs/pictures
var picturesDir = flag.String("pictures", "", "write the pictures of the documentation to this directory")

const greetGo = `package main

import "fmt"

// greet says hello in the language of the reader.
func greet(name, lang string) string {
	words := map[string]string{
		"en": "Hello",
		"fr": "Bonjour",
		"ja": "こんにちは",
	}
	hello, ok := words[lang]
	if !ok {
		hello = words["en"]
	}
	return fmt.Sprintf("%s, %s!", hello, name)
}

func main() {
	for _, lang := range []string{"en", "fr", "ja"} {
		fmt.Println(greet("dormer", lang))
	}
}
`

const repository = `set -e
git init -q -b main .; git config user.name Ada; git config user.email ada@example.org
export GIT_AUTHOR_DATE='2026-01-05 09:00' GIT_COMMITTER_DATE='2026-01-05 09:00'
git add .; git commit -qm 'Say hello'
git checkout -qb languages; git commit -q --allow-empty -m 'Add French'; git commit -q --allow-empty -m 'Add Japanese'
git checkout -q main; git commit -q --allow-empty -m 'Explain how to run it'
git merge -q --no-ff -m 'Merge branch languages' languages
git commit -q --allow-empty -m 'Test every language'
`

// programs are the programs in the panes of the pictures, by name.
var programs = map[string]string{
	"check": `printf '\033[1m=== go test ./...\033[0m\n'
for l in en fr ja; do printf '\033[32m✓\033[0m greets in %s\n' $l; done
printf '\033[31m✗\033[0m greets in es: \033[2mno word for "es"\033[0m\n\033[1;31m1 failed\033[0m, \033[1;32m3 passed\033[0m in 0.04s\n'
exit 1`,
	"agent": `printf '\033]2;agent: add Spanish\007'
printf '\033[32m●\033[0m Read greet.go \033[2m(24 lines)\033[0m\n\033[32m●\033[0m Edit greet.go \033[32m+1\033[0m\n  \033[32m+ "es": "Hola",\033[0m\n'
printf '\033[33m●\033[0m Run \033[1mgo test ./...\033[0m?  \033[7m 1 yes \033[0m  2 no\n'
until [ -e ~/asks ]; do sleep 0.1; done; printf '\a'; read answer`,
	"serve": `say() { printf '\033[2m09:41:%s\033[0m %b \033[2m%s\033[0m\n' "$1" "$2" "$3"; }
say 02 '\033[32mINFO \033[0m GET /greet/fr' 12ms
say 04 '\033[32mINFO \033[0m GET /greet/ja' 9ms
say 07 '\033[33mWARN \033[0m slow: GET /greet/en' 812ms
say 09 '\033[31mERROR\033[0m GET /greet/es: no word' 2ms
say 10 '\033[32mINFO \033[0m GET /greet/en' 11ms
sleep 1000`,
	"deploy": `echo deploying to staging; sleep 1.1; printf '\033[31mstaging does not answer\033[0m\n'; exit 1`,
}

// The README's pictures are frames of dormer at work, in the dark and in the light theme.
func TestPictures(t *testing.T) {
	needs(t, "git", "vim")
	t.Parallel()
	s := workplace(t)
	to := *picturesDir
	if to == "" {
		to = t.TempDir()
	}
	for _, by := range []struct {
		name   string
		colors picture.Colors
		accent grid.Color
	}{{"dark", picture.Dark, grid.Indexed(6)}, {"light", picture.Light, grid.Indexed(4)}} {
		if by.name == "light" {
			s.Lighten()
		}
		picture := func(name, sign string, texts ...string) {
			sc := s.WaitFor("the "+name, func(sc drive.Screen) bool {
				x, y, ok := sc.Find(sign)
				return ok && sc.At(x, y).Style.FG == by.accent && !slices.ContainsFunc(texts, func(text string) bool { return !sc.Contains(text) })
			})
			s.draw(filepath.Join(to, name+"-"+by.name+".svg"), sc, by.colors)
		}
		picture("workspace", "━", "1 failed, 3 passed", "こんにちは", "ERROR", "! 1 asks: agent: add Spanish", "✗ 1 failed: deploy")
		s.Prefix("w")
		s.WaitText("Overview")
		s.Press("down", "down")
		picture("overview", "╭", "closed tab", "Edit greet.go")
		s.leaves("Overview")
		s.Prefix("A")
		picture("inbox", "╭", "Inbox", "failed with code 1", "rang the bell")
		s.leaves("Inbox")
		s.Prefix("U")
		picture("shelf", "╭", "Shelf", "keeps it", "all good")
		s.leaves("keeps it")
		s.Prefix("v")
		picture("float", "┏", "Merge branch")
		s.Prefix("v")
		s.WaitGone("Merge branch")
	}
}

// leaves closes a dialog and waits until it is gone.
func (s *story) leaves(text string) {
	s.t.Helper()
	s.Press("esc")
	s.WaitGone(text)
}

// workplace opens a workspace in which somebody works.
func workplace(t *testing.T) *story {
	t.Helper()
	home := t.TempDir()
	dir, bin := filepath.Join(home, "user", "greet"), filepath.Join(home, "user", "bin")
	files := map[string]string{
		filepath.Join(dir, "greet.go"):            greetGo,
		filepath.Join(home, "user", ".vimrc"):     "syntax on\nset nocompatible background=dark number laststatus=0 ts=4 noswapfile viminfo=\n",
		filepath.Join(home, "config/config.toml"): "[attention]\nfinished = \"1s\"\n",
	}
	for name, text := range programs {
		files[filepath.Join(bin, name)] = "#!/bin/bash\n" + text + "\n"
	}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	git := exec.Command("sh", "-c", repository)
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("the pictures show a git repository: %v: %s", err, out)
	}
	s := open(t, drive.Options{Rows: 30, Cols: 116, Home: home, Dir: dir, Reader: drive.Own, Terminal: drive.Kitty,
		Bashrc: `PATH=~/bin:$PATH; PS1='\[\e[1;34m\]greet\[\e[0m\] $ '`})
	s.name("editor")
	s.splitRight("tests")
	s.splitBelow("agent")
	s.splitBelow("log")
	s.unnamed("serve", "GET /greet/en")
	s.focus("agent", "k")
	s.unnamed("agent", "1 yes")
	s.focus("tests", "k")
	s.unnamed("check", "1 failed")
	s.focus("editor", "h")
	s.unnamed("vim greet.go", "こんにちは")
	s.newTab(2, "make test")
	s.run("check; echo all good", "all good")
	s.newTab(3, "notes")
	s.newTab(4, "deploy")
	s.Type("deploy\n")
	s.WaitText("deploying to staging")
	for _, name := range []string{"notes", "make test"} {
		s.goTo(name)
		s.Prefix("&")
		s.WaitFor(name+" to close", func(sc drive.Screen) bool { return !hasTab(sc, name) })
	}
	s.Prefix("1")
	s.WaitText("こんにちは")
	s.Prefix("F")
	s.prompt("of the floating pane", func(sc drive.Screen) bool { return sc.Contains("┏") })
	s.run("git log --graph --oneline --color=always | cat", "Say hello")
	s.Prefix("v")
	s.WaitGone("Say hello")
	s.touchHome("asks")
	s.WaitFor("the notices to go", func(sc drive.Screen) bool { return strings.Contains(status(sc), "~/greet main") })
	return s
}

// touchHome creates an empty file in the home directory of the story's shells.
func (s *story) touchHome(name string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.Home(), "user", name), nil, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// unnamed removes the title of the active pane's shell and runs a command in it.
func (s *story) unnamed(command, text string) {
	s.t.Helper()
	s.Type("clear; name ''\n")
	s.prompt("without a name", anywhere)
	s.run(command, text)
}

// draw writes a screen as a picture.
func (s *story) draw(path string, sc drive.Screen, c picture.Colors) {
	s.t.Helper()
	seen := picture.Screen{Rows: sc.Rows, Cols: sc.Cols, Cursor: sc.Cursor}
	for y := range sc.Rows {
		row := make([]picture.Cell, sc.Cols)
		for x := range row {
			c := sc.At(x, y)
			row[x] = picture.Cell{Text: c.Text, Width: c.Width, Style: c.Style}
		}
		seen.Cells = append(seen.Cells, row)
	}
	var out bytes.Buffer
	err := picture.SVG(&out, seen, c)
	if err == nil {
		err = os.WriteFile(path, out.Bytes(), 0o644)
	}
	if err != nil {
		s.t.Error(err)
	}
}
