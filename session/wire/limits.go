package wire

// Limits of the protocol. Both sides keep to them, and refuse a peer that does not.
const (
	// MaxRows and MaxCols bound a screen. An owner reduces a larger size to them; a viewer
	// refuses a larger frame.
	MaxRows = 1000
	MaxCols = 2000

	// InputWindow is how many bytes of [Input] and [Paste] a viewer may have sent that the
	// owner has not yet reported as [Taken]. Further input waits at the viewer, so that a
	// child that never reads blocks nothing: resizes, signals, acknowledgements and the end
	// overtake it.
	InputWindow = 256 << 10

	// MaxAnswerLines bounds the lines of a [LinesReply]. It also ends with the line in
	// which its text reaches MaxAnswerBytes.
	MaxAnswerLines = 512
	MaxAnswerBytes = 256 << 10
)
