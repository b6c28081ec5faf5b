package vt

import "testing"

// Once the history is full and the palette has been swept, output allocates no memory, whatever it is:
// a flood leaves nothing to collect.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for _, p := range payloads {
		t.Run(p.name, func(t *testing.T) {
			data := payload(p.setup, p.line, 1<<20)
			term := New(benchRows, benchCols, Options{HistoryBytes: 1 << 20, HistoryLines: 20_000})
			round := func() { _, _ = term.Write(data) }
			for range 5 {
				round()
			}
			swept := term.PaletteEpoch()
			if n := testing.AllocsPerRun(2, round); n > 0 {
				t.Errorf("got %v allocations in %d bytes", n, len(data))
			}
			if p.name == "color" && term.PaletteEpoch() == swept {
				t.Error("the palette was not swept")
			}
		})
	}
}
