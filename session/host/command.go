package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// fallbackShell exists on every system that dormer runs on.
const fallbackShell = "/bin/sh"

// defaultPath is searched where the environment has no PATH.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// command is a file to execute, and its arguments.
type command struct {
	path string
	argv []string
	// shell is the path of the login shell, if the command is one.
	shell string
	// notice tells the user if the command is not the requested one.
	notice string
}

// resolve finds the file and arguments of a session's command. An empty command is the
// user's login shell.
func resolve(argv, env []string, dir string) (command, error) {
	if len(argv) == 0 {
		return loginShell(env, "/etc/passwd", os.Getuid()), nil
	}
	path, err := lookPath(argv[0], getEnv(env, "PATH"), dir)
	if err != nil {
		return command{}, err
	}
	return command{path: path, argv: argv}, nil
}

// loginShell returns $SHELL if it is executable, else the user's shell in the password file, else
// /bin/sh. Its first argument begins with a dash, as in login(1).
func loginShell(env []string, passwd string, uid int) command {
	asked := getEnv(env, "SHELL")
	shell := asked
	if !executable(shell) {
		shell = passwdShell(passwd, uid)
	}
	if !executable(shell) {
		shell = fallbackShell
	}
	c := command{path: shell, argv: []string{"-" + filepath.Base(shell)}, shell: shell}
	if asked != "" && asked != shell {
		c.notice = fmt.Sprintf("the shell %s cannot be executed; started %s: correct SHELL to change it", asked, shell)
	}
	return c
}

// passwdShell returns the shell of the user in a file of the format passwd(5), or an empty
// string.
func passwdShell(file string, uid int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for entry := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(entry, "\n"), ":")
		if len(fields) == 7 && fields[2] == strconv.Itoa(uid) {
			return fields[6]
		}
	}
	return ""
}

// lookPath finds the file of a command as execvp(3) does; relative names are relative to dir.
func lookPath(name, path, dir string) (string, error) {
	if name == "" {
		return "", errors.New("the command is empty: name a program")
	}
	if strings.ContainsRune(name, '/') {
		file := inDir(dir, name)
		if !executable(file) {
			return "", programError{fmt.Errorf("%s is not an executable file: check the command", file)}
		}
		return file, nil
	}
	if path == "" {
		path = defaultPath
	}
	for _, folder := range filepath.SplitList(path) {
		if file := filepath.Join(inDir(dir, folder), name); executable(file) {
			return file, nil
		}
	}
	return "", programError{fmt.Errorf("%s was not found in PATH: check the command", name)}
}

func inDir(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// executable reports whether this user may execute the file.
func executable(file string) bool {
	st, err := os.Stat(file)
	return err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 &&
		filepath.IsAbs(file) && unix.Access(file, unix.X_OK) == nil
}
