package persist

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dormer/session/private"
)

// Paths holds the locations of files. All its directories are absolute. Its methods create none
// of them.
type Paths struct {
	state   string
	config  string
	runtime string
}

// maxRuntime is the length in bytes of the longest runtime directory in which a host's
// socket has a valid path: 103 less the separator, the host's name of 60 and ".sock".
const maxRuntime = 103 - 1 - 60 - 5

// FindPaths determines the paths from the environment.
//
// DORMER_HOME, if set, is one directory for everything; a relative one is resolved against the
// current directory. Otherwise the XDG base directories are used, with their defaults below
// HOME; relative ones are ignored, as their specification requires. A runtime directory that
// does not exist, or belongs to another user (as after su and sudo), is replaced by a private
// one below /tmp.
//
// A runtime directory that would make a socket's path too long is replaced by a separate short
// one below /tmp.
func FindPaths(getenv func(string) string) (Paths, error) {
	if home := getenv("DORMER_HOME"); home != "" {
		return pathsBelow(home)
	}
	state, err := base(getenv, "XDG_STATE_HOME", ".local/state")
	if err != nil {
		return Paths{}, err
	}
	config, err := base(getenv, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return Paths{}, err
	}
	p := Paths{state: filepath.Join(state, "dormer"), config: filepath.Join(config, "dormer")}
	p.runtime = fallbackRuntime()
	if dir := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) && isOwnDir(dir) {
		p.runtime = shortRuntime(filepath.Join(dir, "dormer"))
	}
	return p, nil
}

// fallbackRuntime returns the runtime directory for systems without one.
func fallbackRuntime() string { return filepath.Join("/tmp", "dormer-"+strconv.Itoa(os.Getuid())) }

func isOwnDir(dir string) bool {
	st, err := os.Stat(dir)
	return err == nil && st.IsDir() && private.Owned(st)
}

func pathsBelow(home string) (Paths, error) {
	home, err := filepath.Abs(home)
	if err != nil {
		return Paths{}, fmt.Errorf("DORMER_HOME: %w: set it to an absolute path", err)
	}
	return Paths{
		state:   filepath.Join(home, "state"),
		config:  filepath.Join(home, "config"),
		runtime: shortRuntime(filepath.Join(home, "run")),
	}, nil
}

func base(getenv func(string) string, name, below string) (string, error) {
	if dir := getenv(name); filepath.IsAbs(dir) {
		return filepath.Clean(dir), nil
	}
	home := getenv("HOME")
	if !filepath.IsAbs(home) {
		return "", errNoHome
	}
	return filepath.Join(home, below), nil
}

// shortRuntime returns dir if sockets fit into it, else a directory whose name is made from
// it, so that the same environment finds the same sockets.
func shortRuntime(dir string) string {
	if len(dir) <= maxRuntime {
		return dir
	}
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join("/tmp", "dormer-"+strconv.Itoa(os.Getuid())+"-"+hex.EncodeToString(sum[:4]))
}

// State returns the directory of all saved data.
func (p Paths) State() string { return p.state }

// Config returns the path of the configuration file.
func (p Paths) Config() string { return filepath.Join(p.config, "config.toml") }

// Templates returns the directory of the named templates.
func (p Paths) Templates() string { return filepath.Join(p.config, "templates") }

// Runtime returns the directory of the hosts' sockets.
func (p Paths) Runtime() string { return p.runtime }

// Refuge returns the directory of the sockets of hosts whose runtime directory was permanently
// removed, as after a logout. Programs without a runtime directory look there.
func (p Paths) Refuge() string { return fallbackRuntime() }

// Sessions returns the directory that contains one directory for each session.
func (p Paths) Sessions() string { return filepath.Join(p.state, "sessions") }

// Workspace returns the directory of the named workspace. The error is the one of [checkName].
func (p Paths) Workspace(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	return filepath.Join(p.workspaces(), name), nil
}

func (p Paths) workspaces() string { return filepath.Join(p.state, "workspaces") }

// Names returns the workspaces that have a directory, sorted; none is not an error.
func (p Paths) Names() ([]string, error) {
	entries, err := os.ReadDir(p.workspaces())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list workspaces: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && checkName(e.Name()) == nil {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}
