// Package desktop gives access to the machine's desktop: its clipboard, its primary selection, and
// the program that opens addresses, if they exist.
//
// Programs are run without a shell and without a terminal, with a time limit. The caller decides
// what is copied and what may be opened.
package desktop
