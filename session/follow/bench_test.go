package follow_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/follow"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/testing/viewer"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == host.Command {
		os.Exit(host.Main())
	}
	os.Exit(m.Run())
}

// BenchmarkEvent measures the time from a key to the event of the title that a program sets in reply,
// while five idle sessions are followed too:
//
//	go test ./session/follow -run '^$' -bench Event -benchtime 200x
func BenchmarkEvent(b *testing.B) {
	dir, err := os.MkdirTemp("/tmp", "df") // short: sockets have short paths
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	p := launch.New(host.SpawnOptions{Runtime: filepath.Join(dir, "run"), Sessions: filepath.Join(dir, "sessions"), Version: "1.2.3", Grace: time.Second})
	size := session.Size{Rows: 24, Cols: 80}
	sessions := p.Sessions()
	start := func(script string) *viewer.Viewer {
		spec := session.Spec{
			ID: uuid.New(), Lifetime: session.Persistent, Size: size, Command: []string{"/bin/sh", "-c", script}, Dir: "/", Env: os.Environ(),
		}
		conn, err := sessions.Start(spec)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			if err := sessions.End(spec.ID, true); err != nil {
				b.Error(err)
			}
		})
		return viewer.Attach(b, conn, size)
	}
	for range 5 {
		start("read x")
	}
	s := start(`stty -echo; echo ready; while read x; do printf "\033]0;%s\007" "$x"; done`)
	s.Shows("ready")
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	titles := make(chan string, 100)
	following := make(chan struct{}, 100)
	go func() {
		err := follow.All(ctx, p, filepath.Join(dir, "run"), nil, func(e follow.Event) {
			switch e.Event {
			case follow.Started:
				following <- struct{}{}
			case follow.Title:
				titles <- e.Text
			}
		}, func(err error) { b.Error(err) })
		if err != nil {
			b.Error(err)
		}
	}()
	for range 6 {
		<-following
	}
	var took []time.Duration
	for b.Loop() {
		title := "n" + strconv.Itoa(len(took))
		began := time.Now()
		s.Input(fmt.Appendf(nil, "%s\n", title))
		for <-titles != title {
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "longest-ms")
}
