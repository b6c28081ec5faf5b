// Package printed processes a child's output as it comes, in parts that may end anywhere: as lines
// of text ([Lines]), and as text that is safe for a terminal ([Safe]).
//
// It knows no screen: if a program moves the cursor, that ends a line. It is pure.
package printed
