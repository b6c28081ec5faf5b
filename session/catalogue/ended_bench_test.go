package catalogue_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
)

// BenchmarkListEnded measures the cost to a list of ended sessions that are in no workspace.
func BenchmarkListEnded(b *testing.B) {
	for _, n := range []int{0, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorld(b)
			for range n {
				w.state(uuid.New(), "", append(running(ago(2)), step{session.Completed, ago(1), nil})...)
			}
			for b.Loop() {
				if l := w.list(); len(l.Entries) != n {
					b.Fatal(len(l.Entries))
				}
			}
		})
	}
}
