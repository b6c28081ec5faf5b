// Package grid defines the parts of a terminal screen: cells, styles, grapheme
// clusters, hyperlinks, the cursor and the modes that decide how keys and mouse
// are encoded. The emulator, the frames, the replicas and the outer screen all
// use its types. It knows no escape sequence and does no IO.
//
// Coordinates are zero-based rows and columns; ranges are half-open. A wide
// character occupies two cells: the first carries it ([Wide]), the second is its
// tail ([Tail]) and carries the same style and no character. A row therefore
// always has exactly as many cells as the screen has columns.
//
// Styles, clusters and links are interned in a [Palette]; a [Cell] holds only
// their numbers, so it is eight bytes, contains no pointer, and two cells of the
// same palette are equal exactly when they look alike.
package grid
