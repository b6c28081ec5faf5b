package follow_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/follow"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/testing/viewer"
)

// The events of sessions that run in this process are delivered like those of others, for present
// sessions and later ones.
func TestDirect(t *testing.T) {
	dir := t.TempDir()
	p := launch.New(host.SpawnOptions{Runtime: filepath.Join(dir, "run"), Sessions: filepath.Join(dir, "sessions"), Grace: time.Second})
	t.Cleanup(func() { <-p.EndAll() })
	start := func(name string) *viewer.Viewer {
		t.Helper()
		size := session.Size{Rows: 24, Cols: 80}
		conn, err := p.Start(session.Spec{
			ID: uuid.New(), Name: name, Workspace: "work", Lifetime: session.Temporary, Size: size,
			Command: []string{"/bin/sh", "-c", `read x; printf "\\a"; read x; exit 3`}, Dir: "/", Env: os.Environ(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return viewer.Attach(t, conn, size)
	}
	before := start("before")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan follow.Event, 100)
	follow.Direct(ctx, p, func(e follow.Event) { told <- e })
	expect := func(name string, kind follow.Kind) follow.Event {
		t.Helper()
		for {
			select {
			case e := <-told:
				if e.Name == name && e.Event == kind && e.Workspace == "work" {
					return e
				}
			case <-time.After(viewer.Patience):
				t.Fatalf("no event of %s: %s", name, kind)
			}
		}
	}
	for _, s := range []struct {
		name string
		at   *viewer.Viewer
	}{{"before", before}, {"later", nil}} {
		if s.at == nil {
			s.at = start(s.name)
		}
		expect(s.name, follow.Started)
		s.at.Input([]byte("\n"))
		expect(s.name, follow.Bell)
		s.at.Input([]byte("\n"))
		if e := expect(s.name, follow.Ended); e.ExitCode == nil || *e.ExitCode != 3 {
			t.Errorf("%s ended with %+v", s.name, e)
		}
		if err := s.at.Detach(); err != nil {
			t.Error(err)
		}
	}
}
