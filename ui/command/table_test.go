package command

import (
	"errors"
	"strings"
	"testing"

	"dormer/ui/alias"
)

// All commands as written for tmux and zellij are understood; complete ones are also parsed.
func TestOtherNamesAreUnderstood(t *testing.T) {
	table := NewTable(nil)
	for _, row := range table.All() {
		for _, line := range alias.NamesOf(row.Name) {
			_, err := table.CallOf(strings.Fields(line))
			if several := (alias.AmbiguousError{}); err != nil && !errors.As(err, &several) && !strings.Contains(err.Error(), "; write ") {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}
