// Package signals takes the signals that must not just end a program that has a terminal,
// and stops the program as the terminal does.
package signals
