package wire

// What an owner and its viewers may expect of each other. Both sides hold to
// these limits and refuse a peer that does not.
const (
	// MaxRows and MaxCols bound a screen. An owner takes a larger size for the
	// largest that is allowed; a viewer refuses a larger frame.
	MaxRows = 1000
	MaxCols = 2000

	// InputWindow is how many bytes of [Input] and [Paste] data a viewer may have
	// sent that the owner has not yet reported as [Taken]. What is above it waits
	// at the viewer, so that a child that never reads stops nobody: resizes,
	// signals, acknowledgements and the end overtake the input that waits.
	InputWindow = 256 << 10

	// MaxAnswerLines is how many lines a [LinesReply] holds at most, and
	// MaxAnswerBytes the text at which it stops after the line begun.
	MaxAnswerLines = 512
	MaxAnswerBytes = 256 << 10
)
