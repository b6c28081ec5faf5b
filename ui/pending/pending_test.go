package pending

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestPendingWorkIsDoneOnce(t *testing.T) {
	var e Work
	var done []string
	work := func(name string) tea.Cmd {
		return e.Add(func() tea.Msg {
			done = append(done, name)
			return name
		})
	}
	begun := work("begun")
	if got := begun(); got != "begun" {
		t.Errorf("the result is %v", got)
	}
	left := work("left")
	e.Finish(time.Minute)
	if got := left(); got != "left" {
		t.Errorf("the result is %v", got)
	}
	e.Finish(time.Minute)
	if len(done) != 2 || done[0] != "begun" || done[1] != "left" {
		t.Errorf("done was %v", done)
	}
	if len(e.open) > 0 {
		t.Errorf("%d are remembered", len(e.open))
	}
}

func TestWaitForPendingWorkTimesOut(t *testing.T) {
	var e Work
	over, begun := make(chan struct{}), make(chan struct{})
	defer close(over)
	e.Add(func() tea.Msg { close(begun); <-over; return nil })
	e.Finish(10 * time.Millisecond)
	<-begun
}
