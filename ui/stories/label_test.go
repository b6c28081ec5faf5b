//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S0-27: labels set from the command line reach the program: the name at once, description and tags
// in the overview, which also searches them. They are kept when the program is left, changed
// meanwhile, and started again.
func TestNamesDescriptionsAndTags(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 130, Rows: 30})
	id := s.rows()[0].ID
	s.newTab(2, "two")
	s.dormer("rename", id, "api")
	s.WaitFor("the other name", func(sc drive.Screen) bool { return strings.Contains(sc.Row(0), "1 api") })
	s.dormer("describe", "api", "nightly build")
	s.dormer("tag", "api", "ci")
	s.Prefix("w")
	s.Type("ci")
	s.WaitText("nightly build #ci")
	s.Press("enter")
	s.run("echo before $((40+2))", "before 42")
	before := s.rowOf("api")
	s.dormer("restart", "--force", "api")
	s.run("echo after $((40+2))", "before 42", "after 42")
	if after := s.rowOf("api"); after.PID != before.PID || after.ChildPID == before.ChildPID {
		t.Errorf("it was %+v, is %+v", before, after)
	}
	s.leave()
	s.dormer("rename", "api", "server")
	s = s.relaunch()
	s.WaitFor("the name given meanwhile", func(sc drive.Screen) bool { return strings.Contains(sc.Row(0), "1 server") })
}
