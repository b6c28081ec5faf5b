// Package checkpoint saves a session's screen, the lines above it, and the time in the session's
// directory, to be shown when its host has ended: after a crash or when the machine was switched
// off. It knows neither processes nor terminals.
//
// The file is a log: an opening line, then records, each with its length and a checksum. A [Writer]
// appends new lines, and after them the screen, which ends a batch. Only whole batches count, so a
// writer may be killed at any byte. Since a screen can take lines back from above it, there is a
// record that says how many lines stay. When the file has grown to twice the necessary size, its
// newest part is rewritten.
//
// A damaged file gives an error and never a wrong screen. If there are whole batches before the
// damage, the last of them is used.
//
// Lines are rows of the screen at its width. A wrapped line counts once, so that line numbers do
// not depend on the width.
package checkpoint
