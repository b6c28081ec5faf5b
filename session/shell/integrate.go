package shell

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Start describes how a shell is executed: the file, its arguments from argv[0] on, and its
// environment as NAME=value.
type Start struct {
	Path string
	Argv []string
	Env  []string
}

// OffVariable is the variable that, set to "off", disables shell integration.
const OffVariable = "DORMER_SHELL_INTEGRATION"

// The variables that tell a script what to restore. None is left when the user's start-up files are
// read.
const (
	bashPosix = "DORMER_BASH_POSIX"
	bashEnv   = "DORMER_BASH_ENV"
	zdotdir   = "DORMER_ZDOTDIR"
	dataDirs  = "DORMER_XDG_DATA_DIRS"

	bashScriptAt = "DORMER_BASH_SCRIPT"
)

// defaultDataDirs is the default of XDG_DATA_DIRS (XDG Base Directory Specification).
const defaultDataDirs = "/usr/local/share:/usr/share"

// Integrate returns how to start an interactive shell so that it reads the scripts of dir, a result of
// [Files]. ok is false for an unknown shell, or one whose arguments determine what it reads.
func Integrate(s Start, dir string) (joined Start, ok bool) {
	login, plain := plainShell(s.Argv)
	if !plain || !filepath.IsAbs(dir) || strings.ContainsRune(dir, ':') {
		return s, false
	}
	s.Argv, s.Env = slices.Clone(s.Argv), slices.Clone(s.Env)
	switch filepath.Base(s.Path) {
	case "bash":
		return integrateBash(s, filepath.Join(dir, bashPath), login)
	case "zsh":
		s.move("ZDOTDIR", zdotdir)
		s.set("ZDOTDIR", filepath.Join(dir, zshDir))
	case "fish":
		s.move("XDG_DATA_DIRS", dataDirs)
		dirs, _ := s.get(dataDirs)
		if dirs == "" {
			dirs = defaultDataDirs
		}
		s.set("XDG_DATA_DIRS", dir+":"+dirs)
	default:
		return s, false
	}
	return s, true
}

// integrateBash makes bash read a script. The bash of macOS is too old for it.
func integrateBash(s Start, script string, login bool) (Start, bool) {
	if runtime.GOOS == "darwin" && s.Path == "/bin/bash" {
		return s, false
	}
	if !login {
		s.Argv = slices.Insert(s.Argv, 1, "--rcfile", script)
		return s, true
	}
	s.Argv = slices.Insert(s.Argv, 1, "--posix")
	s.move("ENV", bashEnv)
	s.set("ENV", "${"+bashScriptAt+"}") // bash expands this value, but not the result
	s.set(bashScriptAt, script)
	s.set(bashPosix, "1")
	return s, true
}

// plainShell reports whether arguments start an interactive shell that reads its usual files, and
// whether it is a login shell.
func plainShell(argv []string) (login, plain bool) {
	if len(argv) == 0 {
		return false, false
	}
	login = strings.HasPrefix(argv[0], "-")
	for _, arg := range argv[1:] {
		switch arg {
		case "-l", "--login", "-il", "-li":
			login = true
		case "-i", "--interactive":
		default:
			return false, false
		}
	}
	return login, true
}

func (s *Start) get(name string) (value string, ok bool) {
	for _, kv := range slices.Backward(s.Env) {
		if n, v, is := strings.Cut(kv, "="); is && n == name {
			return v, true
		}
	}
	return "", false
}

func (s *Start) set(name, value string) {
	s.unset(name)
	s.Env = append(s.Env, name+"="+value)
}

func (s *Start) unset(name string) {
	s.Env = slices.DeleteFunc(s.Env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}

// move sets the variable named to to the value of from, or unsets it if from is not set.
func (s *Start) move(from, to string) {
	s.unset(to)
	if value, ok := s.get(from); ok {
		s.set(to, value)
	}
}
