package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"dormer/session/grid"
)

// Sizes of a PNG in pixels.
const (
	pngCellW   = 17
	pngCellH   = 36
	pngFont    = 28
	pngBase    = 27
	pngPadding = 24
)

// Fonts provides fonts for characters that the built-in one lacks.
type Fonts interface {
	// Face returns a font that has a character, at a size in pixels per em; nil if no font has it.
	Face(r rune, pixels float64) font.Face
}

// PNG writes a screen as a PNG image. Characters that the built-in font lacks are drawn in a font
// of others, which may be nil, or else as empty boxes. Lines, blocks and braille are always drawn
// as shapes.
func PNG(w io.Writer, s Screen, c Colors, others Fonts) error {
	faces, err := loadFaces()
	if err != nil {
		return err
	}
	size := image.Rect(0, 0, s.Cols*pngCellW+2*pngPadding, s.Rows*pngCellH+2*pngPadding)
	d := &pixels{RGBA: image.NewRGBA(size), faces: faces, others: others, s: s, c: c}
	draw.Draw(d, size, image.NewUniform(d.c.Background), image.Point{}, draw.Src)
	for y := range s.Rows {
		for x := range s.Cols {
			d.ground(x, y)
		}
		for x := range s.Cols {
			d.cell(x, y)
		}
	}
	if b, ok := cursorBox(s.Cursor); ok {
		d.box(s.Cursor.Col, s.Cursor.Row, b, d.c.Foreground)
	}
	return png.Encode(w, d)
}

type faces struct {
	regular, bold, italic font.Face
	sfnt                  *opentype.Font // the regular font
}

// has reports whether the font has a character.
func (f faces) has(r rune) bool {
	i, err := f.sfnt.GlyphIndex(nil, r)
	return err == nil && i != 0
}

func loadFaces() (faces, error) {
	var f faces
	for _, l := range []struct {
		to  *font.Face
		ttf []byte
	}{{&f.regular, gomono.TTF}, {&f.bold, gomonobold.TTF}, {&f.italic, gomonoitalic.TTF}} {
		parsed, err := opentype.Parse(l.ttf)
		if err != nil {
			return faces{}, fmt.Errorf("read the picture's font: %w", err)
		}
		if f.sfnt == nil {
			f.sfnt = parsed
		}
		if *l.to, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: pngFont, DPI: 72, Hinting: font.HintingFull}); err != nil {
			return faces{}, fmt.Errorf("read the picture's font: %w", err)
		}
	}
	return f, nil
}

type pixels struct {
	*image.RGBA
	faces  faces
	others Fonts
	s      Screen
	c      Colors
}

func (d *pixels) ground(x, y int) {
	if bg := d.c.lookOf(d.s.At(x, y).Style).bg; bg != d.c.Background {
		d.box(x, y, box{0, 0, 1, 1, 1}, bg)
	}
}

func (d *pixels) cell(x, y int) {
	c := d.s.At(x, y)
	l := d.c.lookOf(c.Style)
	if boxes, ok := shape(c.Text, pngCellW, pngCellH); ok {
		for _, b := range boxes {
			d.box(x, y, b, l.fg)
		}
		return
	}
	if !l.hidden && c.Width > 0 {
		d.glyph(x, y, c.Text, l)
	}
	if l.underline != grid.NoUnderline {
		d.box(x, y, box{0, 0.84, 1, 0.88, 1}, l.ul)
	}
	if l.strike {
		d.box(x, y, box{0, 0.5, 1, 0.54, 1}, l.fg)
	}
	if l.overline {
		d.box(x, y, box{0, 0, 1, 0.04, 1}, l.fg)
	}
}

// glyph draws the first character of a cluster, in a font that has it.
func (d *pixels) glyph(x, y int, text string, l look) {
	face := d.faces.regular
	switch {
	case l.bold:
		face = d.faces.bold
	case l.italic:
		face = d.faces.italic
	}
	if text == "" {
		return
	}
	r, _ := utf8.DecodeRuneInString(text)
	at := fixed.P(pngPadding+x*pngCellW, pngPadding+y*pngCellH+pngBase)
	box, mask, point, _, ok := face.Glyph(at, r)
	if r > ' ' && !d.faces.has(r) {
		d.missing(x, y, l)
	} else if ok {
		draw.DrawMask(d, box, image.NewUniform(l.fg), image.Point{}, mask, point, draw.Over)
	}
}

// missing draws a character that the built-in font lacks: as strokes, in another font, or as an
// empty box.
func (d *pixels) missing(x, y int, l look) {
	c := d.s.At(x, y)
	if strokes := sign([]rune(c.Text)[0], pngCellW, pngCellH); len(strokes) > 0 {
		for _, b := range strokes {
			d.box(x, y, b, l.fg)
		}
		return
	}
	w := float64(max(1, c.Width))
	if d.other(x, y, []rune(c.Text)[0], int(w)*pngCellW, l) {
		return
	}
	for _, b := range []box{{0.15, 0.2, w - 0.15, 0.24, 1}, {0.15, 0.76, w - 0.15, 0.8, 1}, {0.15, 0.2, 0.23, 0.8, 1}, {w - 0.23, 0.2, w - 0.15, 0.8, 1}} {
		d.box(x, y, b, l.fg)
	}
}

// other draws a character in another font, centred in its cells, which are width pixels wide. It
// returns false if no font has the character.
func (d *pixels) other(x, y int, r rune, width int, l look) bool {
	if d.others == nil {
		return false
	}
	face := d.others.Face(r, pngFont)
	if face == nil {
		return false
	}
	advance, _ := face.GlyphAdvance(r)
	at := fixed.P(pngPadding+x*pngCellW+(width-advance.Round())/2, pngPadding+y*pngCellH+pngBase)
	box, mask, point, _, ok := face.Glyph(at, r)
	if ok {
		draw.DrawMask(d, box, image.NewUniform(l.fg), image.Point{}, mask, point, draw.Over)
	}
	return ok
}

func (d *pixels) box(x, y int, b box, c color.RGBA) {
	px := func(cell int, part, size float64) int {
		return pngPadding + int(math.Round((float64(cell)+part)*size))
	}
	r := image.Rect(px(x, b.x0, pngCellW), px(y, b.y0, pngCellH), px(x, b.x1, pngCellW), px(y, b.y1, pngCellH))
	ink := color.NRGBA{c.R, c.G, c.B, uint8(b.opacity * 255)}
	draw.Draw(d, r, image.NewUniform(ink), image.Point{}, draw.Over)
}
