// Package links finds in a text what can be opened: web addresses, mail addresses written as
// links, files, and places in files as compilers and searches print them; and what is often
// copied from a text ([Words]).
//
// It is pure: it does not check that anything exists, and opens nothing.
//
// Positions in a text count runes; ranges are half-open.
package links
