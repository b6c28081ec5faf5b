package host

import (
	"testing"
	"time"
)

// While output goes on, notes of it become rarer; after a quiet time the first is as
// soon as ever.
func TestNotesBecomeRarer(t *testing.T) {
	const quiet = time.Minute
	wait := time.Duration(0)
	for i, c := range []struct{ ago, want time.Duration }{
		{quiet, noteEvery}, {0, 2 * noteEvery}, {time.Second, 4 * noteEvery}, {0, noteMost}, {0, noteMost}, {noteEvery, noteEvery}, {0, 2 * noteEvery},
	} {
		if wait = untilNote(wait, c.ago); wait != c.want {
			t.Errorf("note %d, %v after the one before: waits %v, want %v", i, c.ago, wait, c.want)
		}
	}
}
