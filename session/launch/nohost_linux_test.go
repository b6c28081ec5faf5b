package launch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/session/host"
	"dormer/session/launch"
)

// A session for which no host can be started, because there is no place for its socket, runs in this
// process, and a notice says why.
//
// S3-07, S3-54.
func TestASessionWithoutAHostRunsInTheProgram(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := launch.New(host.SpawnOptions{Runtime: filepath.Join(file, "run"), Sessions: filepath.Join(dir, "sessions"), Version: "test"})
	s := p.Sessions()
	spec := specOf(sh("echo ready; read x")...)
	conn, err := s.Start(spec)
	shown := attachTo(t, conn, err)
	shown.Shows("ready")
	if said := shown.told("ends with dormer"); !strings.Contains(said, "no directory for the sockets") {
		t.Errorf("notice: %q", said)
	}
	if !s.Direct(spec.ID) || s.Check(background, spec.ID) != nil {
		t.Errorf("direct %v, %v", s.Direct(spec.ID), s.Check(background, spec.ID))
	}
	<-p.EndAll()
}

// The same holds if there are no more processes, or no memory, for the host. Any other reason is an
// error, and nothing runs. Once there is room, the session gets a host.
func TestASessionRunsInTheProgramWithoutFreeProcesses(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		here bool
		said string
	}{
		"no more processes":     {fmt.Errorf("start a host: fork/exec dormer: %w", syscall.EAGAIN), true, "resource temporarily unavailable"},
		"no memory":             {fmt.Errorf("start a host: fork/exec dormer: %w", syscall.ENOMEM), true, "cannot allocate memory"},
		"no threads for a host": {fmt.Errorf("its process ended while it started: %w", host.ErrLimit), true, "limit on processes"},
		"no such program":       {errors.New("start a host: no such program"), false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			s := h.Sessions()
			spec := specOf(sh("echo ready; read x")...)
			h.NoHosts(tt.err)
			conn, err := s.Start(spec)
			if !tt.here {
				if err == nil || s.Direct(spec.ID) {
					t.Errorf("started: %v, direct %v", err, s.Direct(spec.ID))
				}
				return
			}
			shown := attachTo(t, conn, err)
			shown.Shows("ready")
			if said := shown.told("ends with dormer"); !strings.Contains(said, tt.said) {
				t.Errorf("notice: %q", said)
			}
			if !s.Direct(spec.ID) || s.Check(background, spec.ID) != nil {
				t.Errorf("direct %v, %v", s.Direct(spec.ID), s.Check(background, spec.ID))
			}
			<-h.EndAll()
			h.HostsAgain()
			conn, err = s.Start(spec)
			attachTo(t, conn, err).Shows("ready")
			if s.Direct(spec.ID) {
				t.Error("it has a host, and is reported to end with dormer")
			}
		})
	}
}
