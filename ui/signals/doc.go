// Package signals catches the signals that must not simply end a program that has taken over a
// terminal, and stops the program as the terminal does.
package signals
