// Package theme holds the look of the chrome, which is everything that dormer draws itself: the
// styles and colours of bars, borders, titles and dialogs, and the characters for lines and marks.
//
// [Of] makes a [Theme] from the configuration and from the colours that the terminal reports;
// dialogs get their [Looks] from it. The package does not know where its styles are used, what a
// pane is, or whether a terminal can show a colour; the latter is up to [dormer/ui/screen].
//
// Invariants:
//
//   - Nothing depends on colour alone: active elements are also in reverse video, and matches
//     are also underlined.
//   - Text in the colours of a theme is readable on the theme's own backgrounds, and highlighted
//     text in a pane is readable on a terminal with any background.
//   - A character and its replacement in ASCII have the same width.
package theme
