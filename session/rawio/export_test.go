package rawio

// MaxAsked is of how many descriptors the kernel is asked.
const MaxAsked = maxAsked

// Awaited is how many descriptors somebody waits for.
func Awaited() int {
	awaited.mu.Lock()
	defer awaited.mu.Unlock()
	return len(awaited.fds)
}
