package grant_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grant"
)

func storeOf(t *testing.T, gone ...session.ID) grant.Store {
	return grant.Store{
		Path: filepath.Join(t.TempDir(), "state", "grants.json"),
		Exists: func(id session.ID) bool {
			for _, g := range gone {
				if g == id {
					return false
				}
			}
			return true
		},
	}
}

func TestGrants(t *testing.T) {
	caller, other := uuid.NewString(), "token:phone"
	a, b, gone := uuid.New(), uuid.New(), uuid.New()
	s := storeOf(t, gone)
	may := func(caller string, id session.ID) bool {
		t.Helper()
		all, err := s.List()
		if err != nil {
			t.Fatal(err)
		}
		return grant.May(all, caller, id)
	}
	if may(caller, a) {
		t.Error("permission without a file")
	}
	for _, g := range []grant.Grant{
		{Caller: caller, Session: a, Opened: true},
		{Caller: caller, Session: a, Until: time.Now().Add(-time.Hour)}, // for a session that was opened
		{Caller: caller, Session: b, Until: time.Now().Add(time.Hour)},
		{Caller: caller, Session: gone},
		{Caller: gone.String(), Session: a},
		{Caller: other},
		{Caller: "late", Session: a, Until: time.Now().Add(-time.Second)},
	} {
		if err := s.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		caller string
		id     session.ID
		want   bool
	}{
		{caller, a, true}, {caller, b, true}, {caller, gone, false}, {caller, uuid.New(), false}, {"", a, false},
		{gone.String(), a, false}, {other, a, true}, {other, b, true}, {"late", a, false},
	} {
		if got := may(c.caller, c.id); got != c.want {
			t.Errorf("%s may act on %s: %v, want %v", c.caller, c.id, got, c.want)
		}
	}
	revoked, err := s.Revoke(func(g grant.Grant) bool { return g.Caller == caller && g.Session == b })
	if err != nil || len(revoked) != 1 || may(caller, b) || !may(caller, a) {
		t.Errorf("revoked %v, %v", revoked, err)
	}
	if st, err := os.Stat(s.Path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", st.Mode(), err)
	}
}

// An unreadable file grants nothing and stays as it is.
func TestUnreadableGrants(t *testing.T) {
	for _, text := range []string{"{", `{"schema":2,"grants":[{"caller":"x"}]}`} {
		s := storeOf(t)
		if err := s.Add(grant.Grant{Caller: "x"}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if all, err := s.List(); err == nil || len(all) > 0 {
			t.Errorf("%s: %v", text, all)
		}
		if err := s.Add(grant.Grant{Caller: "x"}); err == nil {
			t.Errorf("%s: it was overwritten", text)
		}
		if data, _ := os.ReadFile(s.Path); string(data) != text {
			t.Errorf("%s: the file has %s", text, data)
		}
	}
}

// Simultaneous additions do not lose each other.
func TestGrantsAtTheSameTime(t *testing.T) {
	s := storeOf(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := s.Add(grant.Grant{Caller: "x", Session: uuid.New()}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := s.List(); len(got) != 20 || err != nil {
		t.Errorf("%d grants, %v", len(got), err)
	}
}
