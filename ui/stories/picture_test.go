//go:build linux

package stories

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dormer/session/grid"
	"dormer/ui/picture"
	"dormer/ui/testing/drive"
)

// The README's pictures are made afresh by
//
//	go test ./ui/stories -run TestPictures -pictures ../../docs/pictures
var picturesDir = flag.String("pictures", "", "write the README's pictures to this directory")

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

const checks = `for l in en fr ja; do printf '\033[32m✓\033[0m greets in %s\n' $l; done; printf '\033[1;32m3 passed\033[0m in 0.04s\n'`

// The README's pictures are frames that dormer draws, in the terminal of somebody who
// works in it, by day and by night.
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
		accented := func(sc drive.Screen, sign string) bool {
			x, y, ok := sc.Find(sign)
			return ok && sc.At(x, y).Style.FG == by.accent
		}
		draw := func(name string, sc drive.Screen) { s.draw(filepath.Join(to, name+"-"+by.name+".svg"), sc, by.colors) }
		draw("workspace", s.WaitFor("the workspace", func(sc drive.Screen) bool {
			return accented(sc, "━") && sc.Contains("3 passed") && sc.Contains("Merge branch") && sc.Contains("こんにちは") && sc.Cursor.Visible
		}))
		s.Prefix("w")
		s.WaitText("Overview")
		s.Press("down", "down")
		draw("overview", s.WaitFor("the overview", func(sc drive.Screen) bool {
			return accented(sc, "╭") && sc.Count("Merge branch") == 1 && sc.Contains("closed tab")
		}))
		s.Press("esc")
		s.WaitGone("Overview")
		s.Prefix("U")
		draw("shelf", s.WaitFor("the shelf", func(sc drive.Screen) bool {
			return accented(sc, "╭") && sc.Contains("keeps it") && sc.Contains("all good")
		}))
		s.Press("esc")
		s.WaitGone("keeps it")
	}
}

// workplace is a workspace in which somebody works.
func workplace(t *testing.T) *story {
	t.Helper()
	home := t.TempDir()
	dir := filepath.Join(home, "user", "greet")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "greet.go"), []byte(greetGo), 0o600); err != nil {
		t.Fatal(err)
	}
	git := exec.Command("sh", "-c", repository)
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("the pictures show a git repository: %v: %s", err, out)
	}
	s := open(t, drive.Options{Rows: 30, Cols: 110, Home: home, Dir: dir, Reader: drive.Own, Terminal: drive.Kitty,
		Bashrc: `PS1='\[\e[1;34m\]greet\[\e[0m\] $ '`})
	s.name("editor")
	s.splitRight("tests")
	s.splitBelow("git log")
	s.run("clear; git log --graph --oneline --color=always | cat", "Say hello")
	s.focus("tests", "k")
	s.run("clear; "+checks, "3 passed")
	s.focus("editor", "h")
	s.Type("clear; vim -u NONE -N -c 'syntax on | set background=dark number laststatus=0 ts=4 | 6' greet.go; name editor\n")
	s.WaitText("こんにちは", "fmt.Println")
	s.newTab(2, "server")
	s.newTab(3, "make test")
	s.run("clear; "+checks+"; echo all good", "all good")
	s.newTab(4, "notes")
	s.Prefix("&")
	s.WaitText("brings it back")
	s.Prefix("3")
	s.WaitFor("make test", func(sc drive.Screen) bool { return activeTab(sc) == "3 make test" })
	s.Prefix("&")
	s.WaitFor("make test to close", func(sc drive.Screen) bool { return !hasTab(sc, "make test") })
	s.Prefix("1")
	s.WaitFor("the editor", func(sc drive.Screen) bool { return activeTab(sc) == "1 editor" })
	return s
}

// draw writes a screen as a picture.
func (s *story) draw(path string, sc drive.Screen, c picture.Colors) {
	s.t.Helper()
	seen := picture.Screen{Rows: sc.Rows, Cols: sc.Cols, Cursor: sc.Cursor}
	for y := range sc.Rows {
		row := make([]picture.Cell, sc.Cols)
		for x := range row {
			row[x] = picture.Cell(sc.At(x, y))
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
