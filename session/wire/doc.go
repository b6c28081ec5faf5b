// Package wire says what a session's owner and its viewers tell each other:
// frames of changed rows one way; input, paste, resize, signals and queries the
// other. The owner ([dormer/session/host]) has the only emulator; a viewer
// ([dormer/session/client]) has a replica and never more than one frame that it
// has not acknowledged, so a flood is skipped through and a slow viewer delays
// nobody.
//
// Input has a window ([InputWindow]): what the child has not taken yet waits at
// the viewer, so that everything else a viewer says gets through at once.
//
// Messages are plain values without any reference into an emulator or palette.
// [Pipe] carries them within one process; a socket carries the same messages
// encoded.
package wire
