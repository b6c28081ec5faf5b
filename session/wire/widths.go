package wire

// Widths tells whether East Asian ambiguous characters in the child's later output take two
// columns. The last message counts, from any viewer: two terminals that differ cannot both be
// right.
type Widths struct{ AmbiguousWide bool }

func (Widths) tag() tag { return tagWidths }

func (Widths) fromViewer() {}
