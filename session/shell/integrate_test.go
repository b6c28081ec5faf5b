package shell

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestJoin(t *testing.T) {
	tests := []struct {
		name      string
		start     Start
		argv, env []string
		not       bool
	}{
		{name: "bash_login", start: Start{"/bin/bash", []string{"-bash"}, []string{"A=1"}},
			argv: []string{"-bash", "--posix"}, env: []string{"A=1", "ENV=${DORMER_BASH_SCRIPT}", "DORMER_BASH_SCRIPT=/s/bash/dormer.bash", "DORMER_BASH_POSIX=1"}},
		{name: "bash_login_with_env", start: Start{"/bin/bash", []string{"bash", "-l"}, []string{"ENV=/e"}},
			argv: []string{"bash", "--posix", "-l"}, env: []string{"DORMER_BASH_ENV=/e", "ENV=${DORMER_BASH_SCRIPT}", "DORMER_BASH_SCRIPT=/s/bash/dormer.bash", "DORMER_BASH_POSIX=1"}},
		{name: "bash", start: Start{"/bin/bash", []string{"bash"}, nil}, argv: []string{"bash", "--rcfile", "/s/bash/dormer.bash"}},
		{name: "zsh", start: Start{"/bin/zsh", []string{"-zsh"}, []string{"ZDOTDIR=/z"}},
			argv: []string{"-zsh"}, env: []string{"DORMER_ZDOTDIR=/z", "ZDOTDIR=/s/zsh"}},
		{name: "zsh_with_an_inherited_variable", start: Start{"/bin/zsh", []string{"-zsh"}, []string{"DORMER_ZDOTDIR=/old"}},
			argv: []string{"-zsh"}, env: []string{"ZDOTDIR=/s/zsh"}},
		{name: "fish", start: Start{"/bin/fish", []string{"-fish"}, nil},
			argv: []string{"-fish"}, env: []string{"XDG_DATA_DIRS=/s:/usr/local/share:/usr/share"}},
		{name: "a_script", start: Start{"/bin/bash", []string{"bash", "-c", "ls"}, nil}, not: true},
		{name: "without_start-up_files", start: Start{"/bin/bash", []string{"bash", "--norc"}, nil}, not: true},
		{name: "posix_by_hand", start: Start{"/bin/bash", []string{"bash", "--posix"}, nil}, not: true},
		{name: "another_shell", start: Start{"/bin/dash", []string{"-dash"}, nil}, not: true},
		{name: "nothing", start: Start{Path: "/bin/bash"}, not: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Integrate(tt.start, "/s")
			switch {
			case ok == tt.not:
				t.Fatalf("ok = %v", ok)
			case tt.not:
				return
			}
			if !slices.Equal(got.Argv, tt.argv) || !slices.Equal(got.Env, tt.env) {
				t.Errorf("got  %q %q\nwant %q %q", got.Argv, got.Env, tt.argv, tt.env)
			}
		})
	}
}

// Files repairs existing files and hides them from others.
func TestFiles(t *testing.T) {
	root := filepath.Join(t.TempDir(), "shell")
	dir, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "zsh/.zshenv")
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := Files(root); err != nil || again != dir {
		t.Fatalf("got %q %v, want %q", again, err, dir)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != zshenvScript {
		t.Errorf("got %q %v", text, err)
	}
	for _, p := range []string{root, dir, filepath.Dir(path)} {
		if st, err := os.Stat(p); err != nil || st.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v", p, st, err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "zsh"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Files(root); err == nil {
		t.Error("a directory that others can write to was used")
	}
}
