//go:build linux

package stories

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/drive"
	"dormer/ui/drive/picture"
)

// The README's picture is made by
//
//	go test ./ui/stories -run TestPicture -picture ../../docs/screen.svg
//
// and -picture x.png makes one of pixels.
var pictureFile = flag.String("picture", "", "write the README's picture to this file (.svg or .png)")

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

func TestPicture(t *testing.T) {
	needs(t, "git", "vim")
	t.Parallel()
	s := open(t, drive.Options{Rows: 30, Cols: 110, Reader: drive.Own, Terminal: drive.Kitty,
		Bashrc: `PS1='\[\e[1;34m\]greet\[\e[0m\] $ '`})
	if err := os.WriteFile(filepath.Join(s.Dir(), "greet.go"), []byte(greetGo), 0o600); err != nil {
		t.Fatal(err)
	}
	git := exec.Command("sh", "-c", repository)
	git.Dir = s.Dir()
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("the picture shows a git repository: %v: %s", err, out)
	}
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
	s.Prefix("&")
	s.WaitText("Ctrl-Shift-T brings it back")
	s.Prefix("1")
	sc := s.WaitFor("the picture", func(sc drive.Screen) bool {
		return activeTab(sc) == "1 editor" && sc.Contains("3 passed") && sc.Contains("Merge branch") && sc.Contains("こんにちは") &&
			strings.Contains(status(sc), "make test") && sc.Cursor.Visible
	})
	s.draw(sc)
}

// draw writes the picture to where it was asked for, else to nowhere.
func (s *story) draw(sc drive.Screen) {
	s.t.Helper()
	write := picture.SVG
	if strings.HasSuffix(*pictureFile, ".png") {
		write = picture.PNG
	}
	to := io.Discard
	if *pictureFile != "" {
		f, err := os.Create(*pictureFile)
		if err != nil {
			s.t.Fatal(err)
		}
		defer func() {
			if err := f.Close(); err != nil {
				s.t.Error(err)
			}
		}()
		to = f
	}
	if err := write(to, sc); err != nil {
		s.t.Error(err)
	}
}
