package host

import (
	"testing"

	"dormer/session"
)

// When the machine is switched off, programs may end by themselves before their hosts learn of it. A
// program that would start again by itself counts as lost, not as ended, however it ended.
func TestProgramsEndedByAShutdownAreLost(t *testing.T) {
	command := []string{"server"}
	for _, c := range []struct {
		name    string
		command []string
		restart session.Restart
		exit    session.Exit
		want    bool
	}{
		{"shell", nil, "", session.Exit{}, true},
		{"command that may start again", command, session.RestartAlways, session.Exit{}, true},
		{"command that was told to end", command, "", session.Exit{Signal: "SIGTERM"}, true},
		{"command that ended", command, "", session.Exit{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newRecorder(setup{Spec: session.Spec{Command: c.command, Restart: c.restart}}, hostLog{})
			close(k.leaving)
			if got := k.endedByShutdown(c.exit); got != c.want {
				t.Errorf("got %t, want %t", got, c.want)
			}
		})
	}
}
