// Package wire says what a session's owner and its viewers tell each other:
// frames of changed rows one way; input, paste, resize, signals and queries the
// other. The owner ([dormer/session/host]) has the only emulator; a viewer
// ([dormer/session/client]) has a replica and never more than one frame that it
// has to acknowledge, so a flood is skipped through and a slow viewer delays
// nobody. A few short frames go ahead of that one ([Frame.NoAck]).
//
// Input has a window ([InputWindow]): what the child has not taken yet waits at
// the viewer, so that everything else a viewer says gets through at once.
//
// The history stays with the owner. A viewer asks for lines of it ([Lines]), looks for
// text ([Search]), finds commands of the shell ([Commands]) and copies ([Copy]); places
// in it are a [Position], and follow a change of width where they are held ([Hold]).
//
// Messages are plain values without any reference into an emulator or palette. Frames,
// of which there are many, can be received into memory that is used again ([ReceiveInto]).
// [Pipe] carries them within one process; what [Greet] and [Receive] return after
// their handshake carries the same messages encoded.
//
// The encoding holds for programs and hosts of different versions:
//
//   - a message is tag, length, fields; one of an unknown tag is skipped;
//   - fields are only ever added at the end: a message that has fewer has the
//     others zero, and what follows the last known one is ignored;
//   - what cannot be so compatible gets a new version of the protocol, and the
//     handshake finds one that both sides speak;
//   - the handshake, [Info], [Capture] and [End] never change: any program can
//     list, read and end any host.
//
// Whatever arrives, decoding it neither panics nor takes memory beyond a small
// multiple of what came. What it means is for its receiver to check.
package wire
