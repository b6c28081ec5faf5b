package editor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The editor gets the file, with a line number if it supports one. A text file is removed when the
// editor has ended.
func TestCommands(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	for _, name := range []string{"vim", "ed"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	there := filepath.Join(dir, "vim")
	text, err := Text("output", "/src", "one\ntwo\n\n\n", true)
	if err != nil || text.Name != "output" || text.Dir != "/src" {
		t.Fatalf("%+v, %v", text, err)
	}
	file := textFile(t)
	st, err := os.Stat(file)
	if text, _ := os.ReadFile(file); err != nil || st.Mode().Perm() != 0o600 || string(text) != "one\ntwo\n" {
		t.Fatalf("%v %q %v", st, text, err)
	}
	line, err := Line(there, 0, dir, "")
	if err != nil || line.Name != "vim" || line.Dir != dir {
		t.Fatalf("%+v, %v", line, err)
	}
	tests := []struct {
		name, editor string
		tab          Tab
		want         string
	}{
		{"a_file", "vim", File("/etc/none"), "/etc/none"},
		{"a_line", "vim", line, "+1 " + there},
		{"text_at_its_end", "vim", text, "+2 " + file},
	}
	run := func(t *testing.T, editor string, tab Tab, want string) {
		t.Helper()
		cmd := exec.Command(tab.Command[0], tab.Command[1:]...)
		cmd.Env = append(os.Environ(), "VISUAL="+filepath.Join(dir, editor), "EDITOR=false")
		out, err := cmd.Output()
		if got := strings.TrimSpace(string(out)); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { run(t, tt.editor, tt.tab, tt.want) })
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the text file still exists")
	}
	for editor, line := range map[string]string{"ed": "", "vim": "+2 "} {
		tab, err := Text("history", "/src", "one\ntwo", true)
		if err != nil {
			t.Fatal(err)
		}
		run(t, editor, tab, line+textFile(t)) // ed does not support line numbers
	}
	tab, err := Text("output", "/src", "one\ntwo", false)
	if err != nil {
		t.Fatal(err)
	}
	run(t, "vim", tab, textFile(t))
}

// textFile returns the path of the only text file.
func textFile(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "dormer-*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	return files[0]
}

func TestNoFile(t *testing.T) {
	_, err := Line("/home/me/none.go", 3, "/home/me", "/home/me")
	if err == nil || err.Error() != "there is no file ~/none.go: is the pane in another directory?" {
		t.Errorf("got %v", err)
	}
}
