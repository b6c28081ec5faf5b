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

// setAside gives the thing at path, whatever it is, a name that says that it
// could not be read and when, and returns that name. Nothing is overwritten.
func setAside(path string, now time.Time) (string, error) {
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
