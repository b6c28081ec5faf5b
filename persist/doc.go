// Package persist keeps the workspace document: the JSON file from which a workspace is
// restored after the program that showed it has ended.
//
// It knows where files live ([Paths]), who may write ([Open] takes a lock), what
// the document looks like (schema [schema], and how to read every schema ever
// written), how to write it so that a crash at any point leaves the old or the
// new document ([Store.Save]), when to write it ([Saver]), and what to do with a
// document that cannot be read ([Store.Load]).
//
// It does not interpret the workspace: package workspace defines valid workspaces and prunes
// invalid ones. It never starts, ends or looks for a process; a function reports whether a
// session's process lives.
//
// # Invariants
//
//   - A document is replaced only by rename, after its successor is on disk; a reader sees one
//     complete document or the other.
//   - A document is not overwritten before this process has loaded it: [Store.Save]
//     before a successful [Store.Load] is an error.
//   - Only regular files are renamed or replaced. Anything else (a device, a FIFO, a
//     directory), even behind a link, is an error and stays unchanged.
//   - A document that cannot be read is renamed in its directory; one of a newer schema is not
//     touched. Neither is ever deleted.
//   - Every written document can be read: parts that break the rules of a workspace are pruned
//     from the written copy, and a document too large to be read is not written.
//   - Sessions of temporary lifetime are never written.
//
// # Files
//
// Directories are 0700 and files 0600; both must belong to the user, otherwise they are
// rejected. In a workspace's directory are
//
//	workspace.json             the document
//	workspace.json.bak1 .. 5        earlier documents; see [Store.Save]
//	workspace.json.replaced1 .. 5   what going back to an earlier one replaced; see [Store.RestoreEarlier]
//	workspace.json.corrupt-T        set aside at time T, UTC
//	workspace.json.tmpN             a write that was interrupted; of no value
//	lock                            held, and naming its holder, while a program runs
//
// If workspace.json is a symbolic link, the user keeps the document elsewhere: it is read
// and written there, with the temporary file beside the target so that the rename is
// atomic. The link stays.
//
// # Units
//
// Times are written in RFC 3339 with nanoseconds, UTC. Text that is not valid UTF-8 (a
// directory's name may be any bytes) is written as {"base64": "..."}.
package persist
