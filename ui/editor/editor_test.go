package editor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The editor gets the file, and the line where it understands one; a file of text is gone
// when the editor has ended.
func TestCommands(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file, lines, err := Write("one\ntwo\n\n\n")
	if err != nil || lines != 2 {
		t.Fatalf("%d lines, %v", lines, err)
	}
	st, err := os.Stat(file)
	if text, _ := os.ReadFile(file); err != nil || st.Mode().Perm() != 0o600 || string(text) != "one\ntwo\n" {
		t.Fatalf("%v %q %v", st.Mode(), text, err)
	}
	dir := t.TempDir()
	for _, name := range []string{"vim", "ed"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, editor string
		command      []string
		want         string
	}{
		{"a_file", "vim", On("/etc/none"), "/etc/none"},
		{"a_line", "vim", At("/etc/none", 0), "+1 /etc/none"},
		{"text_in_an_editor_without_lines", "ed", OnText("/etc/none", 2), "/etc/none"},
		{"text_at_its_end", "vim", OnText(file, lines), "+2 " + file},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(tt.command[0], tt.command[1:]...)
			cmd.Env = append(os.Environ(), "VISUAL="+filepath.Join(dir, tt.editor), "EDITOR=false")
			out, err := cmd.Output()
			if got := strings.TrimSpace(string(out)); got != tt.want || err != nil {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the text is still there")
	}
}
