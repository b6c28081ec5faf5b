package host

import "dormer/session/wire"

// parcel is a frame with the memory that it is in. Where the connection keeps nothing
// of what was sent, the memory goes round: a host whose child prints a little at a time
// would otherwise leave some kilobytes behind with each frame, and write the next into
// memory that no cache has.
type parcel struct {
	frame wire.Frame
	room  room
}

// room is memory for the parts of a frame.
type room struct {
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
func (r *room) large() bool {
	return cap(r.spans) > keptSpans || cap(r.styles) > keptSpans || cap(r.lines) > keptSpans || cap(r.text) > keptText
}

// takeParcel returns room for the viewer's next frame. The lock is held.
func (v *viewer) takeParcel() *parcel {
	p := v.spare
	v.spare = nil
	if p == nil {
		p = &parcel{}
	}
	return p
}

// keepParcel keeps the room of a frame that nobody refers to: not of a full one, which may
// be all that a viewer ever gets. The lock is held.
func (v *viewer) keepParcel(p *parcel) {
	if p != nil && v.lends && !p.frame.Full && !p.room.large() {
		v.spare = p
	}
}
