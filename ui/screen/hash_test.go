package screen

import (
	"math/rand"
	"testing"

	"dormer/session/grid"
)

// The row hashes cached between frames are right after any changes and moves. A wrong hash prevents
// scrolling.
func TestCachedRowHashesAreCorrect(t *testing.T) {
	const rows, cols = 12, 10
	rnd := rand.New(rand.NewSource(5))
	b := NewBuffer(rows, cols)
	r := NewRenderer(Capabilities{ScrollCount: true, EraseColor: true})
	draw := func() { r.Draw(nil, b, grid.Cursor{}) }
	text := func() string {
		s := make([]byte, cols)
		for i := range s {
			s[i] = byte('a' + rnd.Intn(26))
		}
		return string(s)
	}
	known := 0
	for frame := range 300 {
		switch rnd.Intn(4) {
		case 0:
			shift(b, 0, rows, 1)
			b.Text(rows-1, 0, cols, text(), grid.Style{})
		case 1:
			for y := range rows {
				b.Text(y, 0, cols, text(), grid.Style{})
			}
		case 2:
			b.Text(rnd.Intn(rows), 0, cols, text(), grid.Style{})
		case 3:
			r.Invalidate()
		}
		draw()
		for y := range rows {
			if !r.hashes.known[y] {
				continue
			}
			known++
			if got, want := r.hashes.front[y], hashRow(b.lines[y]); got != want {
				t.Fatalf("frame %d: the cached hash of row %d is wrong", frame, y)
			}
		}
	}
	if known == 0 {
		t.Error("no hash was ever cached")
	}
}
