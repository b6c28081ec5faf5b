//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// A session outlives its login. A shell started in it later gets DISPLAY and its like from the
// login of whoever starts it.
func TestRestartedSessionGetsEnvironmentOfTheNewLogin(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Env: []string{"DISPLAY=:1", "XAUTHORITY=/old", "OTHER=kept"}})
	s.run("clear; echo $DISPLAY-$XAUTHORITY-$WAYLAND_DISPLAY-$OTHER.", ":1-/old--kept.")
	s.run("kill -9 $$", "ended by SIGKILL")
	s.leave()
	r := begin(t, drive.Options{Home: s.Home(), Dir: s.Dir(), Env: []string{"DISPLAY=:2", "WAYLAND_DISPLAY=wayland-2", "OTHER=new"}})
	r.WaitText("ended by SIGKILL", "Enter")
	r.Press("enter")
	r.prompt("of the restarted shell", anywhere)
	r.run("clear; echo $DISPLAY-$XAUTHORITY-$WAYLAND_DISPLAY-$OTHER.", ":2--wayland-2-kept.")
	r.Prefix("c")
	r.prompt("of a new tab", func(sc drive.Screen) bool { return activeTab(sc) != "1 work" })
	r.run("clear; echo $DISPLAY.", ":2.")
}
