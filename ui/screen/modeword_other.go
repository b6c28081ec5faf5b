//go:build !linux

package screen

// modeWord is what `stty` takes for modes in which a shell can be used: how it writes
// down those that a terminal has differs from system to system.
func modeWord(int) string { return "sane" }
