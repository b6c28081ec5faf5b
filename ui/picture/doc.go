// Package picture makes pictures of screens: SVG for web pages, PNG images, and HTML text. It draws
// as a good terminal does: the 16 colours of one palette, bold, faint, italic, underlined and
// reversed text, wide characters over two columns, the cursor, and lines and blocks as shapes that
// join in any font.
//
// It knows nothing about terminals or programs; its only input is a [Screen]. The same screen,
// colours and fonts always give the same bytes.
//
// # Coordinates
//
// A cell is a unit square; shapes within it are given in fractions, from the upper left corner.
// Pixels occur only where a file is written.
package picture
