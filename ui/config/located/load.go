package located

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Load reads what is in a file, nothing where there is none; of one that is too large
// for [Read] as much as tells that. What is no regular file could keep its reader
// waiting, and is an error.
func Load(path string) ([]byte, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular():
		return nil, errors.New("this is not a file: remove it, or make it one")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(f, MaxFile+1))
}
