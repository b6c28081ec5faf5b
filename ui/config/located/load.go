package located

import (
	"errors"
	"io/fs"

	"dormer/session/private"
)

// Load reads what is in a file, nothing where there is none; of one that is too large
// for [Read] as much as tells that. What is no regular file is an error.
func Load(path string) ([]byte, error) {
	data, err := private.ReadFile(path, MaxFile+1)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
