// Package theme is how the chrome looks, which is all that dormer draws itself: the
// styles of bars, borders, titles and dialogs, the colours that they are made of, and
// the signs of lines and frames.
//
// A [Theme] is made of what is configured and of the colours that the terminal says it
// has, by [Of]; dialogs have their [Looks] from it. The package refuses to know what
// is drawn where, what a pane is, and whether a terminal shows a colour: that is for
// [dormer/ui/screen].
//
// These hold:
//
//   - Nothing is told by colour alone: what is active is in reverse video too, what
//     matches is underlined.
//   - Text in the colours of a scheme can be read on that scheme's own backgrounds, and
//     what lights up in a pane on a terminal of any.
//   - A sign and what stands for it in ASCII have the same width.
package theme
