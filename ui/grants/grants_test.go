package grants

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grant"
	"dormer/ui/command"
)

// Grants of the user are found, and taken back; what an agent has opened is neither.
func TestReadAndRevoke(t *testing.T) {
	s := grant.Store{Path: filepath.Join(t.TempDir(), "grants.json"), Exists: func(session.ID) bool { return true }}
	soon, later := time.Now().Add(time.Hour).Round(0), time.Now().Add(2*time.Hour).Round(0)
	one := uuid.New()
	if err := s.Add(grant.Grant{Caller: "a", Session: one, Until: later}, grant.Grant{Caller: "a", Session: uuid.New(), Opened: true}, grant.Grant{Caller: "b", Until: soon}); err != nil {
		t.Fatal(err)
	}
	found := Read(s, true)().(Found)
	if len(found.All) != 2 || found.Err != nil || !found.Open || !Next(found.All).Equal(soon) {
		t.Errorf("found %+v, the next ends at %v", found, Next(found.All))
	}
	if r := Revoke(s, command.RevokeGrant{Caller: "a", Session: one})().(Revoked); r.Err != nil {
		t.Fatal(r.Err)
	}
	if left, err := s.List(); err != nil || len(left) != 2 || !left[0].Opened || left[1].Caller != "b" {
		t.Errorf("left are %+v, %v", left, err)
	}
	if Read(nil, true) != nil || Revoke(nil, command.RevokeGrant{}) != nil {
		t.Error("without a store something is done")
	}
}
