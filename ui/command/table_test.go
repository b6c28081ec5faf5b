package command

import (
	"errors"
	"strings"
	"testing"

	"dormer/ui/alias"
)

// All that tmux and zellij write for a command is understood, with arguments that make
// sense where they are all there.
func TestOtherNamesAreUnderstood(t *testing.T) {
	table := NewTable(nil)
	for _, row := range table.All() {
		for _, line := range alias.Of(row.Name) {
			_, err := table.CallOf(strings.Fields(line))
			if several := (alias.Several{}); err != nil && !errors.As(err, &several) && !strings.Contains(err.Error(), "; write ") {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}
