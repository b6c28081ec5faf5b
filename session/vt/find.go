package vt

import (
	"bytes"
	"sort"

	"dormer/session/vt/internal/automaton"
)

// Place is a position in the text of a terminal: a column, and a line of the history or a
// row of the screen, by its future number in the history.
type Place struct {
	Line uint64
	Col  int
}

// Finder searches the text of a terminal for a pattern, some lines at a time, so that
// the terminal can be written to in between. It reuses its buffers from call to call. It
// is not safe for concurrent use.
type Finder struct {
	pattern *Pattern
	// automaton searches for an expression; it is nil for plain text, and for an
	// expression that only package regexp can run.
	automaton *automaton.Automaton
	folded    []byte
	joined    joinedLine
}

// NewFinder returns a finder for a pattern.
func NewFinder(p *Pattern) *Finder {
	f := &Finder{pattern: p}
	if p.re != nil {
		f.automaton, _ = automaton.New(p.simple)
	}
	return f
}

// maxJoined bounds the text of a line that is joined from wrapped rows, in bytes. A match
// across the bound is not found.
const maxJoined = 1 << 20

// Find searches about the given number of lines from the range [first, end), calls found
// for each match, and returns the first line that it did not search. Matches come in order
// and do not overlap. A wrapped line is one line: a match in it may begin on one row and
// end on another.
func (f *Finder) Find(t *Terminal, first, end uint64, lines int, found func(from, to Place)) (next uint64) {
	h := &t.history
	first = max(first, h.first)
	end = min(end, h.end+uint64(t.scr.rows))
	stop := min(end, first+uint64(lines))
	for first < stop {
		if first < h.end {
			b := h.blocks[h.find(first)]
			first = f.findDirect(b, first, min(stop, b.end()), found)
			if first >= stop || first == b.end() {
				continue
			}
		}
		first = f.findJoined(t, first, end, found)
	}
	return first
}

// findDirect searches the packed lines of a block, up to end or the first line that must
// be joined from several rows. It returns the line at which it stopped.
func (f *Finder) findDirect(b *block, first, end uint64, found func(from, to Place)) uint64 {
	from, to := int(first-b.first), int(first-b.first)
	for last := int(end - b.first); to < last; to++ {
		if _, _, direct := b.textAt(to); !direct {
			break
		}
	}
	if from == to {
		return first
	}
	base := int(b.starts[from])
	hay, needle := f.haystack(b.data[base:b.dataEnd(to)])
	f.findPacked(b, hay, needle, base, from, to, found)
	return b.first + uint64(to)
}

// haystack returns the text to search, folded if case is ignored, and the needle.
func (f *Finder) haystack(text []byte) (hay, needle []byte) {
	p := f.pattern
	if !p.fold {
		return text, p.needle
	}
	if p.re != nil && foldsToASCII(text) {
		return text, nil
	}
	f.folded = appendFolded(f.folded[:0], text)
	return f.folded, p.needle
}

// findPacked searches the packed lines [from, to) of a block. hay is their data, which
// begins at base. It contains lengths and styles besides text, so each hit is checked.
func (f *Finder) findPacked(b *block, hay, needle []byte, base, from, to int, found func(from, to Place)) {
	for at := 0; from < to; {
		hit := bytes.Index(hay[at:], needle)
		if hit < 0 {
			return
		}
		hit += at + base
		from += sort.Search(to-from-1, func(i int) bool { return int(b.starts[from+i+1]) > hit })
		begin, end, _ := b.textAt(from)
		if hit < begin {
			at = begin - base
			continue
		}
		if hit+len(needle) > end {
			at = hit + 1 - base
			continue
		}
		f.findIn(b, from, b.data[begin:end], hay[begin-base:end-base], found)
		at = end - base
		from++
	}
}

// findIn searches the text of line i of a block, which contains the needle.
func (f *Finder) findIn(b *block, i int, text, hay []byte, found func(from, to Place)) {
	n := b.first + uint64(i)
	ascii := b.data[b.starts[i]]&styledBit == 0 && len(text) == asciiPrefix(text)
	f.each(text, hay, func(s, e int) {
		if ascii { // as many columns as bytes
			found(Place{n, s}, Place{n, e})
			return
		}
		found(Place{n, b.column(i, s, false)}, Place{n, b.column(i, e, true)})
	})
}

// findJoined searches the whole line that begins at line n, and returns the line after
// it.
func (f *Finder) findJoined(t *Terminal, n, end uint64, found func(from, to Place)) uint64 {
	next := f.joined.read(t, n, end)
	hay, needle := f.haystack(f.joined.text)
	if bytes.Contains(hay, needle) {
		f.each(f.joined.text, hay, func(s, e int) {
			found(f.joined.place(t, s, false), f.joined.place(t, e, true))
		})
	}
	return next
}

// each calls found for the matches in a text that contains the needle, from left to
// right. hay is from [Finder.haystack].
func (f *Finder) each(text, hay []byte, found func(from, to int)) {
	if f.pattern.re != nil {
		f.express(text, found)
		return
	}
	needle := f.pattern.needle
	for at := 0; ; {
		i := bytes.Index(hay[at:], needle)
		if i < 0 {
			return
		}
		found(at+i, at+i+len(needle))
		at += i + len(needle)
	}
}

// express calls found for the non-empty matches of the expression in text.
func (f *Finder) express(text []byte, found func(from, to int)) {
	if a := f.automaton; a != nil && !a.Strained() {
		a.Each(text, found)
		return
	}
	for _, m := range f.pattern.re.FindAllIndex(text, -1) {
		if m[0] < m[1] {
			found(m[0], m[1])
		}
	}
}

// joinedLine is the text of the rows of one line.
type joinedLine struct {
	text []byte
	rows []joinedRow
}

type joinedRow struct {
	line uint64
	at   int // the offset of its text
}

// read reads the line that begins at line n, up to end, and returns the line after it.
func (j *joinedLine) read(t *Terminal, n, end uint64) (next uint64) {
	j.text, j.rows = j.text[:0], j.rows[:0]
	for wrapped := true; wrapped && n < end && len(j.text) < maxJoined; n++ {
		j.rows = append(j.rows, joinedRow{n, len(j.text)})
		j.text, wrapped = t.appendLine(j.text, n)
	}
	return n
}

// place returns the position of a byte of the text: the column of its character, or if
// after is set, the column after the preceding character.
func (j *joinedLine) place(t *Terminal, at int, after bool) Place {
	i := len(j.rows) - 1
	for i > 0 && (j.rows[i].at > at || after && j.rows[i].at == at) {
		i--
	}
	r := j.rows[i]
	return Place{r.line, t.columnOf(r.line, at-r.at, after)}
}

// appendLine appends the text of a line without trailing blanks, and reports whether it
// continues in the next.
func (t *Terminal) appendLine(dst []byte, n uint64) (text []byte, wrapped bool) {
	h := &t.history
	if n < h.end {
		b := h.blocks[h.find(n)]
		i := int(n - b.first)
		wrapped = b.wrapped(i) && (n+1 < h.end || t.scr == t.main)
		return b.appendText(dst, i), wrapped
	}
	y := int(n - h.end)
	for _, c := range t.scr.content(y) {
		dst = t.palette.AppendText(dst, c)
	}
	return dst, t.scr.line(y).wrapped
}

// columnOf returns the column of a byte of a line's text; see [joinedLine.place].
func (t *Terminal) columnOf(n uint64, at int, after bool) int {
	h := &t.history
	if n < h.end {
		b := h.blocks[h.find(n)]
		return b.column(int(n-b.first), at, after)
	}
	var c counter
	var text []byte
	for _, cell := range t.scr.content(int(n - h.end)) {
		text = t.palette.AppendText(text[:0], cell)
		if len(text) > 0 && c.add(len(text), cell.Width(), at, after) {
			break
		}
	}
	return c.col
}

// counter finds the column of a byte of a text. The caller adds characters until add
// reports that byte.
type counter struct{ bytes, col int }

// add adds a character and reports whether the counter is at the byte.
func (c *counter) add(size, width, at int, after bool) bool {
	if c.bytes >= at || !after && c.bytes+size > at {
		return true
	}
	c.bytes += size
	c.col += width
	return false
}
