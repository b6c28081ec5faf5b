package client

import (
	"errors"
	"fmt"

	"dormer/session/grid"
	"dormer/session/wire"
)

// checkFrame returns an error if a frame is invalid for a screen that now has the given size.
// Nothing has been applied yet.
func checkFrame(f *wire.Frame, rows, cols int) error {
	if f.Rows < 1 || f.Rows > wire.MaxRows || f.Cols < 1 || f.Cols > wire.MaxCols {
		return fmt.Errorf("screen of %d rows and %d columns", f.Rows, f.Cols)
	}
	if !f.Full && (f.Rows != rows || f.Cols != cols) {
		return fmt.Errorf("changes to a screen of %dx%d, have %dx%d", f.Rows, f.Cols, rows, cols)
	}
	if f.History.First > f.History.End {
		return fmt.Errorf("history from %d to %d", f.History.First, f.History.End)
	}
	if f.Progress.State > grid.ProgressPaused || f.Progress.Percent > 100 {
		return fmt.Errorf("progress %d of %d %%", f.Progress.State, f.Progress.Percent)
	}
	if !isPointer(f.Pointer) {
		return errors.New("invalid name of a pointer")
	}
	if len(f.Scrolls) > f.Rows || len(f.Lines) > f.Rows {
		return fmt.Errorf("%d scrolls and %d lines on %d rows", len(f.Scrolls), len(f.Lines), f.Rows)
	}
	for _, s := range f.Scrolls {
		if s.Top < 0 || s.Bottom > f.Rows || s.Top >= s.Bottom {
			return fmt.Errorf("scroll of rows %d to %d of %d", s.Top, s.Bottom, f.Rows)
		}
	}
	return wire.CheckLines(f.Lines, f.Rows, f.Cols, len(f.Styles))
}

// isPointer reports whether a name may be the name of a pointer shape; the empty one may.
func isPointer(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && c != '-' && c != '_' {
			return false
		}
	}
	return len(name) <= 32
}
