// Package clocktest sets clocks, for tests.
package clocktest

import (
	"strings"
	"time"
	"unsafe"
)

// Set returns a time of [time.Now] as if the machine's clock had been set ahead meanwhile: its
// monotonic reading stays. Package time has no function for that, so this changes the seconds since
// 1885 in it, which are the 33 bits above the nanoseconds.
func Set(now time.Time, ahead time.Duration) time.Time {
	if !strings.Contains(now.String(), " m=") { // no monotonic reading
		return now.Add(ahead)
	}
	wall := (*uint64)(unsafe.Pointer(&now))
	*wall += uint64(ahead/time.Second) << 30
	return now
}
