package wire

// From the viewer to the owner.
type (
	// Copy requests the text from First up to but not including End, as it would be pasted: wrapped
	// lines are joined, and blanks at the ends of lines are left out. With Block it is the text
	// between the two columns of each line. The answer is one or more [CopyReply]; More is false in
	// the last. A new Copy replaces an unanswered one.
	Copy struct {
		Tag        uint64
		First, End Position
		Block      bool
	}
)

// From the owner to the viewer.
type (
	// CopyReply is a part of the text requested by [Copy]. Lines that no longer exist are missing.
	CopyReply struct {
		Tag  uint64
		Text string
		More bool
	}
)

// Columns returns the requested columns [from, to) of a line with cols columns.
func (m Copy) Columns(line uint64, cols int) (from, to int) {
	to = cols
	if m.Block || line == m.First.Line {
		from = m.First.Col
	}
	if m.Block || line == m.End.Line {
		to = m.End.Col
	}
	return from, to
}

func (Copy) tag() tag      { return tagCopy }
func (CopyReply) tag() tag { return tagCopyReply }

func (Copy) fromViewer() {}

func (CopyReply) fromOwner() {}

func (w *writer) copyOf(m Copy) {
	w.number(m.Tag)
	w.position(m.First)
	w.position(m.End)
	w.truth(m.Block)
}

func (r *reader) copyOf() Copy {
	return Copy{Tag: r.number(), First: r.position(), End: r.position(), Block: r.truth()}
}
