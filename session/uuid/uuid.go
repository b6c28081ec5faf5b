package uuid

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

// UUID is 128 bits. Two of them are the same if they are equal.
type UUID [16]byte

// Nil is the UUID of nothing (RFC 9562, section 5.9).
var Nil UUID

// New mints a UUID of version 4 and the variant of the RFC (section 5.4).
func New() (id UUID) {
	_, _ = rand.Read(id[:]) // it never fails: where there is no randomness the program ends
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

const (
	textLen = 36
	example = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
)

// groups are where in the text there are digits, of which bytes: half-open ranges.
var groups = [...]struct{ text, textEnd, from, to int }{
	{0, 8, 0, 4}, {9, 13, 4, 6}, {14, 18, 6, 8}, {19, 23, 8, 10}, {24, textLen, 10, 16},
}

// Parse reads the text of a UUID of any version.
func Parse(text string) (UUID, error) {
	var id UUID
	err := id.UnmarshalText([]byte(text))
	return id, err
}

// MustParse is [Parse] of what is known to be a UUID; it panics where it is none.
func MustParse(text string) UUID {
	id, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return id
}

// String is the text of a UUID.
func (id UUID) String() string {
	text, _ := id.MarshalText() // it never fails
	return string(text)
}

// MarshalText returns the text of a UUID, and no error.
func (id UUID) MarshalText() ([]byte, error) {
	text := []byte(example)
	for _, g := range groups {
		hex.Encode(text[g.text:g.textEnd], id[g.from:g.to])
	}
	return text, nil
}

// UnmarshalText sets a UUID to what a text says. On an error it is [Nil].
func (id *UUID) UnmarshalText(text []byte) error {
	*id = Nil
	if len(text) != textLen || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return fmt.Errorf("%q is no UUID: one is written %s", text, example)
	}
	var read UUID
	for _, g := range groups {
		if _, err := hex.Decode(read[g.from:g.to], text[g.text:g.textEnd]); err != nil {
			return fmt.Errorf("%q is no UUID: %w", text, err)
		}
	}
	*id = read
	return nil
}
