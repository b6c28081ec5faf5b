// Package picture makes pictures of screens: SVG for pages, PNG for looking at, HTML for reading. It
// draws what a terminal of good taste draws: the 16 colours of one palette, bold,
// faint, italic, underlined and reversed text, wide characters over two columns,
// the cursor, and lines and blocks as shapes that meet, whatever the font.
//
// It knows nothing of terminals or programs; a [Screen] is all it is given. The same
// screen, colours and fonts give the same bytes, always.
//
// # Coordinates
//
// A cell is a unit square; shapes within it are fractions, from the upper left
// corner. Pixels appear only where a file is written.
package picture
