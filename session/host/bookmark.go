package host

import (
	"slices"

	"dormer/session/wire"
)

// maxBookmarks is the number of lines that are remembered; the oldest beyond it are forgotten.
const maxBookmarks = 64

// bookmarks are lines that viewers asked the host to remember ([wire.Bookmark]).
type bookmarks struct {
	last uint64 // the last number given
	// positions are those of the latest numbers, up to last.
	positions []wire.Position
	// lost is the last number whose line is no longer known.
	lost uint64
}

// add remembers a position.
func (b *bookmarks) add(p wire.Position) (number uint64) {
	b.last++
	b.positions = append(b.positions, p)
	if len(b.positions) > maxBookmarks {
		b.positions = slices.Delete(b.positions, 0, 1)
	}
	return b.last
}

// find returns the position of a bookmark's line.
func (b *bookmarks) find(number uint64) wire.BookmarkReply {
	m := wire.BookmarkReply{Number: number}
	first := b.last - uint64(len(b.positions)) + 1
	switch {
	case number > b.last:
		m.Err = "its host has made no such mark"
	case number <= b.lost:
		m.Err = "its screen got another width while a full-screen program ran, and the line of the mark was lost"
	case number < first:
		m.Err = "the mark is too old: many were made since"
	default:
		m.Position = b.positions[number-first]
	}
	return m
}

// forgetAll forgets the positions of all lines.
func (b *bookmarks) forgetAll() { b.lost = b.last }

// bookmark answers a [wire.Bookmark]. The lock is held.
func (h *Host) bookmark(q wire.Bookmark) wire.BookmarkReply {
	if q.Number != 0 {
		return h.bookmarks.find(q.Number)
	}
	_, above := h.term.History()
	return h.bookmarks.find(h.bookmarks.add(wire.Position{Line: above + uint64(h.term.Cursor().Row)}))
}
