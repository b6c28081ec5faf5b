package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A process that ends before it has a log, as when no more processes are allowed, leaves no directory
// behind, and no message refers to a missing log.
func TestMessageAboutAProcessThatReportedNothing(t *testing.T) {
	early := filepath.Join(t.TempDir(), "early")
	late := filepath.Join(t.TempDir(), "late")
	begun := filepath.Join(t.TempDir(), "begun")
	for _, dir := range []string{early, late, begun} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(late, logName), []byte("fatal error\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := withLog(errNoOutcome, early).Error(); !strings.HasSuffix(got, "(ulimit -a)") {
		t.Errorf("without a log: %s", got)
	}
	if _, err := os.Stat(early); err == nil {
		t.Error("its empty directory was left behind")
	}
	if got := withLog(errNoOutcome, late).Error(); !strings.HasSuffix(got, "see "+filepath.Join(late, logName)) {
		t.Errorf("with a log: %s", got)
	}
	// A host that was killed after it took its lock must not count as one that could not start: its
	// command would run a second time, in the program.
	if err := os.WriteFile(filepath.Join(begun, lockName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := withLog(errNoOutcome, begun); errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "may have run") {
		t.Errorf("killed while it had its lock: %v", err)
	}
}
