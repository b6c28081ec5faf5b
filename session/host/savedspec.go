package host

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"dormer/session"
	"dormer/session/private"
)

const specName = "spec.json"

// maxSpec is the largest size of a saved spec, in bytes.
const maxSpec = 4 << 20

// secret lists variables that are never written to disk. * matches any text.
var secret = []string{
	"*TOKEN*", "*SECRET*", "*PASSWORD*", "*PASSWD*", "*PASSPHRASE*", "*CREDENTIAL*",
	"*API_KEY*", "*APIKEY*", "*ACCESS_KEY*", "*PRIVATE_KEY*", "AWS_*", "SSH_AUTH_SOCK", "SSH_AGENT_PID",
}

// isSecret reports whether a variable's value must not be written to disk.
func isSecret(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(secret, func(pattern string) bool {
		word := strings.Trim(pattern, "*")
		switch {
		case strings.HasPrefix(pattern, "*"):
			return strings.Contains(name, word)
		case strings.HasSuffix(pattern, "*"):
			return strings.HasPrefix(name, word)
		}
		return name == word
	})
}

// SaveSpec writes a session's spec to its directory, with mode 0600, without variables that hold
// secrets.
func SaveSpec(dir string, spec session.Spec) error {
	spec.Env = slices.DeleteFunc(slices.Clone(spec.Env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return isSecret(name)
	})
	data, err := json.Marshal(mapSpecStrings(spec, encodeString))
	if err != nil {
		return err
	}
	return private.Replace(filepath.Join(dir, specName), append(data, '\n'))
}

// ReadSpec reads a session's spec from its directory. It lacks the variables that hold secrets.
func ReadSpec(dir string) (session.Spec, error) {
	f, err := private.Open(filepath.Join(dir, specName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return session.Spec{}, fmt.Errorf("read spec: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	data, err := io.ReadAll(io.LimitReader(f, maxSpec))
	if err != nil {
		return session.Spec{}, fmt.Errorf("read spec: %w", err)
	}
	var spec session.Spec
	if err := json.Unmarshal(data, &spec); err != nil {
		return session.Spec{}, fmt.Errorf("read spec: %w", err)
	}
	return mapSpecStrings(spec, decodeString), nil
}
