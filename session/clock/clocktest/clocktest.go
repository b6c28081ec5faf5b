// Package clocktest sets clocks, for tests.
package clocktest

import (
	"strings"
	"time"
	"unsafe"
)

// Set is a time of [time.Now] as it would be read had the clock of the machine been
// set ahead by some seconds meanwhile: its monotonic reading stays. Package time has
// no way to say that, so this changes the seconds since 1885 in it, which are the 33
// bits above the nanoseconds.
func Set(now time.Time, ahead time.Duration) time.Time {
	if !strings.Contains(now.String(), " m=") { // it has no monotonic reading
		return now.Add(ahead)
	}
	wall := (*uint64)(unsafe.Pointer(&now))
	*wall += uint64(ahead/time.Second) << 30
	return now
}
