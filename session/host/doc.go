// Package host owns a session: its PTY, the child in it and the only emulator of its screen. It
// serves any number of viewers over [dormer/session/wire.Conn]. It knows nothing of panes, of
// workspaces, or of how a viewer draws.
//
// Goroutines:
//
//   - the reader of a PTY writes the child's output into the emulator, under the host's lock,
//     and marks the viewers; it waits only for the child;
//   - the writer of a PTY writes the input queue to the child;
//   - each viewer has a receiver, which carries out the viewer's requests, and a sender,
//     which builds frames under the lock and sends them without it.
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
//   - an idle host has no ticker: everything waits for the kernel or for a viewer, and timers
//     run only for past events and requests;
//   - after [Host.Done] no process, descriptor or goroutine of the host remains.
//
// # A separate process
//
// [Spawn] starts this program again as a host; [Main] is that process. It reads its setup from a
// pipe and reports on another when the child runs. It also has a socket for viewers
// ([dormer/session/socket]) and a recorder, which writes the session's events to its directory
// without delaying the session:
//
//	host.lock    locked while the process lives, so that a session has one host; it
//	             also names the child to end if the host is killed
//	host.log     bounded; losing it costs nothing
//	spec.json    what the session was started with, without secrets
//	state.json   and exit_status: [dormer/session/state]
//	checkpoint   the last screen and the lines above it: [dormer/session/checkpoint]
//
// The process ends with its session. A session ends on request, when its deadline passes, or a day
// after its child has exited if no viewer is attached. It does not end with the program that
// started it, with a terminal, or because a file cannot be written. SIGTERM saves the screen and
// ends the session; SIGUSR1 makes a removed socket again; SIGHUP and other signals are ignored.
//
// Rows and columns count from zero; sizes are in cells.
package host
