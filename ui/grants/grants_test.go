package grants

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grant"
	"dormer/ui/command"
	"dormer/ui/lists"
)

// Grants of the user are found and revoked; sessions opened by an agent are neither.
func TestReadAndRevoke(t *testing.T) {
	s := grant.Store{Path: filepath.Join(t.TempDir(), "grants.json"), Exists: func(session.ID) bool { return true }}
	soon, later := time.Now().Add(time.Hour).Round(0), time.Now().Add(2*time.Hour).Round(0)
	one := uuid.New()
	if err := s.Add(grant.Grant{Caller: "a", Session: one, Until: later}, grant.Grant{Caller: "a", Session: uuid.New(), Opened: true}, grant.Grant{Caller: "b", Until: soon}); err != nil {
		t.Fatal(err)
	}
	g := Grants{Store: s}
	found := g.Read(true)().(Found)
	if r := g.Handle(found, lists.Lists{}); len(g.All) != 2 || !r.Open || r.Say != "" || !r.Ends.Equal(soon) {
		t.Errorf("found %+v, the result is %+v", found, r)
	}
	revoked := g.Revoke(command.RevokeGrant{Caller: "a", Session: one})().(Revoked)
	if revoked.Err != nil {
		t.Fatal(revoked.Err)
	}
	if left, err := s.List(); err != nil || len(left) != 2 || !left[0].Opened || left[1].Caller != "b" {
		t.Errorf("left are %+v, %v", left, err)
	}
	if r := g.Handle(Expired{}, lists.Lists{}); r.Cmd == nil || len(r.Cmd().(Found).All) != 1 {
		t.Error("a grant that may have ended is not read again")
	}
	if r := g.Handle(Found{Err: errors.New("torn")}, lists.Lists{}); r.Say != "torn" || r.Open || len(g.All) != 2 {
		t.Errorf("after a failed read the result is %+v", r)
	}
	none := Grants{}
	if none.Read(true) != nil || none.Revoke(command.RevokeGrant{}) != nil {
		t.Error("there is a command without a store")
	}
}
