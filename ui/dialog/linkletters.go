package dialog

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/links"
	"dormer/ui/theme"
)

// LinkLetters chooses a link or another word in a pane by one or two letters: the letter copies
// it; with Shift it opens a link. Any chord closes the dialog and is passed on.
type LinkLetters struct {
	Pane  session.ID
	Links []links.Placed
	typed string
}

// maxLinks is the maximum number of links.
const maxLinks = 26 * 26

// NewLinkLetters returns a dialog for the links and words that a pane shows, nil if there are
// none. Those that can be opened come first and get the shorter labels.
func NewLinkLetters(pane session.ID, shown []links.Placed) Dialog {
	if len(shown) == 0 {
		return nil
	}
	slices.SortStableFunc(shown, func(a, b links.Placed) int {
		switch {
		case a.Opens() == b.Opens():
			return 0
		case a.Opens():
			return -1
		}
		return 1
	})
	return &LinkLetters{Pane: pane, Links: shown[:min(len(shown), maxLinks)]}
}

// LinkHint is a piece of a link, the columns [Col, End) of a line. Label is set on the first
// piece of a link that can still be chosen.
type LinkHint struct {
	Label    string
	Line     uint64
	Col, End int
}

// Hints returns the pieces of all links.
func (c *LinkLetters) Hints() (out []LinkHint) {
	for i, l := range c.Links {
		for n, p := range l.Pieces {
			h := LinkHint{Line: p.Line, Col: p.From, End: p.End}
			if n == 0 {
				h.Label = c.label(i)
			}
			out = append(out, h)
		}
	}
	return out
}

// letters returns the letters of a link: one for the first links, two for the others. The
// letters that begin a pair are the last of the alphabet.
func (c *LinkLetters) letters(i int) string {
	pairs := (max(len(c.Links)-26, 0) + 24) / 25 // first letters of two
	single := 26 - pairs
	if i < single {
		return string(rune('a' + i))
	}
	i -= single
	return string([]rune{rune('a' + single + i/26), rune('a' + i%26)})
}

// label returns the letters of a link, or "" if they do not begin with the typed text.
func (c *LinkLetters) label(i int) string {
	if all := c.letters(i); strings.HasPrefix(all, c.typed) {
		return all
	}
	return ""
}

func (c *LinkLetters) Key(k keys.Key) Result {
	if k.Modifier() {
		return stays
	}
	char := k.Text
	switch {
	case k.Name() == "esc":
		return closes
	case char == "": // a chord
		return Result{Done: true, Passes: true}
	case len(char) != 1 || strings.ToLower(char) < "a" || strings.ToLower(char) > "z":
		return closes
	}
	c.typed += strings.ToLower(char)
	for i, l := range c.Links {
		if c.letters(i) != c.typed {
			continue
		}
		if char != strings.ToLower(char) && l.Target.Opens() {
			return closing(command.Ask(command.OpenLink{Link: l.Target, From: c.Pane}))
		}
		return closing(command.Ask(command.CopyText{Text: l.Text}))
	}
	return Result{Done: len(c.typed) > 1}
}

func (c *LinkLetters) Paste(string) Result { return stays }

// Mouse opens the clicked link and closes the dialog.
func (c *LinkLetters) Mouse(e input.Mouse) Result {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft {
		return stays
	}
	return closing(command.Ask(command.OpenLinkAt{Pane: c.Pane, At: geometry.At(e.X, e.Y)}))
}

func (c *LinkLetters) Render(size session.Size, l theme.Looks) Overlay {
	return bottomLine(l.Head.Render(grid.Cut("A letter copies its text, Shift and the letter open its link. Esc returns.", size.Cols)), size)
}
