package fresh

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileThatIsThereIsNotWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := Write("the screen", path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := Write("the screen", path, []byte("second")); err == nil || !strings.Contains(err.Error(), "exists already: name another") {
		t.Errorf("the second time: %v", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("the file has %q, %v", got, err)
	}
	err := Write("the screen", filepath.Join(t.TempDir(), "none", "a.txt"), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "write the screen: ") || !strings.HasSuffix(err.Error(), "name another file") {
		t.Errorf("where no directory is: %v", err)
	}
}
