package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A process that ends before it has a log, as where no more processes are allowed,
// leaves no directory behind, and nobody is sent to a log that is not there.
func TestWhereToLookForAProcessThatSaidNothing(t *testing.T) {
	early := filepath.Join(t.TempDir(), "early")
	late := filepath.Join(t.TempDir(), "late")
	for _, dir := range []string{early, late} {
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
		t.Error("its empty directory is left behind")
	}
	if got := withLog(errNoOutcome, late).Error(); !strings.HasSuffix(got, "see "+filepath.Join(late, logName)) {
		t.Errorf("with a log: %s", got)
	}
}
