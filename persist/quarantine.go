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

// setAside renames the unreadable file at path to a name that marks it as corrupt and contains
// the time, and returns that name. It overwrites no file and renames only regular files.
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
