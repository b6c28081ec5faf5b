package bind

import (
	"errors"
	"slices"
	"strings"

	"dormer/ui/command"
	"dormer/ui/keys"
)

// Sequence is a sequence of keys, by their names.
type Sequence []string

// parseSequence parses a sequence written by the user: keys separated by blanks, in any spelling
// that [keys.Read] accepts, or "prefix" for the prefix key, whose name is an argument. A modifier
// that stands alone belongs to the next word, as in zellij's "Ctrl p".
func parseSequence(text, prefix string) (Sequence, error) {
	var out Sequence
	for _, word := range keys.Words(text) {
		if strings.EqualFold(word, command.PrefixKey) {
			if prefix == "" {
				return nil, errors.New("there is no prefix: set keys.prefix, or bind a chord")
			}
			out = append(out, prefix)
			continue
		}
		name, err := keys.ReadName(word)
		if err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	if len(out) == 0 {
		return nil, errors.New("it needs a key: write it like a, space, f5 or ctrl+shift+t")
	}
	return out, nil
}

// StartsWith reports whether the sequence begins with another one.
func (s Sequence) StartsWith(other Sequence) bool {
	return len(s) >= len(other) && slices.Equal(s[:len(other)], other)
}

// Printed returns the sequence as it is shown to the user: "Ctrl-b x".
func (s Sequence) Printed() string {
	words := make([]string, len(s))
	for i, name := range s {
		words[i] = keys.Printed(name)
	}
	return strings.Join(words, " ")
}

// Legacy reports whether every terminal can send the sequence: chords with Ctrl and Shift need a
// keyboard protocol.
func (s Sequence) Legacy() bool {
	return !slices.ContainsFunc(s, func(name string) bool {
		k, err := keys.Parse(name)
		return err == nil && k.NeedsProtocol()
	})
}
