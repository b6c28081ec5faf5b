package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestPendingWorkIsDoneOnce(t *testing.T) {
	var e pendingWork
	var done []string
	work := func(name string) tea.Cmd {
		return e.add(func() tea.Msg {
			done = append(done, name)
			return sayMsg{name}
		})
	}
	begun := work("begun")
	if got := begun(); got != (sayMsg{"begun"}) {
		t.Errorf("it came to %v", got)
	}
	left := work("left")
	e.finish(time.Minute)
	if got := left(); got != (sayMsg{"left"}) {
		t.Errorf("it came to %v", got)
	}
	e.finish(time.Minute)
	if len(done) != 2 || done[0] != "begun" || done[1] != "left" {
		t.Errorf("done was %v", done)
	}
	if len(e.open) > 0 {
		t.Errorf("%d are remembered", len(e.open))
	}
}

func TestPendingWorkAreWaitedForNoLongerThanThat(t *testing.T) {
	var e pendingWork
	over, begun := make(chan struct{}), make(chan struct{})
	defer close(over)
	e.add(func() tea.Msg { close(begun); <-over; return nil })
	e.finish(10 * time.Millisecond)
	<-begun
}
