package grid

// Excerpt makes text of a stretch of lines, as one would paste it: lines that were
// wrapped are one line, and blanks at the ends of lines are left out. With Block it
// is the text between two columns of each line, each a line of its own.
type Excerpt struct {
	Block bool
	text  []byte
	// kept is where the text ends without the blanks at the present line's end.
	kept int
}

// Add appends the columns [from, to) of the next line, whose cells are those up to the
// last that is not blank. wrapped says that its text goes on in the next line without a
// break, last that it is the last of the stretch.
func (x *Excerpt) Add(p *Palette, cells []Cell, from, to int, wrapped, last bool) {
	from = min(from, len(cells))
	to = max(min(to, len(cells)), from)
	if from > 0 && from < len(cells) && cells[from].Flags&Tail != 0 {
		from--
	}
	for _, cell := range cells[from:to] {
		x.text = p.AppendText(x.text, cell)
		if !cell.Blank() {
			x.kept = len(x.text)
		}
	}
	switch {
	case last && to < len(cells) && !x.Block, wrapped && !last && !x.Block:
		return
	}
	x.text = x.text[:x.kept]
	if !last {
		x.text = append(x.text, '\n')
		x.kept = len(x.text)
	}
}

// Len is how long the text is by now, in bytes; Whole reports whether none of it are
// blanks that may have to go again.
func (x *Excerpt) Len() int { return len(x.text) }

// Whole reports whether nothing of the text may have to go again; see [Excerpt.Len].
func (x *Excerpt) Whole() bool { return x.kept == len(x.text) }

// Take returns the text and begins another part of the same stretch.
func (x *Excerpt) Take() string {
	text := string(x.text)
	x.text, x.kept = x.text[:0], 0
	return text
}
