package launch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/host"
	"dormer/session/launch"
)

// A session that can have no host, for there is no place for its socket, lives in this
// process, and says why.
//
// S3-07, S3-54.
func TestASessionThatCannotHaveAHostRunsHere(t *testing.T) {
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
		t.Errorf("it says %q", said)
	}
	if !s.Direct(spec.ID) || s.Check(background, spec.ID) != nil {
		t.Errorf("direct %v, %v", s.Direct(spec.ID), s.Check(background, spec.ID))
	}
	<-p.EndAll()
}
