// Package paint draws the program's screen on the outer terminal. Its input is a description of
// the screen ([Scene]) and the replicas of the sessions; its output is frames.
//
// A scene holds everything except the cells of the sessions: where the panes are, what the bars
// say, which text a pane shows instead of its live screen, and the boxes on top. A scene must
// not change once it is shown, so it is read without a lock. The cells are read from the
// replicas ([dormer/session/client]) when a frame is made.
//
// The package does not know where a scene comes from: it has no tabs, commands, dialogs, keys
// or configuration. It gets texts as words, some in several lengths, and decides only where
// they go and how they look. It does not know what runs behind a replica either.
//
//   - Any goroutine may call [Painter.Show], [Painter.ShowNext], [Painter.Touched],
//     [Painter.Look] and [Painter.Stop]. None of them blocks.
//   - One goroutine runs [Painter.Run]. It owns the buffer, and it alone waits for the outer
//     terminal.
//
// Invariants: each frame is made of one scene. After a quiet moment a frame is drawn at once;
// under load at most one is drawn every 8 ms. A frame is drawn only after the terminal has
// taken the previous one, so a slow terminal gets fewer frames but never old ones. Only changes
// are copied: rows whose generation in the replica has changed, and everything else when the
// scene is a new one.
//
// Coordinates are zero-based cells of the outer terminal; ranges are half-open. [Past] and
// [Preview] count lines of a session's text from the first line that the session ever printed
// (see [dormer/session/wire.Position]).
package paint
