package grid

// Excerpt collects the text of a range of lines as it would be pasted: wrapped lines are
// joined, and blanks at the ends of lines are omitted. With Block it is the text between
// two columns of each line.
type Excerpt struct {
	Block bool
	text  []byte
	// kept is the length of the text without blanks at the end of the last line.
	kept int
}

// Add appends the columns [from, to) of the next line, whose cells end with the last one
// that is not blank. wrapped means that the text continues in the next line, last that this
// is the last line of the range.
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

// Len returns the length of the text so far, in bytes.
func (x *Excerpt) Len() int { return len(x.text) }

// Whole reports whether the text does not end in blanks that may be dropped when the next
// line is added.
func (x *Excerpt) Whole() bool { return x.kept == len(x.text) }

// Take returns the text so far, and starts another part of the same range.
func (x *Excerpt) Take() string {
	text := string(x.text)
	x.text, x.kept = x.text[:0], 0
	return text
}
