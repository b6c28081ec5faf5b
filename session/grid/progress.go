package grid

// Progress is how far a program says that it is (OSC 9 ; 4, ConEmu).
type Progress struct {
	State   ProgressState
	Percent uint8 // 0 to 100
}

// ProgressState says what a program makes of its progress; the numbers are those of
// the control sequence.
type ProgressState uint8

const (
	NoProgress      ProgressState = iota
	ProgressGoing                 // under way, Percent done
	ProgressFailed                // stopped by an error
	ProgressUnknown               // under way; nobody knows how far
	ProgressPaused
)
