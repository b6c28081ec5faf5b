// Package grants reads which sessions the user lets agents act on, and takes grants back. Both wait
// for the disk, so [Grants.Read] and [Grants.Revoke] return commands that work outside of the event
// loop and deliver a [Message]. The package draws nothing: the status line counts grants, and
// [dormer/ui/lists] lists them.
package grants
