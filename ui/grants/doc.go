// Package grants reads the permissions that the user has given to agents to act on sessions, and
// revokes them. Both wait for the disk, so [Grants.Read] and [Grants.Revoke] return commands that
// run outside the event loop and deliver a [Message]. The package draws nothing: the status line
// counts grants, and [dormer/ui/lists] lists them.
package grants
