package main

import (
	"runtime"
	"runtime/debug"
	"time"
)

// startupTime is longer than a start takes. Until then files are read, many hosts connected to
// and the first screen painted, on all processors.
const startupTime = time.Second

// gcPercent trades time for memory after the start, during which no collection runs. Keys and
// frames leave next to no garbage; after some dialogs the program has 4.9 MB of its own instead
// of 6.3.
const gcPercent = 50

// limitRuntime has the program run on one processor, with less memory, once the start is over.
// A key or a frame is a chain of goroutines in which each waits for the one before. On several
// processors each link would wake a thread, which takes far longer than its work.
func limitRuntime() {
	time.AfterFunc(startupTime, func() {
		runtime.GOMAXPROCS(1)
		debug.SetGCPercent(gcPercent)
	})
}
