package ui

import (
	"errors"
	"strings"

	"dormer/ui/alias"
)

// writtenItems is what was typed into the palette, where that is a command with its
// arguments as one writes it in the configuration: `tab.rename logs`, or as tmux and
// zellij have it: `split-window -h`. Where the arguments make no sense it says which do.
func (m *Model) writtenItems(typed string) []item {
	words, _ := splitWords(typed)
	c, err := m.written(typed)
	switch {
	case c.command == nil && err == nil:
		return nil
	case c.command == nil:
		return []item{{id: "written", text: strings.Join(words, " "), detail: strings.TrimPrefix(err.Error(), words[0]+": "), disabled: err.Error(), sure: true, mark: ">"}}
	case len(c.args) == 0 && c.command.resolve != nil:
		return nil // the list has it
	}
	it := item{id: "written", text: c.command.usage(), detail: c.title(), mark: ">", sure: true}
	if err == nil {
		it.text, it.disabled = c.String(), c.resolve(m.focus()).disabled
	} else {
		it.disabled = err.Error()
	}
	if it.disabled != "" {
		it.detail = it.disabled
	}
	it.choose = ask(RunCall{c})
	return []item{it}
}

// written is the command that a text is, with its arguments; the error says why there is
// none, or why they make no sense. Neither is there for any other text.
func (m *Model) written(typed string) (call, error) {
	words, err := splitWords(typed)
	if err != nil || len(words) == 0 {
		return call{}, nil
	}
	i, ours := m.keys().byName[words[0]]
	switch {
	case ours && (m.keys().table[i].reading != nil || len(words) > 1 && m.keys().table[i].with == nil):
		return call{}, nil // words to look for, such as "copy mode"
	case !ours && !writtenElsewhere(words):
		return call{}, nil
	}
	c, err := m.keys().callOf(words)
	if several := (alias.Several{}); errors.As(err, &several) && len(words) == 1 {
		return call{}, nil // the list has them
	}
	return c, err
}

// writtenElsewhere reports whether words are a command of tmux's or zellij's, and not
// what one would say: "next" is one, but "next pane" is looked for.
func writtenElsewhere(words []string) bool {
	return alias.Unmistakable(words[0]) || alias.Known(words[0]) && len(words) > 1 && strings.HasPrefix(words[1], "-")
}

// otherWords are what a command is found by beside its title, in small letters: phrases
// that mean it and nothing else, and the words of these and of its other names.
type otherWords struct{ phrases, words []string }

func otherwise(name string) otherWords {
	phrases := append(alias.Phrases(name), name)
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' })
	for _, p := range phrases {
		words = append(words, strings.Fields(p)...)
	}
	for _, n := range alias.Of(name) {
		n, _, _ = strings.Cut(n, " ")
		words = append(words, n)
	}
	return otherWords{phrases, words}
}
