package vt

import (
	"math/rand"
	"testing"

	"dormer/session/grid"
)

// Lines of every kind of cell, in every order: packing looks for runs, and each kind must end the run
// before it.
func TestPackedLinesAreUnpacked(t *testing.T) {
	const lines = 20_000
	p := grid.NewPalette()
	link := p.LinkID(grid.Link{URI: "http://h"})
	styles := []uint16{0, p.StyleID(grid.Style{FG: grid.Indexed(1)}), p.StyleID(grid.Style{Attrs: grid.Bold, Link: link})}
	chars := []uint32{0, 'a', ' ', 'é', '漢', '😀', 0x20000, p.ClusterChar("e\u0301"), p.ClusterChar("👩‍💻")}
	// Characters that would become other cells if they were printed next to each other or with that width.
	chars = append(chars, '🇩', '🏽', '①', 0x1161, p.ClusterChar("👩\u200d"), p.ClusterChar("\u1112\u1161"), p.ClusterChar(" \u0301"), p.ClusterChar("1\ufe0f"))
	rnd := rand.New(rand.NewSource(1))
	h := newHistory(4<<20, lines)
	var want [][]grid.Cell
	for range lines {
		var line []grid.Cell
		for range rnd.Intn(12) {
			line = appendRun(line, p, rnd, chars[rnd.Intn(len(chars))], styles[rnd.Intn(len(styles))])
		}
		h.push(line, rnd.Intn(2) == 0, p)
		for len(line) > 0 && line[len(line)-1] == (grid.Cell{}) {
			line = line[:len(line)-1]
		}
		want = append(want, line)
	}
	for n := h.first; n < h.end; n++ {
		got, _, _ := h.line(n, nil, p)
		if !sameCells(got, want[n]) {
			t.Fatalf("line %d:\n got %v\nwant %v", n, got, want[n])
		}
	}
}

// appendRun appends one to three cells of a character.
func appendRun(line []grid.Cell, p *grid.Palette, rnd *rand.Rand, char uint32, style uint16) []grid.Cell {
	c := grid.Cell{Char: char, Style: style}
	wide := char != 0 && grid.Width(string(p.AppendText(nil, c))) == 2 || char == '①' && rnd.Intn(2) == 0
	for range 1 + rnd.Intn(3) {
		if wide {
			c.Flags = grid.Wide
			line = append(line, c, grid.Cell{Style: style, Flags: grid.Tail})
			continue
		}
		line = append(line, c)
	}
	return line
}

// sameCells compares cells; packing turns an erased cell within text into a space.
func sameCells(a, b []grid.Cell) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x != y && (x.Style != y.Style || x.Flags != y.Flags || !x.Blank() || !y.Blank()) {
			return false
		}
	}
	return true
}
