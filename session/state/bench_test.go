package state

import (
	"testing"
	"time"

	"dormer/session"
)

func BenchmarkRead(b *testing.B) {
	m := in(b, session.LifecycleRunning, Options{})
	for b.Loop() {
		if _, err := Read(m.dir, m.id); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRecordActivity(b *testing.B) {
	m := in(b, session.LifecycleRunning, Options{})
	hash := uint32(0)
	for b.Loop() {
		hash++
		if err := m.RecordActivity(hash, start.Add(time.Duration(hash))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUpdateAll100 measures a list of a hundred sessions that were not probed before.
func BenchmarkUpdateAll100(b *testing.B) {
	root, ids := sessionsIn(b, 100, session.LifecycleRunning)
	for b.Loop() {
		for _, s := range NewCache(root, always(busy), Options{}).UpdateAll(b.Context(), ids) {
			if s.Err != nil {
				b.Fatal(s.Err)
			}
		}
	}
}
