package screen

import (
	"fmt"
	"testing"

	"dormer/session/grid"
)

// workload changes a buffer from one frame to the next.
type workload struct {
	name  string
	start func(*Buffer)
	frame func(b *Buffer, i int)
	all   bool // the terminal's content is lost before every frame
}

const benchRows, benchCols = 50, 200

func workloads() []workload {
	fg := make([]grid.Style, 16)
	for i := range fg {
		fg[i] = grid.Style{FG: grid.Indexed(uint8(i))}
	}
	digits := [2]string{}
	for i := range digits {
		for x := range benchCols {
			digits[i] += string(rune('a' + (x*7+i*3)%26))
		}
	}
	return []workload{
		{name: "full", all: true, start: func(b *Buffer) { colorful(b, fg) }, frame: func(*Buffer, int) {}},
		{name: "every_cell", start: nothing, frame: func(b *Buffer, i int) {
			for y := range benchRows {
				b.Text(y, 0, benchCols, digits[i&1], fg[y&7])
			}
		}},
		{name: "one_cell", start: func(b *Buffer) { colorful(b, fg) }, frame: func(b *Buffer, i int) {
			b.Text(20, 100, benchCols, digits[0][i%20:i%20+1], fg[1])
		}},
		{name: "scroll", start: numbered, frame: func(b *Buffer, i int) {
			shift(b, 1, 49, 1)
			b.Text(48, 0, benchCols, digits[0][i%50:i%50+100], fg[2])
		}},
		{name: "htop_like", start: func(b *Buffer) { colorful(b, fg) }, frame: htopFrame(fg)},
	}
}

// colorful fills the buffer with words in changing colours.
func colorful(b *Buffer, fg []grid.Style) {
	for y := range benchRows {
		for x := 0; x < benchCols; x += 10 {
			b.Text(y, x, x+10, fmt.Sprintf("word%d-%d", y, x), fg[(x/10+y)%len(fg)])
		}
	}
}

// htopFrame changes a few numbers in every row, as a process list does.
func htopFrame(fg []grid.Style) func(*Buffer, int) {
	numbers := make([]string, 100)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("%2d.%d", i, i%10)
	}
	return func(b *Buffer, i int) {
		for y := 5; y < benchRows; y++ {
			b.Text(y, 40, benchCols, numbers[(i+y)%100], fg[3])
			b.Text(y, 50, benchCols, numbers[(i*7+y)%100], fg[4])
		}
	}
}

func BenchmarkDraw(bm *testing.B) {
	for _, w := range workloads() {
		bm.Run(w.name, func(bm *testing.B) { benchmarkDraw(bm, w) })
	}
}

func benchmarkDraw(bm *testing.B, w workload) {
	b, r := NewBuffer(benchRows, benchCols), NewRenderer(xterm)
	w.start(b)
	c := grid.Cursor{Row: 20, Col: 101, Visible: true}
	out := r.Draw(nil, b, c)
	total, i := 0, 0
	bm.ReportAllocs()
	for bm.Loop() {
		w.frame(b, i)
		i++
		if w.all {
			r.Invalidate()
		}
		out = r.Draw(out[:0], b, c)
		total += len(out)
	}
	bm.ReportMetric(float64(total)/float64(i), "bytes/frame")
}

// BenchmarkCopyRow copies a screen of another palette, as a pane is drawn.
func BenchmarkCopyRow(bm *testing.B) {
	src, b := NewBuffer(benchRows, benchCols), NewBuffer(benchRows, benchCols)
	fg := make([]grid.Style, 16)
	for i := range fg {
		fg[i] = grid.Style{FG: grid.Indexed(uint8(i))}
	}
	colorful(src, fg)
	m := NewRemap(src.Palette(), b)
	bm.ReportAllocs()
	for bm.Loop() {
		for y := range benchRows {
			b.CopyRow(y, 0, benchCols, src.Row(y), m)
		}
	}
}

func TestSteadyFramesDoNotAllocate(t *testing.T) {
	for _, w := range workloads() {
		b, r := NewBuffer(benchRows, benchCols), NewRenderer(xterm)
		w.start(b)
		out, i := make([]byte, 0, 1<<20), 0
		frame := func() {
			w.frame(b, i)
			i++
			out = r.Draw(out[:0], b, grid.Cursor{})
		}
		for range 200 {
			frame() // styles are numbered and buffers get their sizes
		}
		if got := testing.AllocsPerRun(100, frame); got > 0 {
			t.Errorf("%s: %v allocations a frame, want none", w.name, got)
		}
	}
}
