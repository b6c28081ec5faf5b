//go:build !linux

package screen

// modeWord returns an argument of `stty` for usable modes, since its format for saved modes
// differs from system to system.
func modeWord(int) string { return "sane" }
