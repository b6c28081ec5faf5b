package main

import "runtime"

// oneProcessor lets the goroutines of a program that mostly waits take turns on one
// processor. What a key or a frame needs of them is a chain, each waiting for the one
// before: on several processors each link wakes a thread, which takes far longer than
// the link's work, and costs the work of others.
func oneProcessor() { runtime.GOMAXPROCS(1) }
