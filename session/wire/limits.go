package wire

// Limits of the protocol. Both sides observe them, and refuse a peer that does not.
const (
	// MaxRows and MaxCols limit a screen. An owner reduces a larger size to them; a viewer refuses
	// a larger frame.
	MaxRows = 1000
	MaxCols = 2000

	// InputWindow is the number of bytes of [Input] and [Paste] that a viewer may have sent and the
	// owner has not yet reported as [Taken]. Further input waits at the viewer, so that a child
	// that never reads blocks nothing: resizes, signals, acknowledgements and the end overtake it.
	InputWindow = 256 << 10

	// MaxAnswerLines limits the lines of a [LinesReply]. It also ends with the line in which its
	// text reaches MaxAnswerBytes.
	MaxAnswerLines = 512
	MaxAnswerBytes = 256 << 10
)
