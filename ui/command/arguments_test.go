package command

import (
	"strings"
	"testing"
)

func TestExportTakesAFile(t *testing.T) {
	if _, err := exporting([]string{"x.gif"}); err == nil || !strings.Contains(err.Error(), ".svg") {
		t.Errorf("a file of another kind: %v", err)
	}
	if _, err := exporting(nil); err == nil {
		t.Error("no file is no error")
	}
}
