// Package links finds things to open in a text: web addresses, mailto links, and positions
// in files as printed by compilers and searches. [Words] also finds words that are often copied.
//
// It is pure: it does not check that anything exists, and opens nothing.
//
// Positions in a text count runes; ranges are half-open.
package links
