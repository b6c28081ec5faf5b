package theme

import "strings"

// plainly writes the signs of the chrome with ASCII, each with one of the same width;
// what others wrote stays as it is.
var plainly = strings.NewReplacer(
	"…", "~", "✗", "x", "✓", "+", "←", "<", "→", ">", "↑", "^", "↓", "v",
	"‹", "<", "›", ">", "▸", ">", "↶", "u", "⚑", "@", "·", ".",
)

// Plain is a text of the chrome as the theme has it.
func (t Theme) Plain(text string) string {
	if !t.ASCII {
		return text
	}
	return plainly.Replace(text)
}
