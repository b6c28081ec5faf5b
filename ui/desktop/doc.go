// Package desktop is what the machine offers beside the terminal: its clipboard, its primary
// selection, and the program that opens addresses, if there are any.
//
// Programs are run without a shell and without a terminal, with a time limit. What is copied,
// and what may be opened, the caller decides.
package desktop
