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

// JSONFile is a small JSON file for convenient but unimportant data. Any number of programs may
// write it; the last one wins.
type JSONFile struct{ path string }

// JSONFile returns the file of that name in the state directory.
func (p Paths) JSONFile(name string) JSONFile { return JSONFile{filepath.Join(p.state, name+".json")} }

// JSONFileIn returns the file of that name in a directory of the state directory.
func JSONFileIn(dir, name string) JSONFile { return JSONFile{filepath.Join(dir, name+".json")} }

// Remove removes the file.
func (k JSONFile) Remove() error {
	if err := os.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", filepath.Base(k.path), err)
	}
	return nil
}

// maxJSONFile is the maximum number of bytes read from a JSONFile.
const maxJSONFile = 8 << 20

// Read reads the file into v. If there is no file, or an invalid one, v is unchanged.
func (k JSONFile) Read(v any) error {
	if err := private.ReadJSON(k.path, maxJSONFile, v); err != nil {
		return fmt.Errorf("read %s: %w", filepath.Base(k.path), err)
	}
	return nil
}

// Write replaces the file by v. After an error the file is unchanged. It does not wait for
// the disk: after a power cut the file may be the one before.
func (k JSONFile) Write(v any) error {
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
