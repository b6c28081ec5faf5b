package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// The message about a failed write names the cause and the remedy, and says that nothing is lost.
func TestMessageAboutAFailedWrite(t *testing.T) {
	const again = "; it is tried again, everything runs on"
	for want, err := range map[string]error{
		"cannot save workspace \"work\" (no space left on device): look at ~/work" + again:         &fs.PathError{Op: "write", Path: "/home/me/work/workspace.json.new", Err: syscall.ENOSPC},
		"cannot save workspace \"work\" (read-only file system): look at /state/work" + again:      &os.LinkError{Op: "rename", Old: "/state/work/workspace.json.new", New: "/state/work/workspace.json", Err: syscall.EROFS},
		"save workspace \"work\": number 1 of its tabs is for no view" + again:                     errors.New("number 1 of its tabs is for no view"),
		"the workspace is saved, but something else was there, which is now /state/workspace.json": BackupError{errors.New("something else was there, which is now /state/workspace.json")},
	} {
		short := func(dir string) string { return strings.Replace(dir, "/home/me", "~", 1) }
		if got := Failed(fmt.Errorf("save workspace %q: %w", "work", err), short); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
