//go:build linux

package stories

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dormer/ui/testing/drive"
)

// dormerWith builds a dormer with some source files replaced or added. texts maps paths to the
// files' contents. With none it builds the current sources.
func dormerWith(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	replaced := map[string]string{}
	for source, text := range texts {
		file := filepath.Join(dir, fmt.Sprintf("%d.go", len(replaced)))
		replaced[source] = file
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	overlay, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "dormer")
	if err := os.WriteFile(overlay, data, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", binary, "./cmd/dormer")
	build.Dir = drive.Root()
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build a dormer with other sources: %v\n%s", err, out)
	}
	return binary
}
