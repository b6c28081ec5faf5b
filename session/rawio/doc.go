// Package rawio reads and writes descriptors that never block, without telling the
// scheduler.
//
// An ordinary system call tells the scheduler that its thread may be gone for long,
// and the first one after a quiet moment wakes the thread that watches over such
// calls, which then looks again every 20 µs. A key goes through two processes and a
// dozen system calls that all return at once: there the watching costs more than the
// calls do. What goes through here wakes nobody.
//
// Nor does it tell the runtime's poller, which would wake the process also each time
// that the other side has taken what was written: see [Conn].
//
// It knows nothing of what is read or written. What holds:
//
//   - a descriptor has O_NONBLOCK set, so that no call keeps a thread: one that does
//     would hold up the whole program;
//   - waiting is the poller's business ([Conn]), never that of a call, and who waits is
//     woken by what it waits for alone;
//   - elsewhere than on Linux the calls are ordinary ones.
package rawio
