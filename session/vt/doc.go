// Package vt is dormer's terminal emulator: bytes in; cells, modes, replies and
// events out. It is pure: no PTY, no goroutine, no clock.
package vt
