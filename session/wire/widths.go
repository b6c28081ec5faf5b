package wire

// Widths says whether East Asian ambiguous characters take two columns where the child
// prints them from now on. The owner heeds who said it last, whoever shows the session:
// two terminals at once cannot both be right, and the cells say what was meant.
type Widths struct{ AmbiguousWide bool }

func (Widths) message() {}

func (Widths) fromViewer() {}
