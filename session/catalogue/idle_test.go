package catalogue_test

import (
	"slices"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/wire"
)

// S4-19: the running sessions of a workspace that were idle longer than 30 minutes, of the requested
// kinds.
func TestIdleFor(t *testing.T) {
	w := newWorld(t)
	host := func(n int, idle time.Duration, agent session.Agent, command ...string) catalogue.Tracked {
		w.host(wire.InfoReply{ID: id(n), ChildPID: n, Started: ago(5 * time.Hour), LastOutput: ago(idle), Agent: agent, Command: command, Workspace: "work"}, nil)
		return catalogue.Tracked{ID: id(n), Workspace: "work", Agent: agent, Command: command}
	}
	other := host(6, time.Hour, "claude", "claude")
	other.Workspace = "other"
	ended := wire.InfoReply{ID: id(7), Started: ago(5 * time.Hour), LastOutput: ago(time.Hour), Agent: "claude", Exit: &session.Exit{}, Workspace: "work"}
	w.host(ended, nil)
	l := w.list(
		host(1, 31*time.Minute, "claude", "claude"), host(2, 30*time.Minute, "claude", "claude"),
		host(3, time.Hour, "", "make"), host(4, time.Hour, ""), other, catalogue.Tracked{ID: id(7), Workspace: "work", Agent: "claude"},
	)
	for _, tt := range []struct {
		name string
		of   func(catalogue.Kind) bool
		want []session.ID
	}{
		{"agents", func(k catalogue.Kind) bool { return k == catalogue.Agent }, []session.ID{id(1)}},
		{"commands", func(k catalogue.Kind) bool { return k == catalogue.Command }, []session.ID{id(3)}},
		{"all", func(catalogue.Kind) bool { return true }, []session.ID{id(1), id(3), id(4)}},
	} {
		got := l.IdleFor("work", 30*time.Minute, now, tt.of)
		slices.SortFunc(got, func(a, b session.ID) int { return slices.Compare(a[:], b[:]) })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
