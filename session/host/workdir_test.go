package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session"
)

// A shell starts in the nearest existing directory, a command in the requested one or not at all.
func TestDirectoriesOfShellsAndCommands(t *testing.T) {
	there := t.TempDir()
	gone, file := filepath.Join(there, "gone"), filepath.Join(there, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	shell, command := []string(nil), []string{"/bin/sh", "-c", "exit"}
	for _, tt := range []struct {
		name             string
		command          []string
		dir, first, want string // an empty want is a refusal
	}{
		{"shell, existing directory", shell, there, "", there},
		{"shell, missing directory", shell, gone, "", there},
		{"command, existing directory", command, there + "/", "", there},
		{"command, no directory requested", command, "", "", there},
		{"command, missing directory", command, gone, gone, ""},
		{"command, left for a missing one", command, gone, there, there},
		{"command, a file", command, file, "", ""},
		{"command, relative", command, "gone", "", ""},
	} {
		spec := session.Spec{Command: tt.command, Dir: tt.dir, Source: session.Source{Dir: tt.first}, Env: []string{"HOME=" + there, "SHELL=/bin/sh"}}
		l, err := plan(spec, Options{})
		if (err != nil) != (tt.want == "") || l.dir != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.name, l.dir, err, tt.want)
		}
		if err != nil && !strings.Contains(err.Error(), "directory "+tt.dir+" is gone or may not be entered") {
			t.Errorf("%s: the directory is not named: %v", tt.name, err)
		}
	}
}
