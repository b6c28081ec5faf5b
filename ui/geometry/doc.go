// Package geometry says where everything is on the screen: bars, sidebar, panes, and the lines
// between them.
//
// It is a value, computed once for a tab and a size. Drawing and the mouse both read it, so
// what is seen and what is hit cannot differ. If a screen is too small for everything, the
// bars go before the panes.
//
// The package does not know what is in a rectangle, how it looks, or what a click does.
//
// Coordinates are zero-based cells of the outer terminal, from its upper left corner;
// rectangles are half-open. Nothing changes once it is made, so any goroutine may read it.
package geometry
