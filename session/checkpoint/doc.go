// Package checkpoint keeps what a session showed in its directory, for the time when its
// host is gone: after a crash or when the machine was switched off. That is the screen,
// the lines above it, and the time. It knows neither processes nor terminals.
//
// The file is a log: an opening line, then records, each with its length and a checksum. A
// [Writer] appends new lines, and after them the screen, which ends a batch. Only whole
// batches count, so a writer may be killed at any byte. Since a screen can take lines back
// from above it, there is a record that says how many lines stay. When the file has grown
// to twice what must be kept, its newest part is rewritten.
//
// A damaged file is an error and never a wrong screen. If whole batches come before the
// damage, the last of them is used.
//
// Lines are rows as the screen had them. A wrapped line counts once, so that line numbers
// do not depend on the width.
package checkpoint
