package host

import (
	"slices"

	"dormer/session/wire"
)

// maxBookmarks is how many lines are remembered; the oldest beyond that are forgotten.
const maxBookmarks = 64

// bookmarks are lines that viewers asked to remember ([wire.Bookmark]).
type bookmarks struct {
	last uint64 // the number that was given last
	// positions are those of the last numbers, up to last.
	positions []wire.Position
	// lost is the last number whose line is not known any more.
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

// find is where the line of a number is.
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

// lose forgets where all lines are.
func (b *bookmarks) lose() { b.lost = b.last }

// bookmark answers a [wire.Bookmark]. The lock is held.
func (h *Host) bookmark(q wire.Bookmark) wire.BookmarkReply {
	if q.Number != 0 {
		return h.bookmarks.find(q.Number)
	}
	_, above := h.term.History()
	return h.bookmarks.find(h.bookmarks.add(wire.Position{Line: above + uint64(h.term.Cursor().Row)}))
}
