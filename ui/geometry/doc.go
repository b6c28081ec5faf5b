// Package geometry computes the layout of the screen: bars, sidebar, panes, and the lines between
// them.
//
// The result is a value, computed once for a tab and a size. Drawing and the mouse both use it, so
// that a click always hits what is drawn at that cell. If a screen is too small for everything, the
// bars are dropped before the panes.
//
// The package does not know the content of a rectangle, its look, or the effect of a click.
//
// Coordinates are zero-based cells of the outer terminal, from its upper left corner; rectangles
// are half-open. A result never changes, so any goroutine may read it.
package geometry
