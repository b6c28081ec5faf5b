// Package grant stores who may act on which sessions: type into them, run commands in them, and
// restore them when they are closed. Everybody may look.
//
// A caller is a coding agent or another program that uses dormer. Its name is the id of the session
// that it runs in, so that it stays the same when its server is restarted; a caller outside dormer
// has another name. A caller may act on sessions that it has opened, and on those that the user has
// granted it, until the grant expires.
//
// All grants are in one private file of the user. A file that cannot be read grants nothing, and is
// never overwritten. Expired grants, and those for removed sessions, are ignored, and removed with
// the next change.
//
// A grant is not a security boundary: callers are processes of the same user, and could act without
// asking. It prevents mistakes.
package grant
