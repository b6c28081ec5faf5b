package ui

import (
	"strings"

	"dormer/ui/alias"
)

// synonyms are what a command is found by beside its title, in small letters: phrases
// that mean it and nothing else, and the words of these and of its other names.
type synonyms struct{ phrases, words []string }

// synonymsOf are those of a command by its name.
func synonymsOf(name string) synonyms {
	phrases := append(alias.Phrases(name), name)
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	for _, p := range phrases {
		words = append(words, strings.Fields(p)...)
	}
	for _, n := range alias.Of(name) {
		n, _, _ = strings.Cut(n, " ")
		words = append(words, n)
	}
	return synonyms{phrases, words}
}
