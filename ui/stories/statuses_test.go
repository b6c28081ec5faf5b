//go:build linux

package stories

import (
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// While it is open, the overview shows the statuses of dormer ps and the resources that sessions
// use.
func TestOverviewShowsStatusAndUsage(t *testing.T) {
	p := drive.Start(t, drive.Options{Rows: 30, Cols: 120})
	p.WaitText("$ ")
	p.Prefix("w")
	p.WaitText("Overview", "running", " MB", "% CPU")
	for _, pid := range drive.Hosts(p.Home()) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	p.WaitText("suspended (host no longer exists)")
	p.Press("esc")
	p.WaitGone("Overview")
	p.Prefix("d")
	if status := p.WaitExit(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}
