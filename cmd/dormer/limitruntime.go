package main

import (
	"runtime"
	"runtime/debug"
	"time"
)

// startupTime is longer than a start takes. Until then the program reads files, connects to many
// hosts and paints the first screen, on all processors.
const startupTime = time.Second

// gcPercent trades time for memory after the start, during which no collection runs. Keys and
// frames leave almost no garbage; after some dialogs the program's own memory is 4.9 MB instead of
// 6.3 MB.
const gcPercent = 50

// limitRuntime limits the program to one processor and less memory once the start is over. A key or
// a frame is a chain of goroutines in which each waits for the previous one. On several processors
// each link would wake a thread, which takes far longer than its work.
func limitRuntime() {
	time.AfterFunc(startupTime, func() {
		runtime.GOMAXPROCS(1)
		debug.SetGCPercent(gcPercent)
	})
}
