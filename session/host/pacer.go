package host

import (
	"time"

	"dormer/session/wire"
)

const (
	// unchangedTime is the least time between two checks of a child that repeatedly prints the same
	// content.
	unchangedTime = time.Millisecond
	// floodFrames is the number of intervals for which a frame of a flood is held back.
	floodFrames = 5
	// typingTime is the time in which the child's answer to a key is expected.
	typingTime = 50 * time.Millisecond
)

// pacer decides when the next frame may go to a viewer. It is a pure value that is told of events
// and their times.
//
// After a quiet moment a frame goes at once, otherwise an interval after the last one. In a flood
// each frame rewrites the content of the last one. Nobody can read 120 screens a second, but
// sending and drawing them costs more than all of the child's output. So such frames are held back
// for up to floodFrames intervals, unless the child pauses or has ended (its output is then
// complete) or the user types into it.
type pacer struct {
	interval  time.Duration
	last      time.Time // when the last frame was built
	unchanged time.Time // last time that a check found no change
	rewrote   bool      // the last frame rewrote half of the screen or more
	seen      progress  // the child's progress at the last frame
}

// childState describes the child for a pacer.
type childState struct {
	progress
	over  bool      // the child has ended
	typed time.Time // last time that a viewer typed into a flood of the child
	cells int       // cells of its screen
}

// progress is a child's progress at a time.
type progress struct {
	at      time.Time
	printed uint64        // bytes
	waited  time.Duration // time for which the reader has waited for output
}

// wait returns how long the next frame must wait before the pacer is asked again, 0 if it may go
// now. flood reports that it waits because the child floods.
func (p *pacer) wait(now time.Time, c childState) (wait time.Duration, flood bool) {
	if wait := p.last.Add(p.interval).Sub(now); wait > 0 {
		return wait, false
	}
	if wait := p.unchanged.Add(unchangedTime).Sub(now); wait > 0 {
		return wait, false
	}
	if c.over || !p.rewrote || now.Sub(p.last) >= floodFrames*p.interval || now.Sub(c.typed) < typingTime {
		return 0, false
	}
	if wait := p.seen.at.Add(p.interval).Sub(now); wait > 0 {
		return wait, false
	}
	before := p.seen
	p.seen = c.progress
	if !p.seen.floods(before, c.cells) {
		return 0, false
	}
	return p.interval, true
}

// built notes that a frame is sent now.
func (p *pacer) built(c progress, rewrote bool) {
	p.last, p.seen, p.rewrote = c.at, c, rewrote
}

// floods reports whether the child has since printed enough to fill a screen of that many cells,
// and was busy for more than a quarter of the time.
func (p progress) floods(then progress, cells int) bool {
	return p.printed-then.printed >= uint64(cells) && 4*(p.waited-then.waited) < 3*p.at.Sub(then.at)
}

// rewrites reports whether a frame replaces half of the screen or more: its rows, or the
// lines that were pushed into the history, which ended at before. (If all lines are the
// same, no row of the screen looks different.)
func rewrites(f *wire.Frame, before uint64) bool {
	return 2*len(f.Lines) >= f.Rows || f.History.End > before && 2*(f.History.End-before) >= uint64(f.Rows)
}
