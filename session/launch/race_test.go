//go:build race

package launch_test

// The race detector takes several times the memory.
const memoryFactor = 5
