// Package wire is the protocol between a session's owner and its viewers: frames of
// changed rows in one direction; input, pastes, resizes, signals and queries in the
// other. The owner ([dormer/session/host]) has the only emulator. A viewer
// ([dormer/session/client]) has a replica of its screen, and at most one frame to
// acknowledge, so that a flood skips frames and a slow viewer delays nobody. A few short
// frames need no acknowledgement ([Frame.NoAck]).
//
// Input has a window ([InputWindow]): input that the child has not read yet waits at the viewer, so
// that other messages get through at once.
//
// The history stays with the owner. A viewer requests lines of it ([Lines]), searches it
// ([Search]), finds commands of the shell ([Commands]) and copies text ([Copy]). A place in it is a
// [Position]. Positions that a viewer follows ([Hold]) are updated when the width changes.
//
// Messages are plain values without any reference into an emulator or palette. [Pipe] carries them
// within one process; the connections of [Greet] and [Receive] carry the same messages encoded,
// after their handshake.
//
// The encoding is stable across different versions of programs and hosts:
//
//   - a message is tag, length, fields; one with an unknown tag is skipped;
//   - fields are only ever added at the end: missing ones are zero, and data after the last
//     known one is ignored;
//   - an incompatible change gets a new version of the protocol, and the handshake finds
//     one that both sides speak;
//   - the handshake, [Info], [Capture] and [End] never change: any program can list, read and
//     end any host.
//
// Decoding never panics, and takes no more memory than a small multiple of the message. The
// receiver validates the meaning of a message.
package wire
