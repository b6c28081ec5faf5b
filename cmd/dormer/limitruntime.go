package main

import (
	"runtime"
	"runtime/debug"
	"time"
)

// startupTime is how long starting takes at most: reading files, connecting to many hosts,
// painting the first screen can all be done at the same time.
const startupTime = time.Second

// gcPercent trades time for memory once the start is over, which does without a
// collection: little of what the program holds is garbage, and what a key or a frame
// leaves behind is next to nothing. Dialogs leave more: after some of them it so has
// 4.9 MB of its own in place of 6.3.
const gcPercent = 50

// limitRuntime has a program that mostly waits take no more of the machine than that needs,
// once the rush of the start is over. Its goroutines take turns on one processor: what a
// key or a frame needs of them is a chain, each waiting for the one before, and on
// several processors each link wakes a thread, which takes far longer than the link's
// work, and costs the work of others.
func limitRuntime() {
	time.AfterFunc(startupTime, func() {
		runtime.GOMAXPROCS(1)
		debug.SetGCPercent(gcPercent)
	})
}
