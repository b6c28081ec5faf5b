// Package desktop is what the machine offers beside the terminal: its clipboard and
// the programs that open addresses, where there are any.
//
// Programs are run without a shell, without a terminal, and with a time-out. It
// refuses to know what is copied and what may be opened: that is for its caller.
package desktop
