// Package theme is how chrome looks, which is everything that dormer draws itself: the styles
// of bars, borders, titles and dialogs, their colours, and the characters of lines and marks.
//
// [Of] makes a [Theme] from the configuration and from the colours that the terminal says it
// has; dialogs get their [Looks] from it. The package does not know what is drawn where, what a
// pane is, or whether a terminal can show a colour, which is for [dormer/ui/screen].
//
// Invariants:
//
//   - Nothing is told by colour alone: what is active is also in reverse video, what matches
//     is also underlined.
//   - Text in the colours of a theme is readable on the theme's own backgrounds, and what is
//     highlighted in a pane on a terminal of any.
//   - A character and its replacement in ASCII have the same width.
package theme
