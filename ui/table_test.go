package ui

import (
	"errors"
	"strings"
	"testing"

	"dormer/ui/alias"
)

// All that tmux and zellij write for a command is understood, with arguments that make
// sense where they are all there.
func TestOtherNamesAreUnderstood(t *testing.T) {
	table := newTable(nil)
	for _, row := range table.all() {
		for _, line := range alias.Of(row.name) {
			_, err := table.callOf(strings.Fields(line))
			if several := (alias.Several{}); err != nil && !errors.As(err, &several) && !strings.Contains(err.Error(), "; write ") {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}
