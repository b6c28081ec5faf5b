// Package paint draws the whole screen of the program on the outer terminal. A description of
// the screen ([Scene]) and the replicas of its sessions go in, frames come out.
//
// A scene says everything except the cells of the sessions: where the panes are, what the bars
// say, which text a pane shows in place of its live screen, and the boxes over it all. Nothing
// in it changes once it is shown, so it is read without a lock. The cells are read from the
// replicas ([dormer/session/client]) when a frame is made.
//
// The package does not know where a scene comes from: no tabs, commands, dialogs, keys or
// configuration. Texts arrive as words, some in several lengths; only their place and look is
// decided here. It does not know what runs behind a replica either.
//
//   - Any goroutine may call [Painter.Show], [Painter.Touched], [Painter.Look] and
//     [Painter.Stop]; none of them waits.
//   - One goroutine runs [Painter.Run]. It owns the buffer, and only it waits for the outer
//     terminal.
//
// Invariants: a frame is made of one scene. It is drawn at once after a quiet moment, and at
// most every 8 ms under load, and only when the terminal has taken the frame before: a slow
// terminal gets fewer frames, never older ones. Only what changed is copied: rows by the
// generation that the replica gives them, everything else if the scene is another one.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open. Those of [Past]
// and [Preview] are lines of a session's text, counted from the first that it ever printed
// (see [dormer/session/wire.Position]).
package paint
