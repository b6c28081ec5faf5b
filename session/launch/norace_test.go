//go:build !race

package launch_test

const memoryFactor = 1
