// Package rawio reads and writes descriptors that never block, without telling the
// scheduler.
//
// An ordinary system call tells the scheduler that its thread may be gone for long,
// and the first one after a quiet moment wakes the thread that watches over such
// calls, which then looks again every 20 µs. A key goes through two processes and a
// dozen system calls that all return at once: there the watching costs more than the
// calls do. What goes through here wakes nobody.
//
// It knows nothing of what is read or written. What holds:
//
//   - a descriptor has O_NONBLOCK set, so that no call keeps a thread: one that does
//     would hold up the whole program;
//   - waiting is the poller's business ([Waiter], [Conn]), never that of a call;
//   - who never waits can ask whether that keeps others waiting ([Ready]);
//   - on Linux the poller is asked about room to write only while somebody waits for
//     it: that the other side has read what was written wakes nobody;
//   - elsewhere than on Linux the calls are ordinary ones.
package rawio
