package bars

import (
	"strings"
	"unicode"
)

// word is a word of a format with its parts replaced by their values.
type word struct {
	gap  int // blanks before it
	text string
	part string // the first part with a value in the word, or ""
}

// words returns the words of a format that have text. A part without a value is dropped
// together with the text that touches it: "({branch})" without a branch becomes nothing, and
// "{directory}:{branch}" becomes the directory. A sign that stands alone is dropped if the word
// on either side is missing.
func words(format string, values map[string]string) []word {
	var out []word
	for rest := format; ; {
		trimmed := strings.TrimLeft(rest, " ")
		gap := len(rest) - len(trimmed)
		if trimmed == "" {
			break
		}
		end := strings.IndexByte(trimmed, ' ')
		if end < 0 {
			end = len(trimmed)
		}
		w := expandWord(trimmed[:end], values)
		w.gap = gap
		out, rest = append(out, w), trimmed[end:]
	}
	return dropEmptyWords(out)
}

// dropEmptyWords drops empty words and the signs next to them.
func dropEmptyWords(all []word) []word {
	var out []word
	for i, w := range all {
		switch {
		case w.text == "":
			continue
		case sign(w) && (i == 0 || i == len(all)-1):
		case sign(w) && (len(out) == 0 || sign(out[len(out)-1]) || !anyText(all[i+1:])):
			continue
		}
		if len(out) == 0 {
			w.gap = all[0].gap
		}
		out = append(out, w)
	}
	return out
}

// anyText reports whether a word before the next sign has text.
func anyText(words []word) bool {
	for _, w := range words {
		if sign(w) {
			return false
		}
		if w.text != "" {
			return true
		}
	}
	return false
}

// sign reports whether a word is only a separator: it has no part, letter or digit.
func sign(w word) bool {
	return w.part == "" && w.text != "" && strings.IndexFunc(w.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}

// expandWord returns one word of a format with its parts replaced by their values.
func expandWord(format string, values map[string]string) word {
	var w word
	text, missing := "", false // literal text since the last part, which had no value
	any, said := false, false
	for format != "" {
		before, name, rest := nextPart(format, values)
		text += before
		if name == "" {
			if !missing {
				w.text += text
			}
			break
		}
		any = true
		value := values[name]
		if value != "" && !missing {
			w.text += text
		}
		if value != "" {
			w.text += value
			said = true
			if w.part == "" {
				w.part = name
			}
		}
		text, missing, format = "", value == "", rest
		if rest == "" {
			break
		}
	}
	if any && !said {
		return word{}
	}
	return w
}

// nextPart returns the first part in a format, the text before it and the rest after it.
func nextPart(format string, values map[string]string) (before, name, rest string) {
	for at := 0; at < len(format); at++ {
		end := strings.IndexByte(format[at:], '}')
		if format[at] != '{' || end < 0 {
			continue
		}
		if _, known := values[format[at:at+end+1]]; known {
			return format[:at], format[at : at+end+1], format[at+end+1:]
		}
	}
	return format, "", ""
}

// Expand returns a format with its parts replaced by values, which maps "{name}" to a text.
// Words whose parts are all empty are left out.
func Expand(format string, values map[string]string) string {
	var b strings.Builder
	for _, w := range words(format, values) {
		b.WriteString(strings.Repeat(" ", w.gap))
		b.WriteString(w.text)
	}
	b.WriteString(format[len(strings.TrimRight(format, " ")):])
	return b.String()
}
