package ui

import (
	"errors"
	"slices"
	"strings"

	"dormer/ui/keys"
)

// sequence is the keys of a binding, by their names, in the order in which they are
// pressed.
type sequence []string

// prefixWord stands for the prefix in what is configured and in the command table.
const prefixWord = "prefix"

// parseSequence reads a sequence as it is configured or asked about: names of keys
// between blanks, in any way in which [keys.Read] reads them, "prefix" for the prefix
// key, whose name is given. A modifier that stands alone belongs to the word after it, as in zellij's
// "Ctrl p".
func parseSequence(text, prefix string) (sequence, error) {
	var out sequence
	for _, word := range joinModifiers(strings.Fields(text)) {
		if strings.EqualFold(word, prefixWord) {
			if prefix == "" {
				return nil, errors.New("there is no prefix: set keys.prefix, or bind a chord")
			}
			out = append(out, prefix)
			continue
		}
		name, err := keyName(word)
		if err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	if len(out) == 0 {
		return nil, errors.New("no key is named: write it like a, space, f5 or ctrl+shift+t")
	}
	return out, nil
}

// joinModifiers puts words that are modifiers and nothing else before the next.
func joinModifiers(words []string) []string {
	if !slices.ContainsFunc(words, keys.ModifierWord) {
		return words
	}
	var out []string
	before := ""
	for i, word := range words {
		if keys.ModifierWord(word) && i < len(words)-1 {
			before += word + "-"
			continue
		}
		out, before = append(out, before+word), ""
	}
	return out
}

// keyName is the name of a key, however it is written.
func keyName(word string) (string, error) {
	k, err := keys.Read(strings.Join(joinModifiers(strings.Fields(word)), " "))
	return k.Name(), err
}

// startsWith reports whether the sequence begins with all of another.
func (s sequence) startsWith(other sequence) bool {
	return len(s) >= len(other) && slices.Equal(s[:len(other)], other)
}

// printed is the sequence as it is written for people: "Ctrl-b x".
func (s sequence) printed() string {
	words := make([]string, len(s))
	for i, name := range s {
		words[i] = printed(name)
	}
	return strings.Join(words, " ")
}

// printed is a key name as it is written for people: "Ctrl-Shift-T", "Space".
func printed(name string) string { return keys.Printed(name) }

// legacy reports whether every terminal can send the sequence: chords of Ctrl and
// Shift need a keyboard protocol.
func (s sequence) legacy() bool {
	return !slices.ContainsFunc(s, func(name string) bool {
		k, err := keys.Parse(name)
		return err == nil && needsProtocol(k)
	})
}

// needsProtocol reports whether only terminals with a keyboard protocol tell the
// chord from others.
func needsProtocol(k keys.Key) bool {
	return k.Mod&(keys.Super|keys.Hyper|keys.Meta) != 0 || k.Mod&keys.Ctrl != 0 && k.Mod&keys.Shift != 0
}
