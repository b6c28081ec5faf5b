// Package host owns a session: its PTY, the child that runs in it and the only
// emulator of its screen. It serves any number of viewers over
// [dormer/session/wire.Conn] and knows nothing of panes, of workspaces, or of how
// a viewer draws.
//
// Goroutines:
//
//   - the reader of a PTY writes what the child prints into the emulator, under the
//     host's lock, and marks the viewers; it waits for nothing but the child;
//   - the writer of a PTY takes from the input queue what the child reads;
//   - each viewer has a receiver, which does what the viewer asks, and a sender,
//     which builds frames under the lock and sends them outside of it.
//
// Invariants:
//
//   - the host's lock is held for work in memory, and never while a file or proc(5) is
//     read;
//   - a viewer has at most one frame to acknowledge, after a few kilobytes of short frames
//     that need none ([dormer/session/wire.Frame.NoAck]), so a slow or stopped viewer costs
//     a few kilobytes and delays nobody;
//   - a viewer has at most [dormer/session/wire.InputWindow] bytes of input in the
//     queue, so a child that never reads delays nobody either, and resizes,
//     signals and the end get through;
//   - after a frame the viewer's screen is the emulator's screen at one moment,
//     never in the middle of a synchronized update (mode 2026) that ends in time;
//   - the first frame after a quiet moment goes at once; after that at most one goes each
//     Options.FrameInterval, and fewer in a flood that rewrites the screen and that nobody
//     types into;
//   - an idle host has no ticker: everything waits for the kernel or for a viewer,
//     and a timer runs only for what has happened or was asked for;
//   - after [Host.Done] there is no process, descriptor or goroutine left of it.
//
// # A process of its own
//
// [Spawn] starts this program again as a host, [Main] is that process. It is told
// what to host over a pipe, and says over another when the child runs. Besides the
// session it has a socket for viewers ([dormer/session/socket]) and a recorder, which
// writes what happens to the session's directory, away from the session:
//
//	host.lock    locked while the process lives, so that a session has one host; it
//	             also names the child to end if the host is killed
//	host.log     bounded; losing it costs nothing
//	spec.json    what the session was started with, without secrets
//	state.json   and exit_status: [dormer/session/state]
//	checkpoint   the last screen and the lines above it: [dormer/session/checkpoint]
//
// The process ends with its session. A session ends on request, when its deadline passes,
// or when its child has exited and no viewer was attached for a day. It does not end with
// the program that started it, with a terminal, or because a file cannot be written.
// SIGTERM keeps the screen and ends the session; SIGUSR1 makes a socket again that was
// removed; SIGHUP and other signals are ignored.
//
// Rows and columns count from zero; sizes are in cells.
package host
