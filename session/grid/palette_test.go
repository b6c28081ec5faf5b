package grid

import (
	"fmt"
	"testing"
)

func manyStyles(n int) []Style {
	var out []Style
	for i := range n {
		out = append(out, Style{FG: RGB(uint8(i), uint8(i>>8), 0), BG: Indexed(uint8(i)), Attrs: Attrs(i % 3), Underline: Underline(i % 5)})
	}
	return out
}

func TestPaletteNumbersStyles(t *testing.T) {
	p := NewPalette()
	if got := p.StyleID(Style{}); got != 0 {
		t.Errorf("the default style has number %d", got)
	}
	styles := manyStyles(5000)
	seen := map[uint16]bool{}
	for _, s := range styles {
		id := p.StyleID(s)
		if id == 0 || seen[id] {
			t.Fatalf("%+v has number %d, which is in use", s, id)
		}
		seen[id] = true
	}
	for _, s := range styles {
		if got := p.Style(p.StyleID(s)); got != s {
			t.Fatalf("got %+v, want %+v", got, s)
		}
	}
	if got := p.Style(60_000); got != (Style{}) {
		t.Errorf("an unknown number is %+v", got)
	}
}

func TestPaletteIsBounded(t *testing.T) {
	p := NewPalette()
	for i := range 100_000 {
		p.StyleID(Style{FG: RGB(uint8(i), uint8(i>>8), uint8(i>>16))})
		p.LinkID(Link{URI: fmt.Sprint(i)})
	}
	if !p.Full() {
		t.Error("a full palette does not request a sweep")
	}
	if got := p.StyleID(Style{FG: RGB(1, 2, 200)}); got != 0 {
		t.Errorf("a style beyond the bound has number %d", got)
	}
	if got := p.LinkID(Link{URI: "new"}); got != 0 {
		t.Errorf("a link beyond the bound has number %d", got)
	}
}

// After a sweep cells look as before, and unused entries are gone.
func TestSweep(t *testing.T) {
	p := NewPalette()
	for _, s := range manyStyles(6000) {
		p.StyleID(s)
	}
	link := Link{ID: "a", URI: "http://h"}
	style := Style{FG: Indexed(3), Attrs: Bold, Link: p.LinkID(link)}
	p.LinkID(Link{URI: "unused"})
	p.ClusterChar("unused")
	row := []Cell{
		{Char: 'a', Style: p.StyleID(style)},
		{Char: p.ClusterChar("e\u0301")},
		{Char: 'b'},
	}
	if !p.Full() {
		t.Error("6000 styles do not request a sweep")
	}
	epoch := p.Epoch()
	p.Sweep(row)
	if p.Epoch() == epoch {
		t.Error("the epoch did not change")
	}
	if p.Full() {
		t.Error("requests a sweep right after one")
	}
	got := p.Style(row[0].Style)
	if p.Link(got.Link) != link || got.FG != style.FG || got.Attrs != style.Attrs {
		t.Errorf("got %+v with link %+v", got, p.Link(got.Link))
	}
	if text := string(p.AppendText(p.AppendText(nil, row[1]), row[2])); text != "e\u0301b" {
		t.Errorf("got %q", text)
	}
	if len(p.styles) != 2 || len(p.links) != 2 || len(p.clusters) != 1 {
		t.Errorf("kept %d styles, %d links, %d clusters", len(p.styles), len(p.links), len(p.clusters))
	}
}

// A sweep always leaves room, so that not every write needs one.
func TestSweepLeavesRoom(t *testing.T) {
	p := NewPalette()
	var row []Cell
	for _, s := range manyStyles(20_000) {
		row = append(row, Cell{Char: 'x', Style: p.StyleID(s)})
	}
	p.Sweep(row)
	if p.Full() {
		t.Error("requests a sweep right after one")
	}
}

func TestClusterBytes(t *testing.T) {
	p := NewPalette()
	text := []byte("e\u0301")
	id := p.ClusterBytes(text)
	text[0] = 'o'
	if got := string(p.AppendText(nil, Cell{Char: id})); got != "e\u0301" {
		t.Errorf("got %q: the palette kept the caller's bytes", got)
	}
	if p.ClusterChar("e\u0301") != id {
		t.Error("one cluster has two numbers")
	}
	if n := testing.AllocsPerRun(100, func() { p.ClusterBytes([]byte("e\u0301")) }); n != 0 {
		t.Errorf("looking a cluster up allocates %v times", n)
	}
}
