package command

import (
	"strings"

	"dormer/ui/alias"
)

// Synonyms are what a search finds a command by besides its title, in lower case: phrases
// that mean only this command, and the words of these and of its other names.
type Synonyms struct{ Phrases, Words []string }

// SynonymsOf returns the synonyms of a command by its name.
func SynonymsOf(name string) Synonyms {
	phrases := append(alias.Phrases(name), name)
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	for _, p := range phrases {
		words = append(words, strings.Fields(p)...)
	}
	for _, n := range alias.NamesOf(name) {
		n, _, _ = strings.Cut(n, " ")
		words = append(words, n)
	}
	return Synonyms{phrases, words}
}
