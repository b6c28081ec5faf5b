package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dormer/session/private"
)

// setAside renames the file at path to a name that says that it could not be read and when,
// and returns that name. Nothing is overwritten, and only a regular file is renamed.
func setAside(path string, now time.Time) (string, error) {
	if err := private.CheckReplaceable(path); err != nil {
		return "", err
	}
	stamp := now.UTC().Format("20060102T150405Z")
	for n := 1; ; n++ {
		aside := path + ".corrupt-" + stamp
		if n > 1 {
			aside = fmt.Sprintf("%s-%d", aside, n)
		}
		_, err := os.Lstat(aside)
		if err == nil {
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err := os.Rename(path, aside); err != nil {
			return "", err
		}
		return aside, private.SyncDir(filepath.Dir(path))
	}
}
