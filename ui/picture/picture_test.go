package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"dormer/session/grid"
)

// screenOf returns a screen with the given rows. Characters in wide take two columns, all others
// one.
func screenOf(wide string, rows ...string) Screen {
	s := Screen{Rows: len(rows)}
	for _, row := range rows {
		var cells []Cell
		for _, r := range row {
			if strings.ContainsRune(wide, r) {
				cells = append(cells, Cell{Text: string(r), Width: 2}, Cell{})
				continue
			}
			cells = append(cells, Cell{Text: string(r), Width: 1})
		}
		s.Cells, s.Cols = append(s.Cells, cells), max(s.Cols, len(cells))
	}
	return s
}

func svgOf(t *testing.T, s Screen) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, s, Dark); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatalf("the picture is not valid XML: %v\n%s", err, b.String())
		}
	}
}

func TestSVGShowsTextInItsColumns(t *testing.T) {
	s := screenOf("日", "a <b> & c", "日x")
	s.Cells[0][0].Style = grid.Style{FG: grid.RGB(1, 2, 3), Attrs: grid.Bold, Underline: grid.SingleUnderline}
	got := svgOf(t, s)
	for _, want := range []string{
		`fill="#010203" textLength="8.4" lengthAdjust="spacingAndGlyphs" xml:space="preserve" font-weight="bold" text-decoration="underline">a</text>`,
		`>&lt;b&gt; &amp; c</text>`,
		`<text x="0" y="31.5" fill="#cdd6f4" textLength="16.8"`, // two columns
		`<text x="16.8" y="31.5"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in the picture:\n%s", want, got)
		}
	}
}

func TestSVGShowsReverseVideoAndTheCursor(t *testing.T) {
	s := screenOf("", "xy")
	s.Cells[0][1].Style = grid.Style{Attrs: grid.Reverse}
	s.Cursor = grid.Cursor{Col: 0, Visible: true, Shape: grid.BarCursor}
	got := svgOf(t, s)
	for _, want := range []string{
		`<rect x="8.4" y="0" width="8.4" height="18" fill="#cdd6f4"/>`,
		`<text x="8.4" y="13.5" fill="#1e1e2e"`,
		`<rect x="0" y="0" width="1.512" height="18" fill="#cdd6f4"/>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in the picture:\n%s", want, got)
		}
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct {
		in   grid.Color
		want color.RGBA
	}{
		{grid.DefaultColor, Dark.Foreground},
		{grid.Indexed(1), Dark.Named[1]},
		{grid.Indexed(16), color.RGBA{0, 0, 0, 255}},
		{grid.Indexed(208), color.RGBA{255, 135, 0, 255}},
		{grid.Indexed(255), color.RGBA{238, 238, 238, 255}},
		{grid.RGB(9, 8, 7), color.RGBA{9, 8, 7, 255}},
	} {
		if got := Dark.resolve(c.in, Dark.Foreground); got != c.want {
			t.Errorf("%x: got %v, want %v", c.in, got, c.want)
		}
	}
}

// edges reports which edges of its cell a character's shape touches.
func edges(boxes []box) (e struct{ left, up, right, down bool }) {
	for _, b := range boxes {
		e.left = e.left || b.x0 <= 0
		e.right = e.right || b.x1 >= 1
		e.up = e.up || b.y0 <= 0
		e.down = e.down || b.y1 >= 1
	}
	return e
}

func TestBoxLinesJoinAtCellEdges(t *testing.T) {
	for r, a := range lines() {
		e := edges(a.boxes(svgCellW, svgCellH))
		if e.left != (a.left > 0) || e.up != (a.up > 0) || e.right != (a.right > 0) || e.down != (a.down > 0) {
			t.Errorf("%c: arms %v reach %+v", r, a, e)
		}
	}
	for r, want := range map[rune]string{'─': "1010", '┃': "0202", '┏': "0022", '┛': "2200", '┢': "0122", '┲': "1022", '┼': "1111", '╋': "2222", '┡': "0221", '┱': "2012", '┹': "2210"} {
		a := lines()[r]
		got := string([]byte{'0' + byte(a.left), '0' + byte(a.up), '0' + byte(a.right), '0' + byte(a.down)})
		if got != want {
			t.Errorf("%c has the arms %s, want %s", r, got, want)
		}
	}
	for r, a := range rounded {
		e := edges(a.arc(svgCellW, svgCellH))
		if e.left != (a.left > 0) || e.up != (a.up > 0) || e.right != (a.right > 0) || e.down != (a.down > 0) {
			t.Errorf("%c: arms %v reach %+v", r, a, e)
		}
	}
}

func TestPNGDrawsGlyphsLinesAndGrounds(t *testing.T) {
	s := screenOf("", "M─ ")
	s.Cells[0][2].Style = grid.Style{BG: grid.RGB(255, 0, 0)}
	var b bytes.Buffer
	if err := PNG(&b, s, Dark, nil); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	cell := func(x int) image.Rectangle {
		return image.Rect(0, 0, pngCellW, pngCellH).Add(image.Pt(pngPadding+x*pngCellW, pngPadding))
	}
	for x, want := range []struct{ least, most int }{{60, 400}, {pngCellW, pngCellW * 4}, {pngCellW * pngCellH, pngCellW * pngCellH}} {
		if n := inked(img, cell(x)); n < want.least || n > want.most {
			t.Errorf("cell %d has %d pixels of ink, want %d to %d", x, n, want.least, want.most)
		}
	}
}

// A character that the font lacks is drawn nevertheless: as a symbol, dots, or a box.
func TestPNGDrawsGlyphsMissingFromItsFont(t *testing.T) {
	var b bytes.Buffer
	if err := PNG(&b, screenOf("日", "✓⣿日▚╌"), Light, nil); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	for x, least := range []int{40, 80, 60, 0, 200, 10} {
		n := 0
		for y := range pngCellH {
			for i := range pngCellW {
				if color.RGBAModel.Convert(img.At(pngPadding+x*pngCellW+i, pngPadding+y)) != Light.Background {
					n++
				}
			}
		}
		if n < least {
			t.Errorf("column %d has %d pixels of ink, want at least %d", x, n, least)
		}
	}
}

// solid is a font whose characters are squares of one em. one is a set of fonts with a single
// character, from solid.
type (
	solid struct{ font.Face }
	one   struct{}
)

func (one) Face(r rune, _ float64) font.Face {
	if r == '日' {
		return solid{}
	}
	return nil
}

func (solid) GlyphAdvance(rune) (fixed.Int26_6, bool) { return fixed.I(pngFont), true }

func (solid) Glyph(dot fixed.Point26_6, _ rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	at := image.Pt(dot.X.Round(), dot.Y.Round()-pngFont)
	return image.Rectangle{at, at.Add(image.Pt(pngFont, pngFont))}, image.Opaque, image.Point{}, fixed.I(pngFont), true
}

// A wide character from another font is drawn in the middle of its two columns, and nowhere else.
func TestPNGDrawsWithOtherFonts(t *testing.T) {
	var b bytes.Buffer
	if err := PNG(&b, screenOf("日", " 日 ☃"), Dark, one{}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	cells := func(x, n int) image.Rectangle {
		return image.Rect(0, 0, n*pngCellW, pngCellH).Add(image.Pt(pngPadding+x*pngCellW, pngPadding))
	}
	if n := inked(img, cells(1, 2)); n < pngFont*(pngFont-2) {
		t.Errorf("the character has %d pixels of ink", n)
	}
	left, right := inked(img, cells(1, 1)), inked(img, cells(2, 1))
	if left != right || inked(img, cells(0, 1)) > 0 || inked(img, cells(3, 1)) > 0 {
		t.Errorf("its halves have %d and %d pixels of ink, and its neighbours %d and %d", left, right, inked(img, cells(0, 1)), inked(img, cells(3, 1)))
	}
	if n := inked(img, cells(4, 1)); n == 0 || n > pngCellW*pngCellH/2 {
		t.Errorf("a character in no font is not a box but %d pixels of ink", n)
	}
}

func TestTextAndANSI(t *testing.T) {
	s := screenOf("日", "a日b  ", "", "   ")
	s.Cells[0][0].Style = grid.Style{FG: grid.Indexed(1)}
	if got := s.Text(); got != "a日b\n" {
		t.Errorf("text %q", got)
	}
	if got := s.ANSI(); got != "\x1b[31ma\x1b[m日b\n" {
		t.Errorf("ANSI %q", got)
	}
	s = screenOf("", "1", "2", "3", "")
	if s.Last(2); s.Rows != 2 || s.At(0, 0).Text != "2" {
		t.Errorf("the last two rows are %q", s.Text())
	}
}

// The same screen gives the same bytes, so that pictures can be compared and kept in git.
func TestPicturesAreDeterministic(t *testing.T) {
	s := screenOf("", "╭─╮ x ✓")
	draw := func() string {
		var b bytes.Buffer
		if err := errors.Join(SVG(&b, s, Dark), PNG(&b, s, Dark, nil)); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if first := draw(); draw() != first {
		t.Error("two pictures of one screen differ")
	}
}

// inked counts the pixels of a rectangle that differ from the background.
func inked(img image.Image, r image.Rectangle) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) != Dark.Background {
				n++
			}
		}
	}
	return n
}
