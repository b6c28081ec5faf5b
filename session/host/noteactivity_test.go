package host

import (
	"testing"
	"time"
)

// While output goes on, activity is noted less and less often; after a quiet time the first note is as
// early as at the start.
func TestNotesBecomeRarer(t *testing.T) {
	const quiet = time.Minute
	wait := time.Duration(0)
	for i, c := range []struct{ ago, want time.Duration }{
		{quiet, minNoteInterval}, {0, 2 * minNoteInterval}, {time.Second, 4 * minNoteInterval}, {0, maxNoteInterval}, {0, maxNoteInterval}, {minNoteInterval, minNoteInterval}, {0, 2 * minNoteInterval},
	} {
		if wait = untilNote(wait, c.ago); wait != c.want {
			t.Errorf("note %d, %v after the previous one: waits %v, want %v", i, c.ago, wait, c.want)
		}
	}
}
