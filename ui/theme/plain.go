package theme

import "strings"

// asciiReplacer replaces the symbols of the chrome by ASCII characters of the same width. Text from
// elsewhere stays as it is.
var asciiReplacer = strings.NewReplacer(
	"…", "~", "✗", "x", "✓", "+", "←", "<", "→", ">", "↑", "^", "↓", "v",
	"‹", "<", "›", ">", "▸", ">", "↶", "u", "⚑", "@", "·", ".",
)

// Plain returns a text of the chrome in the theme's character set.
func (t Theme) Plain(text string) string {
	if !t.ASCII {
		return text
	}
	return asciiReplacer.Replace(text)
}
