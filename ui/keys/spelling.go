package keys

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelledMods are the names of modifiers, in lower case: those of dormer, tmux, emacs, vim and
// zellij, and those on keyboards.
var spelledMods = map[string]string{
	"ctrl": "ctrl", "control": "ctrl", "ctl": "ctrl", "c": "ctrl",
	"alt": "alt", "option": "alt", "opt": "alt", "m": "alt", "a": "alt",
	"shift": "shift", "s": "shift",
	"super": "super", "cmd": "super", "command": "super", "win": "super", "d": "super",
	"hyper": "hyper", "meta": "meta",
}

// spelledKeys are other names of keys, in lower case: those of tmux and vim, and those on
// keyboards.
var spelledKeys = map[string]string{
	"bs": "backspace", "cr": "enter", "ret": "enter", "spc": "space",
	"dc": "delete", "ic": "insert", "npage": "pgdown", "ppage": "pgup", "pagedn": "pgdown", "pgdn": "pgdown",
	"arrowleft": "left", "arrowright": "right", "arrowup": "up", "arrowdown": "down", "minus": "-",
}

// Read returns the press of a key in any usual spelling: those of [Parse] and [Printed], and those
// of tmux ("C-b", "M-Left", "^B", "BTab", "PPage"), vim ("<C-b>") and zellij ("Ctrl Alt p", with
// "-" for blanks). Ctrl with an upper-case letter does not mean Shift: "Ctrl-B" is "ctrl+b". The
// error is that of [Parse].
func Read(word string) (Key, error) {
	if name, ok := namesPrinted[word]; ok {
		return Parse(name) // the key, not the character "←"
	}
	k, err := Parse(word)
	if err == nil && k.Mod&Ctrl == 0 {
		return k, nil
	}
	if spelled, other := Parse(translatedName(word)); other == nil {
		return spelled, nil
	}
	return k, err
}

// ModifierWord reports whether a word is only the name of a modifier.
func ModifierWord(word string) bool {
	_, ok := spelledMods[strings.ToLower(word)]
	return ok && utf8.RuneCountInString(word) > 1
}

// Words splits a text into keys for [Read]. A modifier that stands alone belongs to the next word,
// as in zellij's "Ctrl p".
func Words(text string) []string {
	words := strings.Fields(text)
	if !slices.ContainsFunc(words, ModifierWord) {
		return words
	}
	var out []string
	before := ""
	for i, word := range words {
		if ModifierWord(word) && i < len(words)-1 {
			before += word + "-"
			continue
		}
		out, before = append(out, before+word), ""
	}
	return out
}

// ReadName returns the name of the single key in a text, which is spelled as for [Read].
func ReadName(text string) (string, error) {
	k, err := Read(strings.Join(Words(text), " "))
	return k.Name(), err
}

// translatedName returns the name of a key in the spelling of another program.
func translatedName(word string) string {
	rest := word
	if inner, ok := strings.CutPrefix(rest, "<"); ok && strings.HasSuffix(inner, ">") {
		rest = strings.TrimSuffix(inner, ">")
	}
	mods := map[string]bool{}
	for {
		mod, after, ok := cutSpelledMod(rest)
		if !ok || mods[mod] {
			break
		}
		mods[mod], rest = true, after
	}
	rest = spelledKey(rest, mods)
	var b strings.Builder
	for _, m := range modNames {
		if mods[strings.TrimSuffix(m.name, "+")] {
			b.WriteString(m.name)
		}
	}
	return b.String() + rest
}

// cutSpelledMod cuts a modifier and its separator off the start of a word: "C-", "ctrl+", "^".
func cutSpelledMod(word string) (mod, rest string, ok bool) {
	if after, ok := strings.CutPrefix(word, "^"); ok && utf8.RuneCountInString(after) == 1 {
		return "ctrl", after, true
	}
	i := strings.IndexAny(word, "-+")
	if i <= 0 || i == len(word)-1 {
		return "", word, false
	}
	mod, ok = spelledMods[strings.ToLower(word[:i])]
	return mod, word[i+1:], ok
}

// spelledKey returns the name of a key without modifiers. It adds the modifiers that a word such
// as "BTab" implies to mods.
func spelledKey(word string, mods map[string]bool) string {
	if name, ok := namesPrinted[word]; ok {
		return name
	}
	if utf8.RuneCountInString(word) == 1 {
		if mods["ctrl"] || mods["shift"] {
			r, _ := utf8.DecodeRuneInString(word)
			return string(unicode.ToLower(r))
		}
		return word
	}
	lower := strings.ToLower(word)
	if lower == "btab" || lower == "backtab" {
		mods["shift"] = true
		return "tab"
	}
	if name, ok := spelledKeys[lower]; ok {
		return name
	}
	return lower
}
