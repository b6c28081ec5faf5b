package bars

import (
	"strings"

	"dormer/ui/config"
)

// expand is a text with its parts; empty where it has some and none says anything.
func (s Status) expand(text string) string {
	values, parts, said := map[string]string{}, 0, 0
	for _, name := range config.Parts {
		if strings.Contains(text, name) {
			parts++
			if values[name] = s.part(name); values[name] != "" {
				said++
			}
		}
	}
	if parts > 0 && said == 0 {
		return ""
	}
	return Expand(text, values)
}

// Expand is a format with the values of its parts. Where one has none, a blank before
// it goes too.
func Expand(format string, values map[string]string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(format, '{')
		end := strings.IndexByte(format, '}')
		if open < 0 || end < open {
			b.WriteString(format)
			return b.String()
		}
		value, known := values[format[open:end+1]]
		before := format[:open]
		switch {
		case !known:
			value = format[open : end+1]
		case value == "":
			before = strings.TrimSuffix(before, " ")
		}
		b.WriteString(before)
		b.WriteString(value)
		format = format[end+1:]
	}
}
