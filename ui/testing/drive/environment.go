//go:build linux

package drive

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// environment returns the environment of the program. Of the tests' own environment it keeps
// only PATH.
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
