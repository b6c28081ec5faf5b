//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// A grant is shown in the status line, listed, and revoked from the list. A grant that was revoked
// elsewhere is no longer shown.
func TestGrantIsShownAndRevoked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("server")
	s.WaitDocument("its name", func(d drive.Document) bool {
		for _, r := range d.Sessions {
			if r.Title == "server" || r.Name == "server" {
				return true
			}
		}
		return false
	})
	id := s.sessionCalled("server")
	s.dormer("grant", "add", "laptop", id, "--for", "30m")
	s.WaitText("granted: 1")
	s.dormer("grant", "add", "desktop", "--all")
	s.WaitText("granted: 2")
	s.dormer("grant", "revoke", "desktop")
	s.WaitText("granted: 1")
	s.dormer("do", "grants")
	s.WaitText("Grants: what agents may act on", "laptop", "may act on server")
	s.Press("enter")
	s.WaitText("laptop may no longer act on server")
	s.WaitGone("granted:")
	if left := s.dormer("grant", "list"); strings.Contains(left, "laptop") {
		t.Error(left)
	}
}
