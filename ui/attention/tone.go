package attention

// Tone is what the colour of a mark says. It only repeats what the mark says.
type Tone int

// The tones of marks.
const (
	Quiet  Tone = iota
	Good        // it ended well, or runs
	Bad         // it failed, or is out of reach
	Asking      // it asks to be looked at
)

// ToneOf is the tone of a mark.
func ToneOf(mark string) Tone {
	switch mark {
	case MarkFailed, MarkUnhealthy:
		return Bad
	case MarkBell, MarkNotified, MarkBlocked:
		return Asking
	case MarkDone, MarkRunning:
		return Good
	}
	return Quiet
}
