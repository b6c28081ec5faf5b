// Package paint draws the whole screen of the program that one looks at, onto the
// outer terminal: a description of it ([Scene]) and the replicas of its sessions go
// in, frames come out.
//
// A scene says everything but the cells of the sessions: where the panes are, what
// the bars say, which text of a pane is shown in place of its live screen, the boxes
// over it all. Whoever makes it changes nothing in it once it is shown, so that it
// is read without a lock. The cells are read from the replicas
// ([dormer/session/client]) as they are when a frame is made.
//
// The package refuses to know where a scene comes from: neither the workspace's
// tabs, nor commands, dialogs and keys, nor what the user configured. Words arrive
// as words, in the wordings that may be shown; what is drawn here is only their
// place and look. It does not know either what runs behind a replica.
//
// Who does what, so that nobody waits for the wrong one:
//
//   - any goroutine may call [Painter.Show], [Painter.Touched], [Painter.Look] and
//     [Painter.Stop]; none of them waits;
//   - one goroutine runs [Painter.Run], and owns the buffer and all that is known of
//     what is in it. It is the only one that waits for the outer terminal.
//
// What always holds: a frame is made of one scene. What had been quiet is drawn at
// once, what keeps coming at most every 8 ms, and a frame is begun only when the
// terminal has taken the one before: a slow terminal sees fewer frames, never older
// ones. Only what changed is copied: rows by the generation that the replica gives
// them, everything else by the scene being another one.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open; those of
// [Past] and [Preview] count lines of a session's text from the first that it ever
// printed (see [dormer/session/wire.Position]).
package paint
