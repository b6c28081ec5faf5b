package host

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dormer/session/private"
)

const (
	logName = "host.log"
	// maxLog is the size at which the log is emptied.
	maxLog = 256 << 10
)

// hostLog writes lines to a host's log. Errors of writing are ignored: a missing log must
// not end the host. The runtime writes crashes to the same file.
type hostLog struct{ file *os.File }

// Printf writes one line.
func (l hostLog) Printf(format string, args ...any) {
	if st, err := l.file.Stat(); err == nil && st.Mode().IsRegular() && st.Size() > maxLog {
		_ = l.file.Truncate(0)
	}
	at := time.Now().UTC().Format("2006-01-02T15:04:05.000Z ")
	_, _ = fmt.Fprintf(l.file, at+format+"\n", args...)
}

// openLog opens a host's log. It returns nil if it cannot be written.
func openLog(dir string) *os.File {
	f, err := private.Open(filepath.Join(dir, logName), os.O_WRONLY|os.O_CREATE|os.O_APPEND|syscall.O_NOFOLLOW)
	if err != nil {
		return nil
	}
	return f
}

// logTo redirects standard error and the runtime's crash output to the log, if there is one.
func logTo(dir string) {
	f := openLog(dir)
	if f == nil {
		return
	}
	_ = becomeStderr(int(f.Fd()))
	_ = f.Close()
}
