// Package printed reads what a child prints as it comes, in parts that may end anywhere:
// as lines of text ([Lines]), and as text that a terminal can be given ([Safe]).
//
// It refuses to know a screen: where a program moves the cursor, a line ends for it. It is
// pure.
package printed
