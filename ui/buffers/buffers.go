package buffers

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session/grid"
)

// Buffer is a text that was copied. Each has another number.
type Buffer struct {
	Number int
	Text   string
	At     time.Time
}

// Buffers are the texts that were copied.
type Buffers struct {
	list  []Buffer // the newest first
	bytes int
	last  int
}

// The most that is kept of what was copied; the newest is kept whatever its size.
const (
	most      = 50
	mostBytes = 64 << 20
)

// Add keeps a text as the newest; the same text that was kept before moves up.
func (b *Buffers) Add(text string, at time.Time) {
	if i := slices.IndexFunc(b.list, func(old Buffer) bool { return old.Text == text }); i >= 0 {
		b.drop(i)
	}
	b.last++
	b.list = append([]Buffer{{Number: b.last, Text: text, At: at}}, b.list...)
	b.bytes += len(text)
	for len(b.list) > 1 && (len(b.list) > most || b.bytes > mostBytes) {
		b.drop(len(b.list) - 1)
	}
}

func (b *Buffers) drop(i int) {
	b.bytes -= len(b.list[i].Text)
	b.list = append(b.list[:i:i], b.list[i+1:]...)
}

// All are the texts that are kept, the newest first.
func (b *Buffers) All() []Buffer { return b.list }

// Newest is what was copied last; false where nothing is kept.
func (b *Buffers) Newest() (Buffer, bool) {
	if len(b.list) == 0 {
		return Buffer{}, false
	}
	return b.list[0], true
}

// ID names the buffer in lists.
func (b Buffer) ID() string { return fmt.Sprintf("buffer %d", b.Number) }

// Forget drops the buffer with an id; an empty one drops all.
func (b *Buffers) Forget(id string) {
	if id == "" {
		b.list, b.bytes = nil, 0
	}
	if i := slices.IndexFunc(b.list, func(old Buffer) bool { return old.ID() == id }); i >= 0 {
		b.drop(i)
	}
}

// Copied is a text that was copied, as it is kept for the next start.
type Copied struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// The most that is kept for the next start. A text that is larger than all of them may
// be is left out.
const (
	mostKept      = 10
	mostKeptBytes = 1 << 20
)

// Kept are the texts that are kept for the next start, the newest first.
func (b *Buffers) Kept() (kept []Copied) {
	room := mostKeptBytes
	for _, t := range b.list {
		if len(kept) < mostKept && len(t.Text) <= room {
			kept = append(kept, Copied{Text: t.Text, At: t.At})
			room -= len(t.Text)
		}
	}
	return kept
}

// Recall takes up what was kept.
func (b *Buffers) Recall(kept []Copied) {
	for _, c := range slices.Backward(kept) {
		b.Add(c.Text, c.At)
	}
}

// Size says how much text is: a short one as it is.
func Size(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%d lines", n)
	}
	if grid.StringWidth(text) <= 24 {
		return "`" + text + "`"
	}
	return fmt.Sprintf("%d characters", len([]rune(text)))
}
