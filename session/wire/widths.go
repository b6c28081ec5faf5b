package wire

// Widths says whether East Asian ambiguous characters that the child prints from now on
// take two columns. The last message counts, whichever viewer sent it: two terminals that
// differ cannot both be right.
type Widths struct{ AmbiguousWide bool }

func (Widths) message() {}

func (Widths) fromViewer() {}
