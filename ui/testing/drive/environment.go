//go:build linux

package drive

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// environment is a clean environment: of the user who runs the tests only the search path
// reaches the program.
func (o Options) environment() []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + filepath.Join(o.Home, "user"),
		"SHELL=/bin/bash",
		"LANG=C.UTF-8",
		"LC_ALL=C.UTF-8",
		"TERM=xterm-256color",
		"DORMER_HOME=" + o.Home,
	}
	for _, e := range o.Env {
		name, _, set := strings.Cut(e, "=")
		env = slices.DeleteFunc(env, func(s string) bool { return strings.HasPrefix(s, name+"=") })
		if set {
			env = append(env, e)
		}
	}
	return env
}
