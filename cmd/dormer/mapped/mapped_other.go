//go:build !linux

package mapped

// GiveBack does nothing here.
func GiveBack() {}
