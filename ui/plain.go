package ui

import "strings"

// plainly writes the signs of the chrome with ASCII, each with one of the same width;
// what others wrote stays as it is.
var plainly = strings.NewReplacer(
	"…", "~", "✗", "x", "✓", "+", "←", "<", "→", ">", "↑", "^", "↓", "v",
	"‹", "<", "›", ">", "▸", ">", "↶", "u", "·", ".",
)

// plain is a text of the chrome as the theme has it.
func (t theme) plain(text string) string {
	if !t.ascii {
		return text
	}
	return plainly.Replace(text)
}
