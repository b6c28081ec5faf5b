package screen

import (
	"strconv"
	"unicode/utf8"

	"dormer/session/grid"
)

// Renderer turns the wanted screen into bytes. It is pure: it keeps the cells, style and cursor
// of the terminal, and writes only the differences. It belongs to one terminal and is not safe
// for concurrent use.
type Renderer struct {
	caps  Capabilities
	front [][]grid.Cell // the cells of the terminal, in the buffer's palette
	ends  []int         // of its rows, as in Buffer
	rows  int
	cols  int

	buffer *Buffer
	epoch  uint64 // of the buffer's palette
	styles styles

	out  []byte // the frame being made
	y, x int    // the terminal's cursor, or unknown
	pen  uint16 // the current style, or noStyle
	all  bool   // every row must be drawn
	next int    // column of the current row that must be rewritten even if it is unchanged

	cursor cursorState
	hashes rowHashes
}

// NewRenderer returns a renderer for a terminal with unknown contents.
func NewRenderer(c Capabilities) *Renderer {
	r := &Renderer{caps: c}
	r.styles.caps = &r.caps
	r.Invalidate()
	return r
}

// SetCapabilities sets what the terminal understands. The next frame repaints if that
// changes how cells look.
func (r *Renderer) SetCapabilities(c Capabilities) {
	if c == r.caps {
		return
	}
	old := r.caps
	r.caps = c
	if r.buffer != nil {
		r.styles.reset(r.buffer.palette)
	}
	if old.Profile != c.Profile || old.Underlines != c.Underlines || old.Hyperlinks != c.Hyperlinks || old.AmbiguousWide != c.AmbiguousWide || old.Standout != c.Standout {
		r.Invalidate()
	}
}

// Invalidate marks the contents of the terminal as unknown: the next frame writes every cell and
// sets the style, the margins and the cursor.
func (r *Renderer) Invalidate() {
	r.all = true
	r.pen = noStyle
	r.y, r.x = unknown, unknown
	r.cursor = cursorState{}
}

// Draw appends to dst the bytes that make the terminal show b and the cursor c, none if nothing
// differs. It resets the touched rows of b and may sweep its palette. A cursor outside of the
// screen is hidden.
func (r *Renderer) Draw(dst []byte, b *Buffer, c grid.Cursor) []byte {
	r.adopt(b)
	r.out = r.out[:0]
	r.hashes.begin()
	if r.all {
		r.begin()
	} else {
		r.scroll(b)
	}
	for y, dirty := range b.dirty {
		if dirty || r.all {
			r.row(b, y)
			b.dirty[y] = false
		}
	}
	r.all = false
	r.closeLink()
	r.place(c)
	return r.frame(dst)
}

// adopt takes over the buffer's size and palette.
func (r *Renderer) adopt(b *Buffer) {
	if r.buffer != b || r.rows != b.rows || r.cols != b.cols {
		r.buffer = b
		r.rows, r.cols = b.rows, b.cols
		r.front, r.ends = makeLines(r.rows, r.cols), make([]int, r.rows)
		r.hashes.resize(r.rows)
		r.epoch = b.palette.Epoch()
		r.styles.reset(b.palette)
		r.Invalidate()
	}
	if r.epoch != b.palette.Epoch() {
		r.Invalidate() // swept elsewhere, without the cells of front
	}
	if b.palette.Full() {
		b.palette.Sweep(append(append(make([][]grid.Cell, 0, 2*r.rows), b.lines...), r.front...)...)
	}
	if r.epoch != b.palette.Epoch() {
		r.epoch = b.palette.Epoch()
		r.styles.reset(b.palette)
		r.hashes.forget()
		r.pen = noStyle
	}
}

// begin starts a frame on an unknown screen: it ends an incomplete sequence (ST) and resets
// the margins (DECSTBM).
func (r *Renderer) begin() {
	r.out = append(r.out, "\x1b\\\x1b[r"...)
	r.y, r.x = unknown, unknown
	r.hashes.forget()
	for y, line := range r.front {
		for x := range line {
			line[x] = unknownCell
		}
		r.ends[y] = r.cols
	}
}

// unknownCell is a cell that no buffer contains. It stands for unknown cells of the terminal.
var unknownCell = grid.Cell{Char: 1<<32 - 1, Flags: 1<<16 - 1}

// closeLink closes an open hyperlink, so that later output does not become part of it.
func (r *Renderer) closeLink() {
	if r.pen == noStyle || r.styles.look(r.pen).link == 0 {
		return
	}
	s := r.styles.palette.Style(r.pen)
	s.Link = 0
	r.setPen(r.styles.palette.StyleID(s))
}

// setPen sets the style with that number.
func (r *Renderer) setPen(id uint16) {
	if id != r.pen {
		r.out = append(r.out, r.styles.change(r.pen, id)...)
		r.pen = id
	}
}

// blankPen sets a style in which a blank looks as in style id.
func (r *Renderer) blankPen(id uint16) {
	l := r.styles.look(id)
	if !l.erasable {
		r.setPen(id)
		return
	}
	if r.pen != noStyle {
		if p := r.styles.look(r.pen); p.erasable && p.blank == l.blank {
			return
		}
	}
	r.setPen(l.blank)
}

// same reports whether two cells look alike.
func (r *Renderer) same(a, b grid.Cell) bool {
	if a == b {
		return true
	}
	if !a.Blank() || !b.Blank() || a.Flags|b.Flags != 0 {
		return false
	}
	return a.Style == b.Style || r.styles.look(a.Style).blank == r.styles.look(b.Style).blank
}

// row writes the differences in row y.
func (r *Renderer) row(b *Buffer, y int) {
	front, cells := r.front[y], b.lines[y]
	drawn := max(r.ends[y], b.ends[y])
	first, end := r.span(front, cells, drawn)
	if first == end {
		r.hashes.match(y)
		return
	}
	cleanRow(cells[first:end], b.palette)
	r.hashes.change(y)
	tail := r.tail(cells, b.ends[y], end)
	r.next = unknown
	for x := first; x < end; {
		if x != r.next && (front[x] == cells[x] || r.same(front[x], cells[x])) {
			x++
			continue
		}
		if x >= tail {
			r.eraseTail(y, x, cells)
			copy(front[x:], cells[x:])
			break
		}
		n := r.draw(y, x, front[:end], cells)
		copy(front[x:x+n], cells[x:x+n])
		x += n
		if r.next == x && x == end && end < len(cells) {
			end = x + 1
		}
	}
	r.ends[y] = drawn - blankSuffix(front[:drawn])
}

// span returns the smallest range of columns that contains all differences, widened to whole
// characters. From drawn on both rows are blank.
func (r *Renderer) span(front, cells []grid.Cell, drawn int) (first, end int) {
	end = drawn
	first = equalPrefix(front[:end], cells[:end])
	if first == end {
		return first, end
	}
	end -= equalSuffix(front[:end], cells[:end])
	for first > 0 && (cells[first].Flags&grid.Tail != 0 || cells[first-1].Flags&grid.Wide != 0) {
		first--
	}
	for end < len(cells) && cells[end].Flags&grid.Tail != 0 {
		end++
	}
	return first, end
}

// tail returns the column from which the row is blank and cheaper to erase than to write, or
// the row's length. From written on its cells are blank in the default style.
func (r *Renderer) tail(cells []grid.Cell, written, end int) int {
	const worth = 4 // EL takes three bytes
	n := len(cells)
	if n == 0 || !cells[n-1].Blank() || cells[n-1].Flags != 0 {
		return n
	}
	l := r.styles.look(cells[n-1].Style)
	if !l.erasable || !l.erasure {
		return n
	}
	start, last := n, cells[n-1]
	if last == (grid.Cell{}) {
		start = written - blankSuffix(cells[:written])
	}
	for start > 0 && (cells[start-1] == last || r.blankAs(l.blank, cells[start-1])) {
		start--
	}
	if end-start < worth {
		return n
	}
	return start
}

// blankAs reports whether a cell is a blank that looks as in style blank.
func (r *Renderer) blankAs(blank uint16, c grid.Cell) bool {
	return c.Blank() && c.Flags == 0 && r.styles.look(c.Style).blank == blank
}

// eraseTail erases from (y, x) to the end of the row: EL, CSI K.
func (r *Renderer) eraseTail(y, x int, cells []grid.Cell) {
	r.reach(y, x, cells)
	r.blankPen(cells[x].Style)
	r.out = append(r.out, "\x1b[K"...)
}

// draw writes at (y, x) one character, a run of plain characters that all differ from front, or a
// run of equal ones, and returns the number of columns. It does not write beyond front.
func (r *Renderer) draw(y, x int, front, cells []grid.Cell) int {
	r.reach(y, x, cells)
	c, end := cells[x], len(front)
	if c.Blank() {
		return r.drawBlanks(x, end, cells)
	}
	r.setPen(c.Style)
	if plain(c) {
		n := r.drawPlain(front[x:], cells[x:end])
		return n + r.repeat(cells[x+n-1], cells[x+n:end])
	}
	if !hasCertainWidth(c) || r.caps.AmbiguousWide && ambiguous(c) {
		return r.drawUncertain(c, cells[x:])
	}
	r.appendChar(c)
	r.advance(c.Width())
	if c.Flags&grid.Wide != 0 {
		return 2
	}
	return 1 + r.repeat(c, cells[x+1:end])
}

// plain reports whether c is an ASCII character that is not a blank.
func plain(c grid.Cell) bool { return c.Char-0x21 < 0x5e && c.Flags == 0 }

// drawPlain writes the plain characters at the start of cells that have the same style, up to one
// that is unchanged or equals the previous one. It always writes the first.
func (r *Renderer) drawPlain(front, cells []grid.Cell) int {
	front = front[:len(cells)]
	last := grid.Cell{Style: cells[0].Style}
	n := 0
	for ; n < len(cells); n++ {
		c := cells[n]
		if c.Style != last.Style || !plain(c) || c == last || c == front[n] && n > 0 {
			break
		}
		r.out = append(r.out, byte(c.Char))
		last = c
	}
	r.advance(n)
	return n
}

// advance records that the cursor moved by n columns. After the last column it is unknown
// whether the cursor is still there or about to wrap.
func (r *Renderer) advance(n int) {
	r.x += n
	if r.x >= r.cols {
		r.x = unknown
	}
}

// drawBlanks writes the blanks at x, or erases them if that is shorter: ECH, CSI Ps X.
func (r *Renderer) drawBlanks(x, end int, cells []grid.Cell) int {
	style := cells[x].Style
	n := 1
	for x+n < end && cells[x+n].Blank() && cells[x+n].Flags == 0 && cells[x+n].Style == style {
		n++
	}
	r.blankPen(style)
	l := r.styles.look(style)
	cost := 4
	if x+n < end {
		cost = 8 // the cursor must move to the next cell
	}
	if l.erasable && l.erasure && n > cost {
		r.out = appendCSI(r.out, n, 'X')
		return n
	}
	r.out = append(r.out, ' ')
	r.advance(1)
	return 1 + r.repeat(cells[x], cells[x+1:end])
}

// repeat writes the cells after c that equal it by REP, CSI Ps b, if the terminal supports it and
// it is shorter, and returns the number of columns. Only ASCII is repeated, because tmux before
// 3.4 does not repeat other characters.
func (r *Renderer) repeat(c grid.Cell, cells []grid.Cell) int {
	if !r.caps.Repeat || c.Char >= utf8.RuneSelf {
		return 0
	}
	n := 0
	for n < len(cells) && cells[n] == c {
		n++
	}
	if n <= 5 {
		return 0
	}
	r.out = append(r.out, "\x1b["...)
	r.out = strconv.AppendInt(r.out, int64(n), 10)
	r.out = append(r.out, 'b')
	r.advance(n)
	return n
}

// drawUncertain writes a character on whose width terminals disagree. Its columns are
// blanked first, for terminals that draw it narrower. After it the cursor's position is
// unknown and the next cell is rewritten, for terminals that draw it wider.
func (r *Renderer) drawUncertain(c grid.Cell, cells []grid.Cell) int {
	n := c.Width()
	r.out = append(r.out, "  \b\b"[2-n:2+n]...)
	if len(cells) == n {
		r.out = appendPosition(r.out[:len(r.out)-n], r.y, r.x) // terminals differ in BS at the margin
	}
	r.appendChar(c)
	r.x, r.next = unknown, r.cols-len(cells)+n
	return n
}

// reach moves to (y, x). A short gap of unchanged plain characters in the current style is
// rewritten if that takes no more bytes.
func (r *Renderer) reach(y, x int, cells []grid.Cell) {
	if y == r.y && r.x != unknown && r.x < x && x-r.x <= 4 && r.rewritable(cells[r.x:x]) {
		for _, c := range cells[r.x:x] {
			r.appendChar(c)
		}
		r.x = x
		return
	}
	r.moveTo(y, x)
}

// rewritable reports whether cells can be written as single bytes in the current style.
func (r *Renderer) rewritable(cells []grid.Cell) bool {
	if len(cells) > 1 && r.pen == noStyle {
		return false
	}
	for _, c := range cells {
		switch {
		case c.Flags != 0 || c.Char >= 0x7f:
			return false
		case c.Style == r.pen:
		case !c.Blank() || r.pen == noStyle:
			return false
		default:
			p, l := r.styles.look(r.pen), r.styles.look(c.Style)
			if !p.erasable || !l.erasable || p.blank != l.blank {
				return false
			}
		}
	}
	return true
}

// appendChar writes the character of a cell and nothing else.
func (r *Renderer) appendChar(c grid.Cell) {
	switch {
	case c.Char == 0:
		r.out = append(r.out, ' ')
	case c.Char < 0x80:
		r.out = append(r.out, byte(c.Char))
	case c.Char&grid.ClusterBit != 0:
		r.appendCluster(c)
	default:
		r.out = utf8.AppendRune(r.out, rune(c.Char))
	}
}

// appendCluster writes a cluster, without characters that must not be written.
func (r *Renderer) appendCluster(c grid.Cell) {
	start := len(r.out)
	r.out = r.styles.palette.AppendText(r.out, c)
	text := r.out[start:]
	kept := text[:0]
	for len(text) > 0 {
		char, n := utf8.DecodeRune(text)
		if drawableRune(char, len(kept) > 0) && (char != utf8.RuneError || n > 1) {
			kept = append(kept, text[:n]...)
		}
		text = text[n:]
	}
	r.out = r.out[:start+len(kept)]
	if len(kept) == 0 {
		r.out = append(r.out, ' ')
	}
}
