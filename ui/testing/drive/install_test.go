//go:build linux

package drive

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// An installed program runs at once, even while other processes start all the time.
func TestInstalledProgramsAreNotBusy(t *testing.T) {
	dir := t.TempDir()
	done := make(chan struct{})
	var starters sync.WaitGroup
	for range 4 {
		starters.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_ = exec.Command("/bin/true").Run()
				}
			}
		})
	}
	for range 50 {
		path := filepath.Join(dir, "program")
		Install(t, path, []byte("#!/bin/sh\nexit 0\n"))
		if err := exec.Command(path).Run(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	starters.Wait()
}
