package theme

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/screen"
)

// Ink is a style in which a part of a line is written: the sequence that turns it on,
// empty for none. The first picture of a program may have dialogs in it, so this
// costs less than a style of lipgloss, which can do much more.
type Ink string

func inkOf(s grid.Style) Ink { return Ink(screen.AppendSGR(nil, grid.Style{}, s)) }

// Render is a text of one line in the style. What is written behind it is in none.
func (k Ink) Render(text string) string {
	if k == "" || text == "" {
		return text
	}
	return string(k) + text + "\x1b[m"
}

// InkWidth is how many columns a line takes that may have parts in some ink.
func InkWidth(line string) int {
	width := 0
	for {
		text, rest, found := strings.Cut(line, "\x1b[")
		width += grid.StringWidth(text)
		if !found {
			return width
		}
		_, line, _ = strings.Cut(rest, "m") // SGR ends with it, and nothing else is in a line
	}
}
