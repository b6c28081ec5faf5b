package host

import (
	"time"

	"dormer/session/wire"
)

const (
	// unchangedTime is the least time between two looks at a child that prints again and
	// again what is on the screen already.
	unchangedTime = time.Millisecond
	// floodFrames is for how many intervals a frame of a flood is held back.
	floodFrames = 5
	// typingTime is how long after a key the child's answer to it is expected.
	typingTime = 50 * time.Millisecond
)

// pacer decides when the next frame may go to a viewer. It is a value that is told what
// happened and when; it reads no clock and takes no lock.
//
// After a quiet moment a frame goes at once, otherwise an interval after the one before.
// In a flood each frame rewrites the screen with what the next one rewrites again.
// Nobody reads 120 screens a second, but hosts, programs and terminals would spend more
// on them than on all that the child prints. Such frames are held back for up to
// floodFrames intervals, unless the child pauses or has ended (what it printed is then
// complete) or somebody types into it.
type pacer struct {
	interval  time.Duration
	last      time.Time // when the last frame was built
	unchanged time.Time // when one was looked for last and nothing had changed
	rewrote   bool      // the last frame rewrote half of the screen or more
	seen      progress  // of the child, when it was looked at last
}

// childState is what a pacer is told of the child.
type childState struct {
	progress
	over  bool      // it has ended
	typed time.Time // when somebody typed last into a flood of it
	cells int       // of its screen
}

// progress is how far a child has come at a time.
type progress struct {
	at      time.Time
	printed uint64        // bytes
	waited  time.Duration // for the child to print
}

// wait is how long the next frame has to wait until the pacer is asked again, 0 where it
// may go now. flood reports that it waits because the child floods.
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

// built tells of a frame that goes now.
func (p *pacer) built(c progress, rewrote bool) {
	p.last, p.seen, p.rewrote = c.at, c, rewrote
}

// floods reports whether the child has printed since then enough for a screen of so
// many cells, and for more than a quarter of the time.
func (p progress) floods(then progress, cells int) bool {
	return p.printed-then.printed >= uint64(cells) && 4*(p.waited-then.waited) < 3*p.at.Sub(then.at)
}

// rewrites reports whether a frame replaces half of the screen or more: in its place,
// or by what pushed that much into the history since it ended before there. (Where all
// lines are the same, no row of the screen looks different.)
func rewrites(f *wire.Frame, before uint64) bool {
	return 2*len(f.Lines) >= f.Rows || f.History.End > before && 2*(f.History.End-before) >= uint64(f.Rows)
}
