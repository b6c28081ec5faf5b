package grid

// Progress is the progress that a program reports (OSC 9 ; 4, ConEmu).
type Progress struct {
	State   ProgressState
	Percent uint8 // 0 to 100
}

// ProgressState is the state of progress, numbered as in the control sequence.
type ProgressState uint8

const (
	NoProgress      ProgressState = iota
	ProgressGoing                 // under way, Percent done
	ProgressFailed                // stopped by an error
	ProgressUnknown               // under way, by an unknown amount
	ProgressPaused
)
