package screen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"dormer/session/grid"
	"dormer/session/vt"
	"github.com/hinshun/vt10x"
)

// dice makes decisions from bytes, so that a fuzzer can control them.
type dice struct{ left []byte }

func (d *dice) n(n int) int {
	if len(d.left) == 0 || n <= 0 {
		return 0
	}
	v := int(d.left[0])
	d.left = d.left[1:]
	if n > 256 && len(d.left) > 0 {
		v = v<<8 | int(d.left[0])
		d.left = d.left[1:]
	}
	return v % n
}

func (d *dice) empty() bool { return len(d.left) == 0 }

// painter draws at random into a buffer.
type painter struct {
	*dice
	b      *Buffer
	words  []string
	styles []grid.Style
	other  *grid.Palette // CopyRow copies from it
	remap  *Remap
	wild   bool // also writes cells that no emulator would produce
}

var asciiWords = []string{"a", "hello", "   ", "0123456789", "x y z", "-----------", "~"}

var allWords = append([]string{
	"界", "日本語", "é", "e\u0301", "👍", "👩‍👩‍👧", "❤\ufe0f", "🇨🇭", "──────────", "\x1b[31m", "\u202eabc", "한국", "┌┐", "⠿", "\ufffd", "\xff",
	"a\u0300\u0301", "☃", "🏴", "ｗ",
}, asciiWords...)

var plainStyles = []grid.Style{
	{}, {FG: grid.Indexed(1)}, {BG: grid.Indexed(4)}, {FG: grid.Indexed(2), BG: grid.Indexed(200)}, {Underline: grid.SingleUnderline},
}

var allStyles = append([]grid.Style{
	{Attrs: grid.Reverse}, {Attrs: grid.Bold | grid.Faint}, {Attrs: grid.Faint, FG: grid.Indexed(9)}, {Attrs: grid.Italic | grid.Strike | grid.Overline},
	{Underline: grid.CurlyUnderline, UL: grid.RGB(1, 2, 3)}, {Underline: grid.DashedUnderline, UL: grid.Indexed(5)}, {FG: grid.RGB(9, 8, 7), BG: grid.RGB(250, 251, 252)},
	{Attrs: grid.Blink | grid.Conceal}, {Attrs: grid.Rapid}, {Attrs: grid.Reverse, BG: grid.Indexed(12)},
}, plainStyles...)

func newPainter(d *dice, rows, cols int) *painter {
	p := &painter{dice: d, b: NewBuffer(rows, cols), other: grid.NewPalette()}
	p.remap = NewRemap(p.other, p.b)
	return p
}

func (p *painter) style() grid.Style {
	s := p.styles[p.n(len(p.styles))]
	if p.wild && p.n(8) == 0 {
		s.Link = p.b.Palette().LinkID(grid.Link{URI: "https://example.org/" + fmt.Sprint(p.n(3))})
	}
	return s
}

// act does one random thing.
func (p *painter) act() {
	rows, cols := p.b.Size()
	switch p.n(7) {
	case 0, 1, 2:
		p.b.Text(p.n(rows), p.n(cols+2)-1, p.n(cols+2), p.words[p.n(len(p.words))], p.style())
	case 3:
		y, x := p.n(rows), p.n(cols)
		p.b.Fill(Rect{y, x, y + p.n(rows), x + p.n(cols+1)}, p.style())
	case 4:
		shift(p.b, p.n(rows), p.n(rows+1), p.n(2*rows+1)-rows)
	case 5:
		p.copy(rows, cols)
	case 6:
		if p.wild {
			p.scribble(rows)
		}
	}
}

// copy copies a row of another palette, and sometimes sweeps that palette.
func (p *painter) copy(rows, cols int) {
	src := NewBuffer(1, cols+1)
	src.palette = p.other
	for range p.n(5) {
		src.Text(0, p.n(cols), cols+1, p.words[p.n(len(p.words))], p.styles[p.n(len(p.styles))])
	}
	if p.n(3) == 0 {
		p.other.Sweep(src.Row(0))
	}
	cells := src.Row(0)[p.n(2):]
	p.b.CopyRow(p.n(rows), p.n(cols+2)-1, p.n(cols+2), cells[:p.n(len(cells)+1)], p.remap)
}

// scribble writes a cell that may be invalid.
func (p *painter) scribble(rows int) {
	y := p.n(rows)
	row := p.b.Row(y)
	if len(row) == 0 {
		return
	}
	chars := []uint32{0, 'a', 0x1b, 0x9b, 0x202e, 0x301, 0xffffffff, 0x4e00, 0x110000, grid.ClusterBit | 7, 0x7f, ' ', 0xd800}
	row[p.n(len(row))] = grid.Cell{
		Char: chars[p.n(len(chars))], Flags: grid.Flags(p.n(8)), Style: p.b.Palette().StyleID(p.style()),
	}
	p.b.Touch(y)
}

// seen is one cell as it looks.
type seen struct {
	text  string
	style grid.Style
	link  grid.Link
	width int
}

// see returns how a cell looks on a terminal that can show everything.
func see(p *grid.Palette, c grid.Cell) seen { return seeOn(profiles["everything"], p, c) }

// seeOn returns how a cell looks on a terminal. For an invisible blank only the background counts.
func seeOn(caps Capabilities, p *grid.Palette, c grid.Cell) seen {
	st := caps.degrade(p.Style(c.Style))
	s := seen{text: string(p.AppendText(nil, c)), style: st, link: p.Link(st.Link), width: c.Width()}
	s.style.Link = 0
	if st.Underline == grid.NoUnderline {
		s.style.UL = grid.DefaultColor
	}
	const visible = grid.Reverse | grid.Strike | grid.Overline | grid.Blink | grid.Rapid
	if s.text == " " && c.Width() == 1 {
		if st.Attrs&visible == 0 && st.Underline == 0 && st.Link == 0 {
			s.style = grid.Style{BG: st.BG}
		}
	}
	return s
}

// compare fails the test unless the emulator shows the buffer, whose rows have been normalized by
// drawing.
func compare(t *testing.T, b *Buffer, caps Capabilities, term *vt.Terminal, note string) {
	t.Helper()
	rows, cols := b.Size()
	for y := range rows {
		for x := range cols {
			want, got := seeOn(caps, b.Palette(), b.Row(y)[x]), see(term.Palette(), term.Row(y)[x])
			if got != want {
				t.Fatalf("%s: row %d, column %d: the terminal shows %+v, want %+v", note, y, x, got, want)
			}
		}
	}
}

// endsHold fails the test if something is drawn to the right of a row's recorded end.
func endsHold(t *testing.T, lines [][]grid.Cell, ends []int, note string) {
	t.Helper()
	for y, line := range lines {
		for x, c := range line[ends[y]:] {
			if c != (grid.Cell{}) {
				t.Fatalf("%s: row %d ends at %d, and has %+v at %d", note, y, ends[y], c, ends[y]+x)
			}
		}
	}
}

// Copying a short row over a long one, partly or completely, leaves nothing of the long one, and
// the row's end is right.
func TestRowsEnd(t *testing.T) {
	for _, c := range []struct {
		x, end int
		src    string
		want   int
	}{
		{0, 10, "ab", 2}, {0, 10, "", 0}, {0, 6, "ab", 8}, {3, 10, "ab", 5}, {3, 10, "", 3}, {3, 6, "ab", 8}, {9, 10, "a", 10}, {8, 10, "", 8},
	} {
		b := NewBuffer(1, 10)
		b.Text(0, 0, 10, "12345678", grid.Style{})
		src := NewBuffer(1, 10)
		src.Text(0, 0, 10, c.src, grid.Style{})
		b.CopyRow(0, c.x, c.end, src.Row(0), NewRemap(src.Palette(), b))
		endsHold(t, b.lines, b.ends, fmt.Sprint(c))
		if b.ends[0] != c.want {
			t.Errorf("%+v: the row ends at %d", c, b.ends[0])
		}
	}
}

// play draws frames chosen by dice and checks each on an emulator.
func play(t *testing.T, d *dice, caps Capabilities) {
	rows, cols := 1+d.n(12), 1+d.n(40)
	p := newPainter(d, rows, cols)
	p.words, p.styles, p.wild = allWords, allStyles, true
	r := NewRenderer(caps)
	term := vt.New(rows, cols, vt.Options{})
	for frame := 0; !d.empty() && frame < 200; frame++ {
		if d.n(24) == 0 {
			rows, cols = 1+d.n(12), 1+d.n(40)
			p.b.Resize(rows, cols)
			term.Resize(rows, cols)
		}
		for range 1 + d.n(5) {
			p.act()
		}
		if d.n(30) == 0 {
			p.b.Palette().Sweep(p.b.lines...)
		}
		c := grid.Cursor{Row: d.n(rows + 1), Col: d.n(cols + 1), Visible: d.n(3) > 0, Shape: grid.CursorShape(d.n(4)), Blink: d.n(2) > 0}
		out := r.Draw(nil, p.b, c)
		_, _ = term.Write(out)
		note := fmt.Sprintf("frame %d of %dx%d: %q", frame, rows, cols, out)
		compare(t, p.b, caps, term, note)
		endsHold(t, p.b.lines, p.b.ends, note+": in the buffer")
		endsHold(t, r.front, r.ends, note+": in front")
		compareCursor(t, c, term.Cursor(), rows, cols, note)
		if more := r.Draw(nil, p.b, c); len(more) > 0 {
			t.Fatalf("%s: drawn again it is %q, want nothing", note, more)
		}
	}
}

func compareCursor(t *testing.T, want, got grid.Cursor, rows, cols int, note string) {
	t.Helper()
	if want.Row >= rows || want.Col >= cols {
		want.Visible = false
	}
	if got.Visible != want.Visible {
		t.Fatalf("%s: cursor visible: %v, want %v", note, got.Visible, want.Visible)
	}
	if !want.Visible {
		return
	}
	if want.Shape == grid.DefaultCursor {
		want.Shape, want.Blink = got.Shape, got.Blink
	}
	if got != want {
		t.Fatalf("%s: cursor is %+v, want %+v", note, got, want)
	}
}

// profiles are terminals with different capabilities.
var profiles = map[string]Capabilities{
	"everything": {Profile: TrueColor, Sync: true, Repeat: true, EraseColor: true, ScrollCount: true, Underlines: true, Hyperlinks: true, CursorShape: true},
	"no_bce":     {Profile: TrueColor, ScrollCount: true, Underlines: true, Hyperlinks: true, CursorShape: true},
	"console":    {Profile: TrueColor, Underlines: true, Hyperlinks: true, CursorShape: true},
	"sixteen":    {Profile: Color16, EraseColor: true, ScrollCount: true, CursorShape: true},
	"no_colours": {Profile: NoColor, EraseColor: true, ScrollCount: true, CursorShape: true},
}

func TestTerminalShowsTheBuffer(t *testing.T) {
	for name, caps := range profiles {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(60) {
				play(t, randomDice(seed, 3000), caps)
			}
		})
	}
}

func randomDice(seed uint64, n int) *dice {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &dice{left: make([]byte, n)}
	for i := range d.left {
		d.left[i] = byte(rng.UintN(256))
	}
	return d
}

func FuzzDraw(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(randomDice(seed, 400).left)
	}
	f.Fuzz(func(t *testing.T, actions []byte) {
		for _, name := range []string{"everything", "console"} {
			play(t, &dice{left: bytes.Clone(actions)}, profiles[name])
		}
	})
}

// TestForeignEmulatorShowsTheBuffer draws on vt10x, using only what it supports.
func TestForeignEmulatorShowsTheBuffer(t *testing.T) {
	caps := Capabilities{Profile: Color256, EraseColor: true, ScrollCount: true}
	for seed := range uint64(60) {
		d := randomDice(seed, 2000)
		rows, cols := 2+d.n(12), 2+d.n(40)
		p := newPainter(d, rows, cols)
		p.words, p.styles = asciiWords, plainStyles
		r, term := NewRenderer(caps), vt10x.New(vt10x.WithSize(cols, rows))
		for !d.empty() {
			for range 1 + d.n(5) {
				p.act()
			}
			c := grid.Cursor{Row: d.n(rows), Col: d.n(cols), Visible: true}
			out := r.Draw(nil, p.b, c)
			_, _ = term.Write(out)
			compareForeign(t, p.b, term, c, fmt.Sprintf("seed %d, %dx%d: %q", seed, rows, cols, out))
		}
	}
}

func compareForeign(t *testing.T, b *Buffer, term vt10x.Terminal, c grid.Cursor, note string) {
	t.Helper()
	for y := range b.rows {
		for x := range b.cols {
			want, g := see(b.palette, b.lines[y][x]), term.Cell(x, y)
			if g.Char == 0 {
				g.Char = ' '
			}
			if string(g.Char) != want.text || g.BG != foreignColor(want.style.BG, vt10x.DefaultBG) ||
				want.text != " " && g.FG != foreignColor(want.style.FG, vt10x.DefaultFG) {
				t.Fatalf("%s: row %d, column %d: the terminal shows %+v, want %+v", note, y, x, g, want)
			}
		}
	}
	if got := term.Cursor(); got.X != c.Col || got.Y != c.Row {
		t.Fatalf("%s: cursor is at %d, %d, want %d, %d", note, got.Y, got.X, c.Row, c.Col)
	}
}

func foreignColor(c grid.Color, standard vt10x.Color) vt10x.Color {
	if i, ok := c.Index(); ok {
		return vt10x.Color(i)
	}
	return standard
}
