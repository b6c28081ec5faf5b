// Package geometry says where everything is on the screen: the bars, the sidebar,
// the panes and the lines between them.
//
// It is a value, computed once for a tab and a size. What is drawn at a cell and
// what a click there hits are both read from it, so they cannot differ. A screen
// too small for everything gives up its bars before its panes.
//
// The package refuses to know what is in a rectangle, how it looks and what a click
// there does.
//
// Coordinates are zero-based cells of the outer terminal, from its upper left
// corner; rectangles are half-open. Nothing here changes once it is made, and any
// goroutine may read it.
package geometry
