package main

import (
	"runtime"
	"time"
)

// rush is how long starting takes at most: reading files, connecting to many hosts,
// painting the first screen can all be done at the same time.
const rush = time.Second

// oneProcessor lets the goroutines of a program that mostly waits take turns on one
// processor, once the rush of the start is over. What a key or a frame needs of them
// is a chain, each waiting for the one before: on several processors each link wakes
// a thread, which takes far longer than the link's work, and costs the work of others.
func oneProcessor() {
	time.AfterFunc(rush, func() { runtime.GOMAXPROCS(1) })
}
