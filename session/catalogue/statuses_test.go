package catalogue_test

import (
	"context"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/session/wire"
)

// S1-05, S1-06: the reply of a session's host decides whether it works or is idle.
func TestObservations(t *testing.T) {
	just, before := time.Now(), time.Now().Add(-time.Minute)
	for name, tt := range map[string]struct {
		info wire.InfoReply
		want state.Doing
	}{
		"command_prints":               {wire.InfoReply{ChildPID: 1, Command: []string{"make"}, Changed: just}, state.Working},
		"command_is_silent":            {wire.InfoReply{ChildPID: 1, Command: []string{"make"}, Changed: before}, state.Idle},
		"shell_at_its_prompt":          {wire.InfoReply{ChildPID: 1, Changed: just}, state.Idle},
		"program_in_a_shell_prints":    {wire.InfoReply{ChildPID: 1, Program: "make", Changed: just}, state.Working},
		"the_same_is_printed_again":    {wire.InfoReply{ChildPID: 1, Program: "watch", Changed: before, LastOutput: just}, state.Idle},
		"host_of_an_earlier_version":   {wire.InfoReply{ChildPID: 1, Program: "make", LastOutput: just}, state.Working},
		"command_has_ended":            {wire.InfoReply{ChildPID: 1, Command: []string{"make"}, Exit: &session.Exit{}}, state.DoingNothing},
		"a_program_that_just_started":  {wire.InfoReply{ChildPID: 1, Command: []string{"make"}, Started: just}, state.Working},
		"a_silent_program_in_a_shell_": {wire.InfoReply{ChildPID: 1, Program: "vim", Changed: before, Started: before}, state.Idle},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			tt.info.ID = id(1)
			w.host(tt.info, nil)
			w.state(id(1), "", running(ago(time.Hour))...)
			if e := w.only(); e.Doing != tt.want {
				t.Errorf("got %q, want %q", e.Doing, tt.want)
			}
		})
	}
}

// S1-08: the status of a running session is requested at most once in two seconds, however often it
// is listed.
func TestStatusesAskOnce(t *testing.T) {
	w := newWorld(t)
	w.host(wire.InfoReply{ID: id(1), ChildPID: 1, Command: []string{"make"}, Changed: time.Now()}, nil)
	w.state(id(1), "", running(ago(time.Hour))...)
	asked := &counting{Hosts: w.Hosts}
	w.Hosts = asked
	list := newStatuses(w)
	for range 5 {
		if e := list(t); e.Doing != state.Working || e.Info == nil {
			t.Fatalf("got %+v", e)
		}
	}
	if asked.infos != 1 {
		t.Errorf("its host was asked %d times, want once", asked.infos)
	}
}

// counting counts requests to hosts.
type counting struct {
	catalogue.Hosts
	infos int
}

func (c *counting) Info(ctx context.Context, host string) (wire.InfoReply, error) {
	c.infos++
	return c.Hosts.Info(ctx, host)
}

func newStatuses(w *world) func(*testing.T) *catalogue.Entry {
	s := catalogue.NewStatuses(w.Places)
	return func(t *testing.T) *catalogue.Entry {
		l, err := s.List(t.Context(), nil)
		if err != nil || len(l.Entries) != 1 {
			t.Fatalf("got %+v, %v", l, err)
		}
		return l.Entries[0]
	}
}
