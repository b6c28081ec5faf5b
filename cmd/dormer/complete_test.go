//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// inShell runs a text in a shell, beside a dormer with a workspace "blog" and a file "sawdust", and
// returns the output. In the text, SCRIPT is the path of the shell's completion script.
func inShell(t *testing.T, shell, text string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("%s is not installed here", shell)
	}
	dir := t.TempDir()
	script := run(t, dir, "completion", shell)
	for _, err := range []error{
		os.Symlink(drive.Build(t), filepath.Join(dir, "dormer")),
		os.MkdirAll(filepath.Join(dir, "state", "workspaces", "blog"), 0o700),
		os.WriteFile(filepath.Join(dir, "script"), []byte(script), 0o600),
		os.WriteFile(filepath.Join(dir, "sawdust"), nil, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	text = strings.ReplaceAll(text, "SCRIPT", filepath.Join(dir, "script"))
	cmd := exec.CommandContext(t.Context(), path, append(args, "-c", text)...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, "DORMER_HOME=" + dir, "LC_ALL=C.UTF-8", "COLUMNS=80"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestBashCompletes(t *testing.T) {
	tests := []struct{ name, line, words, kind, want string }{
		{"a command", "dormer do", "dormer do", "9", "do      (Run a command of dormer in the running one)\ndoctor  (Look for problems, and suggest remedies)\n"},
		{"one command", "dormer cap", "dormer cap", "9", "capture\n"},
		{"a command below another", "dormer workspace res", "dormer workspace res", "9", "restore\n"},
		{"a flag, after another", "dormer capture -S --las", "dormer capture -S --las", "9", "--last-command\n"},
		{"an empty word", "dormer -w ", "dormer -w ''", "9", "blog\n"},
		{"a value after =", "dormer --workspace=b", "dormer --workspace = b", "9", "blog\n"},
		{"choices after =", "dormer --restore=", "dormer --restore =", "9", "start\nask\n"},
		{"choices in rotation", "dormer --restore ", "dormer --restore ''", "37", "start\nask\n"},
		{"nothing, for bash to complete files", "dormer -- sawd", "dormer -- sawd", "9", ""},
		{"a cursor that is not at the end", "dormer cap", "dormer capxxx", "9", "capture\n"},
	}
	packages := map[string]string{"without bash-completion": ""}
	if path := "/usr/share/bash-completion/bash_completion"; fileExists(path) {
		packages["with bash-completion"] = "source " + path
	}
	for name, load := range packages {
		for _, tt := range tests {
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				got := inShell(t, "bash", load+`
source SCRIPT
COMP_LINE='`+tt.line+`' COMP_POINT=${#COMP_LINE} COMP_TYPE=`+tt.kind+` COMP_WORDS=(`+tt.words+`)
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
__start_dormer
for w in "${COMPREPLY[@]}"; do echo "$w"; done`, "--norc", "--noprofile")
				if got != tt.want {
					t.Errorf("offers %q, want %q", got, tt.want)
				}
			})
		}
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestFishCompletes(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"commands", "dormer do", "do\tRun a command of dormer in the running one\ndoctor\tLook for problems, and suggest remedies\n"},
		{"a flag", "dormer capture -S --las", "--last-command\tprint only the output of the last command\n"},
		{"a workspace", "dormer -w ", "blog\n"},
		{"a choice after =", "dormer --restore=s", "--restore=start\n"},
		{"a program to run", "dormer -- sawd", "sawdust\n"},
		{"a file after =", "dormer capture --output=sawd", "--output=sawdust\n"},
		{"no file", "dormer ps sawd", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := inShell(t, "fish", `source SCRIPT; complete -C "`+tt.line+`"`, "--no-config"); got != tt.want {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}

// The functions with which zsh completes files and prints offers exist only while somebody types; here
// replacements print.
func TestZshCompletes(t *testing.T) {
	tests := []struct{ name, words, want string }{
		{"commands", "dormer do", "do:Run a command of dormer in the running one\ndoctor:Look for problems, and suggest remedies\n"},
		{"a flag", "dormer capture -S --las", "--last-command:print only the output of the last command\n"},
		{"an empty word", "dormer -w ''", "blog\n"},
		{"a choice after =", "dormer --restore=s", "-P\n--restore=\nstart\n"},
		{"a program to run", "dormer -- sawd", "files\n"},
		{"no file", "dormer ps sawd", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := inShell(t, "zsh", `compdef() { }
_arguments() { print files }
_describe() { (( ${#${(P)2}} )) && print -l -r -- $argv[3,-1] ${(P)2} }
source SCRIPT
words=(`+tt.words+`) CURRENT=$#words
_dormer || true`, "-f")
			if got != tt.want {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}
