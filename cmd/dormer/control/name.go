package control

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// prefix is the prefix of the names of all program sockets.
const prefix = "workspace--"

// keyLen is the length of the rest of the name.
const keyLen = 16

// Name returns the name of the socket of the program that has the workspace in a directory open: 27
// characters. The same directory gives the same name in every version of dormer.
func Name(workspaceDir string) string {
	sum := sha256.Sum256([]byte(workspaceDir))
	return prefix + hex.EncodeToString(sum[:keyLen/2])
}

// isName reports whether a name has the shape of [Name].
func isName(name string) bool {
	key, ok := strings.CutPrefix(name, prefix)
	return ok && len(key) == keyLen && strings.Trim(key, "0123456789abcdef") == ""
}
