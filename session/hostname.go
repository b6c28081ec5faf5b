package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// hostNamePrefix begins the name of every host.
const hostNamePrefix = "dormer--"

// hostKeyLen is the length of each of the three parts of a host's name.
const hostKeyLen = 16

// HostName returns the name of a session's host: dormer--REPO--WORKTREE--SESSION, always 60
// characters. REPO and WORKTREE are the first 16 hex digits of the SHA-256 of their paths; for a
// floating session both are those of its directory. SESSION is the first 16 hex digits of its UUID.
// The same arguments give the same name in every version of dormer, so that a session can be found
// again.
func HostName(source Source, id ID) string {
	repo, worktree := source.Repo, source.Worktree
	if source.Kind != Worktree {
		repo, worktree = source.Dir, source.Dir
	}
	return hostNamePrefix + pathKey(repo) + "--" + pathKey(worktree) + "--" + HostKey(id)
}

// IsHostName reports whether a name has the shape of [HostName].
func IsHostName(name string) bool {
	_, ok := sessionPart(name)
	return ok
}

// HostNameOf reports whether name is the host's name of session id. It can compare only the half of
// the UUID that the name contains.
func HostNameOf(name string, id ID) bool {
	part, ok := sessionPart(name)
	return ok && part == HostKey(id)
}

// sessionPart returns the session's part of a host's name, or false if name is not a host's name.
func sessionPart(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, hostNamePrefix)
	if !ok {
		return "", false
	}
	parts := strings.Split(rest, "--")
	if len(parts) != 3 {
		return "", false
	}
	for _, part := range parts {
		if len(part) != hostKeyLen || strings.Trim(part, "0123456789abcdef") != "" {
			return "", false
		}
	}
	return parts[2], true
}

func pathKey(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:8])
}

// HostKey returns the last part of the name of a session's host.
func HostKey(id ID) string { return hex.EncodeToString(id[:8]) }
