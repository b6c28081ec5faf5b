//go:build !linux

package screen

// modeWord returns an argument of `stty` for usable modes, because the format for saved modes
// differs between systems.
func modeWord(int) string { return "sane" }
