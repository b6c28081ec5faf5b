// Package links recognises what in a text can be opened: addresses on the web, mail
// addresses written as such, files, and places in files as compilers and searches
// print them.
//
// It is pure: it does not look whether anything is there, and opens nothing.
//
// Places in a text are counted in runes; ranges are half-open.
package links
