package launch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dormer/session/private"
)

// agentName is the name, in the directory of sockets, of a link to the ssh agent of the program
// that attached last. Sessions outlive the login in which they were started, and its agent's
// socket; programs in them find the present agent by this path.
const agentName = "ssh-agent"

const agentVariable = "SSH_AUTH_SOCK"

func (p *Provider) agentPath() string { return filepath.Join(p.o.Runtime, agentName) }

// stableAgent returns an environment in which the ssh agent, if there is one, has a path that does
// not change.
func (p *Provider) stableAgent(env []string) []string {
	out := make([]string, len(env))
	for i, kv := range env {
		out[i] = kv
		agent, ok := strings.CutPrefix(kv, agentVariable+"=")
		if ok && p.refreshAgent(agent) {
			out[i] = agentVariable + "=" + p.agentPath()
		}
	}
	return out
}

// refreshAgent points the stable path to an agent's socket. It reports whether the path can be
// used.
func (p *Provider) refreshAgent(agent string) bool {
	path := p.agentPath()
	if agent == path {
		_, err := os.Lstat(path)
		return err == nil // within a session: the path is unchanged
	}
	if !filepath.IsAbs(agent) || !isSocket(agent) || private.MakeDir(p.o.Runtime) != nil {
		return false
	}
	now, err := os.Readlink(path)
	if err == nil && now == agent {
		return true
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false // a path that is not a link is not ours
	}
	fresh := path + "." + strconv.Itoa(os.Getpid())
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return os.Symlink(agent, fresh) == nil && os.Rename(fresh, path) == nil
}

func isSocket(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().Type() == fs.ModeSocket
}
