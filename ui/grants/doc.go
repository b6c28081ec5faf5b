// Package grants reads what agents may act on by grants of the user, and takes grants back. That
// waits for the disk, so [Read] and [Revoke] return commands that work outside of the event loop.
// What comes of it is a [Message]. The package draws nothing: the status line counts grants, and
// [dormer/ui/lists] lists them.
package grants
