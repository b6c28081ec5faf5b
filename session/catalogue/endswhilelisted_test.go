package catalogue

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/state"
	"dormer/session/wire"
)

// oneHost is a host that answers for a session that has ended.
type oneHost struct {
	Hosts
	id session.ID
}

func (h oneHost) Info(context.Context, string) (wire.InfoReply, error) {
	return wire.InfoReply{ID: h.id, HostPID: 7, Exit: &session.Exit{Code: 3}}, nil
}

// A session whose document says running when it is read, and ended when its host is asked, is listed
// with its host.
func TestASessionThatEndsWhileItIsListedKeepsItsHost(t *testing.T) {
	id := uuid.New()
	p := Places{Sessions: t.TempDir(), Hosts: oneHost{id: id}}
	m, err := state.Open(p.dir(id), id, state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(m.Create(state.About{}), m.Transition(session.Starting, state.Change{}), m.Transition(session.LifecycleRunning, state.Change{}))
	if err != nil {
		t.Fatal(err)
	}
	read, err := state.Read(filepath.Join(p.Sessions, id.String()), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Transition(session.Failed, state.Change{Exit: &session.Exit{Code: 3}}); err != nil {
		t.Fatal(err)
	}
	b := builder{places: p, entries: map[session.ID]*Entry{id: {ID: id, State: &read}}}
	host := session.HostName(session.Source{Kind: session.Floating, Dir: "/"}, id)
	for _, c := range NewStatuses(p).askAll(t.Context(), &b, []string{host}, true) {
		b.addHost(c)
	}
	if e := b.entries[id]; len(b.entries) != 1 || !e.Live() || e.Info == nil || e.Lifecycle() != session.Failed {
		t.Errorf("%d sessions; its host is %q, its state %s", len(b.entries), e.Host, e.Lifecycle())
	}
}
