package host

import "dormer/session/wire"

// frameBuffer is a frame with the memory that it is in. Where the connection keeps nothing
// of what was sent, the memory goes round: a host whose child prints a little at a time
// would otherwise leave some kilobytes behind with each frame, and write the next into
// memory that no cache has.
type frameBuffer struct {
	frame  wire.Frame
	memory frameMemory
}

// frameMemory is memory for the parts of a frame.
type frameMemory struct {
	lines  []wire.Line
	spans  []wire.Span
	styles []wire.Style
	text   []byte // what the spans' texts are in
}

// Room that is kept has at most about so many spans and bytes of text: what a screen
// in many colours has. There may be many viewers.
const (
	keptSpans = 1 << 10
	keptText  = 32 << 10
)

// large reports whether room is more than is kept.
func (r *frameMemory) large() bool {
	return cap(r.spans) > keptSpans || cap(r.styles) > keptSpans || cap(r.lines) > keptSpans || cap(r.text) > keptText
}

// takeBuffer returns room for the viewer's next frame. The lock is held.
func (v *viewer) takeBuffer() *frameBuffer {
	p := v.spareBuffer
	v.spareBuffer = nil
	if p == nil {
		p = &frameBuffer{}
	}
	return p
}

// returnBuffer keeps the room of a frame that nobody refers to: not of a full one, which may
// be all that a viewer ever gets. The lock is held.
func (v *viewer) returnBuffer(p *frameBuffer) {
	if p != nil && v.reusesBuffers && !p.frame.Full && !p.memory.large() {
		v.spareBuffer = p
	}
}
