package host

import (
	"fmt"
	"os"
	"time"
)

const (
	logName = "host.log"
	// maxLog is the size at which a log begins anew.
	maxLog = 256 << 10
)

// hostLog writes lines to a host's log. What cannot be written is lost: a log is no
// reason to die. The runtime writes its last words to the same file.
type hostLog struct{ file *os.File }

// Printf writes one line.
func (l hostLog) Printf(format string, args ...any) {
	if st, err := l.file.Stat(); err == nil && st.Mode().IsRegular() && st.Size() > maxLog {
		_ = l.file.Truncate(0)
	}
	at := time.Now().UTC().Format("2006-01-02T15:04:05.000Z ")
	_, _ = fmt.Fprintf(l.file, at+format+"\n", args...)
}
