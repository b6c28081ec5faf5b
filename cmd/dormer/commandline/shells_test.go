package commandline

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// beShed has this test be the program whose words a shell completes.
const beShed = "DORMER_TEST_SHED"

func TestMain(m *testing.M) {
	if os.Getenv(beShed) == "" {
		os.Exit(m.Run())
	}
	s := newShed()
	_, err := s.root.Execute(context.Background(), os.Args[1:], os.Stdout)
	_, _ = s.out.WriteTo(os.Stdout)
	if err != nil {
		os.Exit(1)
	}
}

// inShell runs a text in a shell that has the script for it, and returns what it prints.
// In the text, SCRIPT is the path of the script.
func inShell(t *testing.T, shell, text string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("there is no %s here", shell)
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(dir, "shed"))
	}
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte(newShed().says(t, "completion", shell)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sawdust"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, append(args, "-c", strings.ReplaceAll(text, "SCRIPT", script))...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, beShed + "=1", "LC_ALL=C.UTF-8"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestBash(t *testing.T) {
	tests := []struct{ name, line, words, kind, want string }{
		{"a command", "shed le", "shed le", "9", "lend\n"},
		{"commands, listed with what they are about", "shed l", "shed l", "63", "lend  (Give a tool away)\nlist  (List what there is)\n"},
		{"commands, to go on with", "shed l", "shed l", "9", "lend\nlist\n"},
		{"a flag, behind another", "shed lend -d --al", "shed lend -d --al", "9", "--all\n"},
		{"an empty word", "shed lend ", "shed lend ''", "9", "saw\nhammer:\\ big\nhammer:\\ small\n"},
		{"a name with a space", `shed lend hammer:\ s`, `shed lend hammer : '\ s'`, "9", "\\ small\n"},
		{"a name in quotes", `shed lend "hammer: b`, `shed lend '"hammer: b'`, "9", " big\n"},
		{"a file", "shed lend saw sawd", "shed lend saw sawd", "9", "sawdust\n"},
		{"a file behind =", "shed --name=sawd", "shed --name = sawd", "9", "sawdust\n"},
		{"a choice behind =", "shed lend --size=s", "shed lend --size = s", "9", "small\n"},
		{"choices behind =", "shed lend --size=", "shed lend --size =", "9", "big\nsmall\n"},
		{"no file", "shed lend sawd", "shed lend sawd", "9", ""},
		{"a cursor that is not at the end", "shed le", "shed letter", "9", "lend\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := inShell(t, "bash", `source SCRIPT
COMP_LINE='`+tt.line+`' COMP_POINT=${#COMP_LINE} COMP_TYPE=`+tt.kind+` COMP_WORDS=(`+tt.words+`)
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_shed
for w in "${COMPREPLY[@]}"; do echo "$w"; done`, "--norc", "--noprofile")
			if got != tt.want {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFish(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"commands", "shed l", "lend\tGive a tool away\nlist\tList what there is\n"},
		{"a flag", "shed lend -d --al", "--all\tall tools\n"},
		{"an argument that begins so", "shed lend s", "saw\tfor wood\n"},
		{"a file", "shed lend saw sawd", "sawdust\n"},
		{"a file behind =", "shed --name=sawd", "--name=sawdust\n"},
		{"a choice behind =", "shed lend --size=s", "--size=small\n"},
		{"no file", "shed lend sawd", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := inShell(t, "fish", `source SCRIPT; complete -C "`+tt.line+`"`, "--no-config"); got != tt.want {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}

// What completes files and writes offers in zsh exists only while somebody types: here it
// prints.
func TestZsh(t *testing.T) {
	tests := []struct{ name, words, want string }{
		{"commands", "shed l", "lend:Give a tool away\nlist:List what there is\n"},
		{"a flag", "shed lend -d --al", "--all:all tools\n"},
		{"an empty word", "shed lend ''", "saw:for wood\nhammer\\: big\nhammer\\: small:a toy\n"},
		{"a file", "shed lend saw sawd", "files\n"},
		{"a file behind =", "shed --name=sawd", "behind *=\nfiles\n"},
		{"a choice behind =", "shed lend --size=s", "behind *=\nsmall\n"},
		{"no file", "shed lend sawd", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := inShell(t, "zsh", `compdef() { }
compset() { print behind "$2" }
_files() { print files }
_describe() { print -l -r -- "${(@P)2}" }
source SCRIPT
words=(`+tt.words+`) CURRENT=$#words PREFIX=$words[-1]
_shed`, "-f")
			if got != tt.want {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}
