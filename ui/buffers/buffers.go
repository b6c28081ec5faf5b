package buffers

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session/grid"
)

// Buffer is a copied text. Each has a unique number.
type Buffer struct {
	Number int
	Text   string
	At     time.Time
}

// Buffers are the copied texts.
type Buffers struct {
	list  []Buffer // the newest first
	bytes int
	last  int
}

// Limits of the texts in memory, in number and bytes. The newest is kept whatever its size.
const (
	maxBuffers = 50
	maxBytes   = 64 << 20
)

// Add stores a text as the newest. If it is already stored, it moves to the front.
func (b *Buffers) Add(text string, at time.Time) {
	if i := slices.IndexFunc(b.list, func(old Buffer) bool { return old.Text == text }); i >= 0 {
		b.drop(i)
	}
	b.last++
	b.list = append([]Buffer{{Number: b.last, Text: text, At: at}}, b.list...)
	b.bytes += len(text)
	for len(b.list) > 1 && (len(b.list) > maxBuffers || b.bytes > maxBytes) {
		b.drop(len(b.list) - 1)
	}
}

func (b *Buffers) drop(i int) {
	b.bytes -= len(b.list[i].Text)
	b.list = append(b.list[:i:i], b.list[i+1:]...)
}

// All returns all texts, the newest first.
func (b *Buffers) All() []Buffer { return b.list }

// Newest returns the newest text, or false if there is none.
func (b *Buffers) Newest() (Buffer, bool) {
	if len(b.list) == 0 {
		return Buffer{}, false
	}
	return b.list[0], true
}

// ID returns the name of the buffer in lists.
func (b Buffer) ID() string { return fmt.Sprintf("buffer %d", b.Number) }

// Forget drops the buffer with an id; an empty id drops all.
func (b *Buffers) Forget(id string) {
	if id == "" {
		b.list, b.bytes = nil, 0
	}
	if i := slices.IndexFunc(b.list, func(old Buffer) bool { return old.ID() == id }); i >= 0 {
		b.drop(i)
	}
}

// Copied is a copied text as stored for the next start.
type Copied struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// Limits of the texts stored for the next start, in number and total bytes. A text that does not
// fit is left out.
const (
	maxSaved      = 10
	maxSavedBytes = 1 << 20
)

// Saved returns the texts to store for the next start, the newest first.
func (b *Buffers) Saved() (kept []Copied) {
	room := maxSavedBytes
	for _, t := range b.list {
		if len(kept) < maxSaved && len(t.Text) <= room {
			kept = append(kept, Copied{Text: t.Text, At: t.At})
			room -= len(t.Text)
		}
	}
	return kept
}

// Restore adds the stored texts.
func (b *Buffers) Restore(kept []Copied) {
	for _, c := range slices.Backward(kept) {
		b.Add(c.Text, c.At)
	}
}

// Size describes the size of a text. A short text is quoted instead.
func Size(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%d lines", n)
	}
	if grid.StringWidth(text) <= 24 {
		return "`" + text + "`"
	}
	return fmt.Sprintf("%d characters", len([]rune(text)))
}
