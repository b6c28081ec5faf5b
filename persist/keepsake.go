package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dormer/session/private"
)

// Keepsake is a small JSON file of comfort: something is remembered with it that
// nobody misses much. Any number of programs may write it; the last one wins.
type Keepsake struct{ path string }

// Keepsake is the file of that name in the state directory.
func (p Paths) Keepsake(name string) Keepsake { return Keepsake{filepath.Join(p.state, name+".json")} }

// KeepsakeIn is the file of that name in a directory of the state directory.
func KeepsakeIn(dir, name string) Keepsake { return Keepsake{filepath.Join(dir, name+".json")} }

// Remove removes the file.
func (k Keepsake) Remove() error {
	if err := os.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", filepath.Base(k.path), err)
	}
	return nil
}

// maxKeepsake bounds what is read of one, in bytes.
const maxKeepsake = 8 << 20

// Read reads the file into v, which is as it was where there is no file, or none
// that can be understood.
func (k Keepsake) Read(v any) error {
	data, err := private.ReadFile(k.path, maxKeepsake)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", filepath.Base(k.path), err)
	}
	return nil
}

// Write replaces the file by v, or leaves it as it is where it returns an error. It
// does not wait for the disk: after a power cut the file may be the one before.
func (k Keepsake) Write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(k.path), err)
	}
	path, err := follow(k.path)
	if err == nil {
		err = private.CheckReplaceable(path)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), dirMode)
	}
	if err == nil {
		err = private.ReplaceUnsynced(path, data)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(k.path), err)
	}
	return nil
}
